import type { ReactNode } from 'react'
import styles from './PageTop.module.css'

interface PageTopProps {
  heading: string
  intro: string
  /** Stands beside the heading where there is room, under the intro where there is not. */
  children?: ReactNode
}

/** How a public page begins: its heading, large, and what it is about. */
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
