import { type TaskStatus, taskStatuses } from '@app/contracts/rules/task-status.ts'
import { CalendarClock, Check, Clock, Send, Undo2 } from 'lucide-react'
import { Badge, StatusBadge } from '../../shared/ui/Badge.tsx'
import styles from './EntryStatus.module.css'

type EntryStatus = TaskStatus | undefined

const icons = { Pending: Clock, 'Roll Back': Undo2, Approved: Check, Posted: Send } as const
const PLANNED = 'Planned'

/** Value of `data-tone` with the colors of a status. */
export const toneOf = (status: EntryStatus): string => (status ? status.toLowerCase().replace(' ', '-') : 'planned')

/** The icon of a status, for users who cannot distinguish the colors. */
export function StatusIcon({ status }: { status: EntryStatus }) {
  const Icon = status ? icons[status] : CalendarClock
  return <Icon aria-hidden="true" />
}

export const EntryBadge = ({ status }: { status: EntryStatus }) => (status ? <StatusBadge status={status} /> : <Badge>{PLANNED}</Badge>)

export const statusText = (status: EntryStatus): string => status ?? PLANNED

/** Explains the icons and colors of the entries in the grid. The rows of the agenda contain the status as a word. */
export const Legend = () => (
  <ul className={styles.legend} aria-label="Colors and icons">
    {[...taskStatuses, undefined].map((status) => (
      <li key={statusText(status)} className={styles.sign} data-tone={toneOf(status)}>
        <StatusIcon status={status} />
        {statusText(status)}
      </li>
    ))}
  </ul>
)
