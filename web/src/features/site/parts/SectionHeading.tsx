import type { ReactNode } from 'react'
import styles from './Section.module.css'

/** A section's heading, and a line or two that lead into it. */
export function SectionHeading({ id, heading, intro }: { id: string; heading: string; intro?: ReactNode }) {
  return (
    <div>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      {intro && <p className={styles.intro}>{intro}</p>}
    </div>
  )
}
