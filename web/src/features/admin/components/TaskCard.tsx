import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { Link, type LinkProps } from 'react-router-dom'
import { recurrenceFact } from '../../../shared/task/task-facts.tsx'
import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { Card } from '../../../shared/ui/Card.tsx'
import { lateness } from '../task-days.ts'
import { launchBadge } from '../task-lists.ts'
import { DueDate } from './DueDate.tsx'
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
