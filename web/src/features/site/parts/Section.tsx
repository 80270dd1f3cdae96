import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  /** Names the section, on the page and for screen readers. */
  heading?: string
  intro?: ReactNode
  /** Stands on the heading's line where there is room, under the intro where there is not. */
  aside?: ReactNode
  /** What the section lies on, from edge to edge of the window. */
  ground?: 'paper' | 'sunken'
  className?: string
  children: ReactNode
}

/** One part of a public page: its ground from edge to edge, its content in the page's column. */
export function Section({ heading, intro, aside, ground = 'paper', className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`${styles.section} ${styles[ground]}`} aria-labelledby={heading ? id : undefined}>
      <div className={`${styles.column} ${className ?? ''}`}>
        {heading && (
          <header className={styles.top}>
            <div>
              <h2 id={id} className={styles.heading}>
                {heading}
              </h2>
              {intro && <p className={styles.intro}>{intro}</p>}
            </div>
            {aside}
          </header>
        )}
        {children}
      </div>
    </section>
  )
}
