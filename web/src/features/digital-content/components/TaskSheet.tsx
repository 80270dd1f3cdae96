import type { ReactNode } from 'react'
import styles from './TaskSheet.module.css'

/** The picture large on the left, what is known on the right; one above the other on narrow screens. */
export function TaskSheet({ picture, facts }: { picture: ReactNode; facts: ReactNode }) {
  return (
    <div className={styles.sheet}>
      <section className={styles.picture} aria-label="Task Preview">
        <h3 className={styles.heading}>Task Preview</h3>
        {picture}
      </section>
      <div className={styles.facts}>{facts}</div>
    </div>
  )
}
