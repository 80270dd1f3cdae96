import type { ReactNode } from 'react'
import styles from './Drawing.module.css'

/** The sheet the line drawings are made on: 144 × 96, lines in ink, one leaf ground, one coral mark. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 144 96" aria-hidden="true">
      {children}
    </svg>
  )
}

export const leaf = styles.leaf
export const coral = styles.coral
export const pale = styles.pale
export const cut = styles.cut
