import type { AnnouncedFeature } from '@app/contracts/http/notifications.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/ui/Badge.tsx'
import styles from './ComingSoon.module.css'
import { NotifyMe } from './NotifyMe.tsx'

interface ComingSoonProps {
  feature: AnnouncedFeature
  title: string
  sentence: string
  /** What it will do, in a few words each. */
  points: readonly { icon: ReactNode; text: string }[]
  /** The screen to come, in lines: nothing in it may be taken for a figure. */
  children: ReactNode
}

/** A page that is announced: what it will do, and a way to hear when it is there. */
export function ComingSoon({ feature, title, sentence, points, children }: ComingSoonProps) {
  return (
    <div className={styles.page}>
      <div className={styles.words}>
        <header className={styles.head}>
          <h1>{title}</h1>
          <Badge>Coming soon</Badge>
        </header>
        <p className={styles.sentence}>{sentence}</p>
        <NotifyMe feature={feature} />
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

/** The paper of a sketch; its other marks are those of the line drawings. */
export const sheet = styles.sheet
