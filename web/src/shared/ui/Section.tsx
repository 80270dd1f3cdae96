import { type ReactNode, type Ref, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

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
