import type { ReactNode } from 'react'
import { Badge } from '../../shared/ui/Badge.tsx'
import styles from './ComingSoon.module.css'

interface ComingSoonProps {
  title: string
  sentence: string
  points: readonly { icon: ReactNode; text: string }[]
  /** A line drawing of the future screen. It contains no text or numbers that could be mistaken for data. */
  children: ReactNode
}

export function ComingSoon({ title, sentence, points, children }: ComingSoonProps) {
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <Badge>Coming soon</Badge>
        </header>
        <p className={styles.sentence}>{sentence}</p>
      </div>
      <ul className={styles.points}>
        {points.map(({ icon, text }) => (
          <li key={text} className={styles.point}>
            {icon}
            {text}
          </li>
        ))}
      </ul>
      <svg className={styles.sketch} viewBox="0 0 480 340" aria-hidden="true">
        {children}
      </svg>
    </div>
  )
}

/** CSS class of the background shape in a drawing. */
export const sheet = styles.sheet
