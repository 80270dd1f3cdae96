import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { AtTime } from '../../../domain/task/AtTime.tsx'
import { hasLinks, PostLinks } from '../../../domain/task/PostLinks.tsx'
import { recurrenceFact } from '../../../domain/task/recurrence-fact.ts'
import { TaskThumbnail } from '../../../domain/task/TaskThumbnail.tsx'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { Badge, StatusBadge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Card } from '../../../shared/ui/Card.tsx'
import { focusHeading } from '../../../shared/ui/focus.ts'
import { InTheMakingDrawing } from '../../../shared/ui/InTheMakingDrawing.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { LateDate } from './LateDate.tsx'
import styles from './TaskCard.module.css'

interface TaskCardProps {
  task: Task
  /** Text before the number, for example "Task id: " in "Task id: #1001". */
  numberLabel?: string
  action: string
  onAct: () => void
  /**
   * Given only for a task that was just created. The card then scrolls into view, its title gets the focus, and the card calls this
   * function.
   */
  onRevealed?: (() => void) | undefined
}

export function TaskCard({ task, numberLabel = '', action, onAct, onRevealed }: TaskCardProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)

  const isNew = onRevealed !== undefined
  const reveal = useEffectEvent(() => {
    if (!title.current) return
    title.current.scrollIntoView({ block: 'center', inline: 'center' })
    focusHeading(title.current)
    onRevealed?.()
  })
  useEffect(() => {
    if (isNew) reveal()
  }, [isNew])

  return (
    <Card className={styles.card} aria-labelledby={titleId}>
      <div className={styles.picture}>{task.doneTaskImage ? <TaskThumbnail task={task} /> : <InTheMakingDrawing />}</div>
      <div className={styles.head}>
        <p className={styles.number}>
          {numberLabel}#{task.taskId}
        </p>
        <span className={styles.badges}>
          <TurnBadge task={task} />
          <StatusBadge status={task.currentStatus} />
        </span>
      </div>
      <h3 ref={title} className={styles.title} id={titleId}>
        {task.title}
      </h3>
      <p className={styles.dates}>
        <span className={styles.clip}>
          <span className={styles.parts}>
            <CardDates task={task} />
          </span>
        </span>
      </p>
      <div className={styles.foot}>
        {hasLinks(task.postLinks) ? <PostLinks links={task.postLinks} /> : <PlatformIcons chosen={task} />}
        <Button tone="quiet" size="small" data-covers="" aria-describedby={titleId} onClick={onAct}>
          {action}
        </Button>
      </div>
    </Card>
  )
}

const isOpen = ({ currentStatus }: Task): boolean => currentStatus === 'Pending' || currentStatus === 'Roll Back'

/** Whether an open task waits for the owner or for us. */
function TurnBadge({ task }: { task: Task }) {
  if (!isOpen(task)) return null
  return canReview(task) ? <Badge tone="decision">Needs your decision</Badge> : <Badge tone="progress">In progress</Badge>
}

/** Shows for example "review Mon, Dec 7 · posts in 5 days". A recurring task also shows its recurrence and the next date. */
function CardDates({ task }: { task: Task }) {
  const { submissionForReview, nextOccurrenceDate, postedAt } = task
  const today = useBusinessToday()
  const isPosted = task.currentStatus === 'Posted'
  const postingDate = calendarDateOf(task)
  const isLate = isOpen(task) && postingDate !== null && postingDate < today
  const parts = [
    recurrenceFact(task),
    isOpen(task) && !isLate && !task.isRecurring && dated('review', 'review due', submissionForReview, today),
    isLate && <LateDate task={task} />,
    !isPosted && !isLate && dated('posts', 'posting due', postingDate, today, task.targetPostingTime),
    postedAt !== null && (
      <span className={styles.dated}>
        posted <Time value={postedAt} clock />
      </span>
    ),
    !isPosted && nextOccurrenceDate && (
      <span className={styles.dated}>
        next: <Time value={nextOccurrenceDate} full />
      </span>
    ),
  ]

  return parts.filter(Boolean).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order
    <span key={i} className={styles.part}>
      {i > 0 && <span className={styles.dot}> · </span>}
      {part}
    </span>
  ))
}

/** The label and its date stay on one line. */
const dated = (ahead: string, past: string, date: string | null, today: CalendarDate, time: TimeOfDay | null = null) =>
  date && (
    <span className={styles.dated}>
      {date < today ? past : ahead} <Time value={date} />
      <AtTime time={time} />
    </span>
  )
