import type { ReactNode } from 'react'
import { Brandmark } from './Brandmark.tsx'
import styles from './SheetPage.module.css'

interface SheetPageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  after?: ReactNode
  /** Shows the logo, for pages without a header. */
  branded?: boolean
}

/** A page with one card in the center, for example for signing in. */
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
