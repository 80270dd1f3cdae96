import type { ReactNode } from 'react'
import styles from './FileWords.module.css'

interface FileWordsProps {
  name: string
  detail: string
  children?: ReactNode
}

/** The name of a chosen file, and a line about it, for example its size. */
export const FileWords = ({ name, detail, children }: FileWordsProps) => (
  <div className={styles.words}>
    <span className={styles.name}>{name}</span>
    <span className={styles.detail}>{detail}</span>
    {children}
  </div>
)
