import type { BoardTask, TaskCard as Card } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { recurrenceFact } from '../../../domain/task/recurrence-fact.ts'
import { TaskThumbnail } from '../../../domain/task/TaskThumbnail.tsx'
import { Card as Sheet } from '../../../shared/ui/Card.tsx'
import { Link, type LinkProps } from '../../../shared/ui/Link.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { changeInWords, type ListedDate, lateInWords, listedDates, nextStepInWords, relativeDays } from '../board/due-dates.ts'
import { ListedTime } from '../board/ListedTime.tsx'
import { TaskBadges } from './TaskBadges.tsx'
import styles from './TaskCard.module.css'

interface TaskCardProps {
  task: Card & Pick<BoardTask, 'timeZone'>
  today: CalendarDate
  to: LinkProps
  /** Set if the list contains tasks of several companies. */
  companyName?: string
  /** Whether the card shows "Today" or "Over Date" instead of the status. */
  toLaunch?: boolean
  /** A control with which the card is selected. */
  select?: ReactNode
}

export function TaskCard({ task, today, to, companyName, toLaunch = false, select }: TaskCardProps) {
  const nextStep = nextStepInWords(task)
  const change = changeInWords(task)
  const daysLate = lateInWords(task, today)
  return (
    <Sheet className={styles.card}>
      <div className={styles.head}>
        <span className={styles.start}>
          {select}
          <span className={styles.number}>#{task.taskId}</span>
        </span>
        <TaskBadges task={task} today={today} toLaunch={toLaunch} />
      </div>
      <div className={styles.what}>
        <div className={styles.words}>
          <Link className={styles.title} {...to} data-covers="">
            {task.title}
          </Link>
          {companyName && <p className={styles.company}>{companyName}</p>}
          {nextStep && <p className={styles.step}>{nextStep}</p>}
          {change && <p className={styles.step}>{change}</p>}
          {daysLate && (
            <p className={styles.late}>
              <CircleAlert aria-hidden="true" />
              {daysLate}
            </p>
          )}
          {task.emailBounced && (
            <p className={styles.late}>
              <CircleAlert aria-hidden="true" />
              Email bounced. Please call.
            </p>
          )}
        </div>
        <TaskThumbnail task={task} className={styles.picture} />
      </div>
      <div className={styles.when}>
        <dl className={styles.dates}>
          {listedDates(task, today).map((date) => (
            <DueDate key={date.label} {...date} task={task} today={today} />
          ))}
        </dl>
        {task.isRecurring && (
          <p className={styles.repeats}>
            {recurrenceFact(task)}
            {task.nextOccurrenceDate && (
              <>
                , next: <Time value={task.nextOccurrenceDate} full />
              </>
            )}
          </p>
        )}
      </div>
    </Sheet>
  )
}

function DueDate({ label, date, isLate, task, today }: ListedDate & Pick<TaskCardProps, 'task' | 'today'>) {
  return (
    <div className={styles.due}>
      <dt className={styles.label}>{label}</dt>
      {date && (
        <dd>
          <Time value={date} full />
          <ListedTime label={label} task={task} />
        </dd>
      )}
      <dd className={styles.days} data-late={isLate || undefined}>
        {relativeDays(date, today)}
      </dd>
    </div>
  )
}
