import type { ReactNode } from 'react'
import { Time } from './Time.tsx'
import styles from './Timeline.module.css'

interface TimelineEntry {
  id: string
  /** An instant. */
  at: string
  /** Who did it, if anybody did. */
  who?: string
  what: ReactNode
}

/** What happened, in the order that is given. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map(({ id, at, who, what }) => (
        <li key={id} className={styles.entry}>
          <p className={styles.when}>
            <Time value={at} clock />
            {who && ` · ${who}`}
          </p>
          <div>{what}</div>
        </li>
      ))}
    </ol>
  )
}
