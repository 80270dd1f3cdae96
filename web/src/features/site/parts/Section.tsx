import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  heading?: string
  intro?: ReactNode
  /** Shown beside the heading on wide screens, otherwise below the intro. */
  aside?: ReactNode
  /** Whether heading, intro and aside are beside the content on wide screens. */
  beside?: boolean
  /** Id of a heading inside the content, for sections without `heading`. */
  labelledBy?: string
  /** Background of the section. It covers the full width of the window. */
  ground?: 'paper' | 'sunken' | 'band'
  className?: string
  children: ReactNode
}

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
