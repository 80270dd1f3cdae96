import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type CalendarDate, daysBetween } from '@app/contracts/rules/business-dates.ts'
import { hasFreshPreview } from '@app/contracts/rules/task-status.ts'
import { recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { Card } from '../../../shared/ui/Card.tsx'
import { Link, type LinkProps } from '../../../shared/ui/Link.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { launchBadge } from '../task-lists.ts'
import styles from './TaskCard.module.css'

interface TaskCardProps {
  task: Task
  today: CalendarDate
  /** What leads to its detail. */
  to: LinkProps
  /** Named where tasks of several companies stand together. */
  company?: CompanyProfile
  /** Says whether it is due today or overdue instead of its status. */
  toLaunch?: boolean
}

/** A task with its number, status and dates; the whole card opens it. */
export function TaskCard({ task, today, to, company, toLaunch = false }: TaskCardProps) {
  const late = lateness(task, today)
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <span className={styles.number}>#{task.taskId}</span>
        {toLaunch ? <LaunchBadge task={task} today={today} /> : <StatusBadge status={task.currentStatus} />}
      </div>
      <div className={styles.what}>
        <div className={styles.words}>
          <Link className={styles.title} {...to} data-covers="">
            {task.title}
          </Link>
          {company && <p className={styles.company}>{company.companyName}</p>}
        </div>
        {task.doneTaskImage && <img className={styles.picture} src={task.doneTaskImage} alt="" loading="lazy" />}
      </div>
      {task.isRecurring ? (
        <p className={styles.repeats}>{recurrenceFact(task)}</p>
      ) : (
        <dl className={styles.dates}>
          <DueDate label="Review" date={task.submissionForReview} today={today} late={late.submission} />
          <DueDate label="Target" date={task.targetPostingDate} today={today} late={late.target} />
        </dl>
      )}
    </Card>
  )
}

function LaunchBadge({ task, today }: { task: Task; today: CalendarDate }) {
  const text = launchBadge(task, today)
  return <Badge tone={text === 'Today' ? 'approved' : 'roll-back'}>{text}</Badge>
}

interface DueDateProps {
  label: string
  date: CalendarDate | null
  today: CalendarDate
  late: boolean
}

/** A date of a task, and how many days it is away. */
function DueDate({ label, date, today, late }: DueDateProps) {
  return (
    <div className={styles.due}>
      <dt className={styles.label}>{label}</dt>
      <dd>{date ? <Time value={date} /> : '-'}</dd>
      <dd className={styles.days} data-late={late || undefined}>
        {relativeDays(date, today)}
      </dd>
    </div>
  )
}

/** "Today", "3 Days", "3 Days Ago", or "-" without a date. */
export function relativeDays(date: CalendarDate | null, today: CalendarDate): string {
  if (!date) return '-'
  const days = daysBetween(today, date)
  if (days === 0) return 'Today'
  return days > 0 ? `${days} Days` : `${-days} Days Ago`
}

type Dated = Pick<Task, 'currentStatus' | 'submissionForReview' | 'targetPostingDate' | 'doneTaskImage' | 'rollbackFeedback'>

/** Which of a task's dates have passed without what was to happen by then: a preview to review, the posting. */
export function lateness(task: Dated, today: CalendarDate): { submission: boolean; target: boolean } {
  const { currentStatus, submissionForReview, targetPostingDate } = task
  const owesPreview = (currentStatus === 'Pending' && !hasFreshPreview(task)) || currentStatus === 'Roll Back'
  return {
    submission: owesPreview && submissionForReview !== null && submissionForReview < today,
    target: currentStatus !== 'Posted' && targetPostingDate !== null && targetPostingDate < today,
  }
}
