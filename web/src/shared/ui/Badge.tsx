import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import type { ReactNode } from 'react'
import styles from './Badge.module.css'

export type BadgeTone = 'pending' | 'approved' | 'roll-back' | 'posted' | 'decision' | 'progress' | 'neutral'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

const tones: Record<TaskStatus, BadgeTone> = { Pending: 'pending', Approved: 'approved', 'Roll Back': 'roll-back', Posted: 'posted' }

export function StatusBadge({ status }: { status: TaskStatus }) {
  return <Badge tone={tones[status]}>{status}</Badge>
}
