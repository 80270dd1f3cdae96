import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

interface StateProps {
  name: string
  /** The buttons that lead to it, one after the other: whoever takes its picture presses them. */
  press?: readonly string[]
  children: ReactNode
}

/** One state of a part, under its name. */
export function State({ name, press, children }: StateProps) {
  return (
    <div className={styles.state} data-press={press && JSON.stringify(press)}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}
