import { brand } from '@app/contracts/brand.ts'
import type { ReactNode } from 'react'
import { Brandmark } from '../shared/ui/Brandmark.tsx'
import styles from './MessagePage.module.css'

interface MessagePageProps {
  title: string
  text: string
  action: ReactNode
  /** Names the product, where no header does. */
  branded?: boolean
}

/** A whole page that says one thing and offers one way on. */
export function MessagePage({ title, text, action, branded = false }: MessagePageProps) {
  return (
    <main className={styles.page}>
      {branded && <Brandmark />}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>{action}</div>
      <p className={styles.help}>
        Still stuck? Write to <a href={`mailto:${brand.email}`}>{brand.email}</a>.
      </p>
    </main>
  )
}
