import type { ReactNode } from 'react'
import { Brandmark } from './Brandmark.tsx'
import styles from './SheetPage.module.css'

interface SheetPageProps {
  title: string
  /** A sentence below the title. */
  lead?: ReactNode
  children: ReactNode
  /** Stands below the sheet: where else to go. */
  after?: ReactNode
  /** Names the product, where no header does. */
  branded?: boolean
}

/** A page that asks for one thing: one sheet of paper in the middle. */
export function SheetPage({ title, lead, children, after, branded = false }: SheetPageProps) {
  return (
    <main className={styles.page}>
      {branded && <Brandmark />}
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
      {after && <div className={styles.after}>{after}</div>}
    </main>
  )
}
