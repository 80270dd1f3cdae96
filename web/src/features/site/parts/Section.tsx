import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  heading?: string
  intro?: ReactNode
  /** Stands on the heading's line where there is room, under the intro where there is not. */
  aside?: ReactNode
  /** Heading, intro and aside stand beside the content where there is room. */
  beside?: boolean
  /** The id of the heading in the content of a section that brings its own. */
  labelledBy?: string
  /** What the section lies on, from edge to edge of the window. */
  ground?: 'paper' | 'sunken' | 'band'
  className?: string
  children: ReactNode
}

/** One part of a public page: its ground from edge to edge, its content in the page's column. */
export function Section({ heading, intro, aside, beside, labelledBy, ground = 'paper', className, children }: SectionProps) {
  const id = useId()
  return (
    <section className={`${styles.section} ${styles[ground]}`} aria-labelledby={heading ? id : labelledBy}>
      <div className={`${styles.column} ${beside ? styles.beside : ''} ${className ?? ''}`}>
        {heading && (
          <header className={styles.top}>
            <SectionHeading id={id} heading={heading} intro={intro} />
            {aside}
          </header>
        )}
        {children}
      </div>
    </section>
  )
}

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
