import type { ReactNode } from 'react'
import styles from './PageTop.module.css'

interface PageTopProps {
  heading: string
  intro: string
  /** Shown beside the heading on wide screens, otherwise below the intro. */
  children?: ReactNode
}

export function PageTop({ heading, intro, children }: PageTopProps) {
  return (
    <header className={styles.top}>
      <div>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.intro}>{intro}</p>
      </div>
      {children}
    </header>
  )
}
