import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { type CallTask, MONDAY_COUNT_MAX } from '@app/contracts/http/monday.ts'
import { useId } from 'react'
import { Card } from '../../../shared/ui/Card.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { useTaskSequence } from '../task-sequence.ts'
import { TaskRow } from './TaskRow.tsx'
import styles from './Work.module.css'

interface Group {
  /** Absent if the group is the only one of its card. */
  heading?: string
  isLate?: boolean
  list: { count: number; tasks: readonly (BoardTask | CallTask)[] }
  /** Link to the tab that lists all tasks of the group. */
  all: string
}

interface WorkProps {
  title: string
  /** Shown if all groups are empty. */
  nothing: string
  groups: readonly Group[]
}

const countInWords = (count: number): string => (count >= MONDAY_COUNT_MAX ? `${formatNumber(MONDAY_COUNT_MAX)}+` : formatNumber(count))

/** A kind of work with its number of tasks and the first of them. Empty groups are left out. */
export function Work({ title, nothing, groups }: WorkProps) {
  const id = useId()
  const filled = groups.filter(({ list }) => list.count > 0)
  return (
    <Card className={styles.work} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title} <span className={styles.count}>{countInWords(groups.reduce((sum, { list }) => sum + list.count, 0))}</span>
      </h3>
      {filled.length === 0 && <p className={styles.nothing}>{nothing}</p>}
      {filled.map((group) => (
        <TaskGroup key={group.heading ?? title} {...group} title={title} />
      ))}
    </Card>
  )
}

function TaskGroup({ heading, isLate, list: { count, tasks }, all, title }: Group & { title: string }) {
  const id = useId()
  useTaskSequence({ tasks, hasMore: false, more: () => undefined })
  return (
    <div className={styles.group}>
      {heading && (
        <h4 id={id} className={styles.heading} data-late={isLate}>
          {heading} <span className={styles.count}>{countInWords(count)}</span>
        </h4>
      )}
      <ul className={styles.rows} aria-label={heading ? undefined : title} aria-labelledby={heading && id}>
        {tasks.map((task) => (
          <TaskRow key={task._id} task={task} />
        ))}
      </ul>
      {count > tasks.length && (
        <Link className={styles.all} to={all} aria-label={`See all: ${heading ?? title}`}>
          See all {countInWords(count)}
        </Link>
      )}
    </div>
  )
}
