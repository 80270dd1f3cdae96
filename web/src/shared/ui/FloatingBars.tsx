import type { ReactNode } from 'react'
import styles from './FloatingBars.module.css'

/** Place for bars at the bottom of the window. Several bars are one above the other. */
export const FloatingBars = ({ children }: { children: ReactNode }) => <div className={styles.bars}>{children}</div>

/** A bar inside of `FloatingBars`. */
export const FloatingBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <aside className={styles.bar} aria-label={label}>
    {children}
  </aside>
)
