import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

/** One state of a part, under its name. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}
