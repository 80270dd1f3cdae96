import type { ReactNode } from 'react'
import styles from './TaskSheet.module.css'

interface TaskSheetProps {
  /** Says what the picture is, above it. */
  heading: string
  picture: ReactNode
  facts: ReactNode
}

/** The picture large on the left, what is known on the right; one above the other on narrow screens. */
export function TaskSheet({ heading, picture, facts }: TaskSheetProps) {
  return (
    <div className={styles.sheet}>
      <section className={styles.picture} aria-label={heading}>
        <h3 className={styles.heading}>{heading}</h3>
        {picture}
      </section>
      <div className={styles.facts}>{facts}</div>
    </div>
  )
}
