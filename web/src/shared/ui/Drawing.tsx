import type { ReactNode } from 'react'
import styles from './Drawing.module.css'

/** SVG frame of the line drawings: 144 × 96, lines in the text color, one area in `leaf`, one accent in `coral`. */
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
