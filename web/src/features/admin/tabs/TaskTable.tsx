import type { BoardTask } from '@app/contracts/http/board.ts'
import { type ReactNode, useMemo } from 'react'
import { recurrenceFact } from '../../../domain/task/recurrence-fact.ts'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx'
import { Link } from '../../../shared/ui/Link.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { changeInWords, type ListedDate, lateInWords, listedDates, nextStepInWords, relativeDays } from '../board/due-dates.ts'
import { ListedTime } from '../board/ListedTime.tsx'
import { useLeading } from '../use-place.ts'
import { TaskBadges } from './TaskBadges.tsx'
import styles from './tabs.module.css'

interface TaskTableProps {
  tasks: readonly BoardTask[]
  /** Returns the control with which a task is selected. Only tasks that are due for launch have this control. */
  select: ((task: BoardTask) => ReactNode) | undefined
}

const keyOf = ({ _id }: BoardTask) => _id

export default function TaskTable({ tasks, select }: TaskTableProps) {
  const leading = useLeading()
  const today = useBusinessToday()
  const toLaunch = select !== undefined
  const shown = useMemo(() => columnsOf(leading, today, toLaunch), [leading, today, toLaunch])
  const columns = select ? [...shown, selectColumn(select)] : shown
  const linkOf = useMemo(() => (task: BoardTask) => leading('task', String(task.taskId)), [leading])
  return <DataTable dense label="tasks" columns={columns} rows={tasks} keyOf={keyOf} linkOf={linkOf} empty={null} />
}

/** A date with the number of days until it. In the column of targets, the day on which a task was posted has its label. */
const DueDay = ({ label, date, isLate, task, today }: ListedDate & { task: BoardTask; today: string }) =>
  date ? (
    <span className={styles.day}>
      <span>
        {label === 'Posted' && 'Posted '}
        <Time value={date} full />
        <ListedTime label={label} task={task} />
      </span>{' '}
      <span className={styles.days} data-late={isLate || undefined}>
        {relativeDays(date, today)}
      </span>
    </span>
  ) : (
    relativeDays(date, today)
  )

const nextStep = (today: string): Column<BoardTask> => ({
  heading: 'Next step',
  share: 2,
  wraps: true,
  cell: (task) => {
    if (task.emailBounced) return <span className={styles.bounced}>Email bounced. Please call.</span>
    const words = [nextStepInWords(task), changeInWords(task), lateInWords(task, today)].filter(Boolean)
    return words.length > 0 && <span className={styles.step}>{words.join(', ')}</span>
  },
})

const selectColumn = (cell: (task: BoardTask) => ReactNode): Column<BoardTask> => ({
  heading: 'Select',
  share: 0.8,
  align: 'end',
  cell,
})

const columnsOf = (leading: ReturnType<typeof useLeading>, today: string, toLaunch: boolean): readonly Column<BoardTask>[] => [
  {
    heading: 'Task',
    share: 4,
    wraps: true,
    cell: ({ taskId, title }) => (
      <>
        <span className={styles.number}>#{taskId}</span> {title}
      </>
    ),
  },
  {
    heading: 'Company',
    share: 2.2,
    onNarrow: 'bare',
    wraps: true,
    cell: ({ companyName, companyProfileId }) => (
      <Link className={styles.company} {...leading('company', companyProfileId)}>
        {companyName}
      </Link>
    ),
  },
  {
    heading: 'Status',
    share: 1.7,
    onNarrow: 'bare',
    cell: (task) => <TaskBadges task={task} today={today} toLaunch={toLaunch} withBounce={toLaunch} />,
  },
  // The table of tasks to launch has no column for the next step, because the badge already shows whether the task is late.
  ...(toLaunch ? [] : [nextStep(today)]),
  {
    heading: 'Review',
    share: 2.8,
    wraps: true,
    cell: (task) => <DueDay {...listedDates(task, today)[0]} task={task} today={today} />,
  },
  {
    heading: 'Target',
    share: 2.8,
    wraps: true,
    cell: (task) => (
      <>
        <DueDay {...listedDates(task, today)[1]} task={task} today={today} />
        {task.isRecurring && <span className={styles.rule}>{recurrenceFact(task)}</span>}
      </>
    ),
  },
]
