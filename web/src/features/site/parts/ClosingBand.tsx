import { type ReactNode, useId } from 'react'
import styles from './ClosingBand.module.css'

export function ClosingBand({ heading, line, children }: { heading: string; line: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.band} aria-labelledby={id}>
      <div className={styles.column}>
        <div>
          <h2 id={id} className={styles.heading}>
            {heading}
          </h2>
          <p className={styles.line}>{line}</p>
        </div>
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  )
}
