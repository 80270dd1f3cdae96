import type { Task } from '@app/contracts/http/tasks.ts'
import { useId } from 'react'
import { StatusBadge } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { Card } from '../../../shared/ui/Card.tsx'
import { InTheMakingDrawing } from '../../../shared/ui/drawings.tsx'
import { PlatformIcons } from '../../../shared/ui/PlatformIcon.tsx'
import { CardDates } from './CardDates.tsx'
import styles from './TaskCard.module.css'

interface TaskCardProps {
  task: Task
  /** Stands before the number: "Task id: #1001". */
  numberLabel?: string
  action: string
  onAct: () => void
}

/** A task as a picture with its title, number, dates and platforms; the whole card opens it. */
export function TaskCard({ task, numberLabel = '', action, onAct }: TaskCardProps) {
  const titleId = useId()
  return (
    <Card className={styles.card} aria-labelledby={titleId}>
      <div className={styles.picture}>
        {task.doneTaskImage ? <img src={task.doneTaskImage} alt="" loading="lazy" /> : <InTheMakingDrawing />}
      </div>
      <div className={styles.head}>
        <p className={styles.number}>
          {numberLabel}#{task.taskId}
        </p>
        <StatusBadge status={task.currentStatus} />
      </div>
      <h3 className={styles.title} id={titleId}>
        {task.title}
      </h3>
      <p className={styles.dates}>
        <CardDates task={task} />
      </p>
      <div className={styles.foot}>
        <PlatformIcons chosen={task} />
        <Button tone="quiet" size="small" data-covers="" aria-describedby={titleId} onClick={onAct}>
          {action}
        </Button>
      </div>
    </Card>
  )
}
