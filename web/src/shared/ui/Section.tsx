import { type ReactNode, type Ref, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  /** One sentence on what it is for. */
  lead?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** What belongs together on a page or in a form, on a sheet of its own. */
export function Section({ title, lead, actions, ref, children }: SectionProps) {
  const id = useId()
  return (
    <section ref={ref} className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
