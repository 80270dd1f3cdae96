import type { BoardTask, TaskCard } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { DueNow } from '../board/DueNow.tsx'
import { launchBadge } from '../board/due-dates.ts'
import styles from './tabs.module.css'

interface TaskBadgesProps {
  task: TaskCard & Pick<BoardTask, 'timeZone'>
  today: CalendarDate
  /** Whether "Today" or "Over Date" is shown instead of the status. */
  toLaunch: boolean
  /** Whether a badge shows that the email about the current preview bounced. Other lists show a sentence instead. */
  withBounce?: boolean
}

/**
 * The badges of a task in a list: its status, open findings of its preview, a due post, an unconfirmed approval, and a bounced email about
 * the current preview.
 */
export function TaskBadges({ task, today, toLaunch, withBounce = false }: TaskBadgesProps) {
  return (
    <span className={styles.badges}>
      {withBounce && task.emailBounced && <Badge tone="roll-back">Email bounced</Badge>}
      {task.approvalUnconfirmed && <Badge tone="pending">Unconfirmed</Badge>}
      {task.openFindings > 0 && <Badge>{counted(task.openFindings, 'finding')}</Badge>}
      <DueNow task={task} />
      {toLaunch ? <LaunchBadge task={task} today={today} /> : <StatusBadge status={task.currentStatus} />}
    </span>
  )
}

function LaunchBadge({ task, today }: { task: TaskCard; today: CalendarDate }) {
  const text = launchBadge(task, today)
  return <Badge tone={text === 'Today' ? 'approved' : 'roll-back'}>{text}</Badge>
}
