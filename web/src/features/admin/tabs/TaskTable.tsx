import type { BoardTask } from '@app/contracts/http/board.ts'
import { type ReactNode, useMemo } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { recurrenceFact } from '../../../shared/task/recurrence-fact.ts'
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import { firstDateOfSeries, lateInWords, lateness, nextStepInWords, relativeDays } from '../board/due-dates.ts'
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
  const shown = useMemo(() => columnsOf(today, toLaunch), [today, toLaunch])
  const columns = select ? [...shown, selectColumn(select)] : shown
  const linkOf = useMemo(() => (task: BoardTask) => leading('task', String(task.taskId)), [leading])
  return <DataTable dense label="tasks" columns={columns} rows={tasks} keyOf={keyOf} linkOf={linkOf} empty={null} />
}

interface DueDayProps {
  date: string | null
  today: string
  late: boolean
}

const DueDay = ({ date, today, late }: DueDayProps) =>
  date ? (
    <>
      <Time value={date} full />{' '}
      <span className={styles.days} data-late={late || undefined}>
        {relativeDays(date, today)}
      </span>
    </>
  ) : (
    relativeDays(date, today)
  )

const nextStep = (today: string): Column<BoardTask> => ({
  heading: 'Next step',
  share: 2.2,
  cell: (task) => {
    if (task.emailBounced) return <span className={styles.bounced}>Email bounced. Please call.</span>
    const words = [nextStepInWords(task), lateInWords(task, today)].filter(Boolean)
    return words.length > 0 && <span className={styles.step}>{words.join(', ')}</span>
  },
})

const selectColumn = (cell: (task: BoardTask) => ReactNode): Column<BoardTask> => ({
  heading: 'Select',
  share: 0.8,
  align: 'end',
  cell,
})

const columnsOf = (today: string, toLaunch: boolean): readonly Column<BoardTask>[] => [
  {
    heading: 'Task',
    share: 2.9,
    cell: ({ taskId, title }) => (
      <>
        <span className={styles.number}>#{taskId}</span> {title}
      </>
    ),
  },
  { heading: 'Company', share: 2.1, onNarrow: 'bare', cell: ({ companyName }) => companyName },
  {
    heading: 'Status',
    share: 2.7,
    onNarrow: 'bare',
    cell: (task) => <TaskBadges task={task} today={today} toLaunch={toLaunch} withBounce={toLaunch} />,
  },
  // The table of tasks to launch has no column for the next step, because the badge already shows whether the task is late.
  ...(toLaunch ? [] : [nextStep(today)]),
  {
    heading: 'Review',
    share: 2.6,
    cell: (task) => <DueDay date={task.submissionForReview} today={today} late={lateness(task, today).submission} />,
  },
  {
    heading: 'Target',
    share: 3.2,
    cell: (task) => {
      const firstDate = firstDateOfSeries(task)
      return firstDate ? (
        <>
          from <Time value={firstDate} full /> <span className={styles.days}>{recurrenceFact(task)}</span>
        </>
      ) : (
        <DueDay date={task.targetPostingDate} today={today} late={lateness(task, today).target} />
      )
    },
  },
]
