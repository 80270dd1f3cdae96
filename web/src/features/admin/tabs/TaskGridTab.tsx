import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { ChecklistDrawing } from '../../../shared/ui/drawings.tsx'
import { ShowMore, useSome } from '../../../shared/ui/ShowMore.tsx'
import { EmptyState } from '../../../shared/ui/stand-ins.tsx'
import type { ListTabId } from '../tabs.ts'
import type { ListedTask } from '../task-lists.ts'
import { openingOver } from '../use-place.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './tabs.module.css'

const TASKS_AT_ONCE = 60

const nothing: Record<ListTabId, string> = {
  total: 'There are no tasks yet.',
  pending: 'No task is pending.',
  'refer-back': 'No task was referred back.',
  approved: 'No approved task waits for its day.',
  launch: 'Nothing is due for launch today.',
}

interface TaskGridTabProps {
  tab: ListTabId
  listed: readonly ListedTask[]
  today: CalendarDate
}

/** Tasks of all companies together. */
export function TaskGridTab({ tab, listed, today }: TaskGridTabProps) {
  const { some, more } = useSome(listed, TASKS_AT_ONCE)
  if (listed.length === 0) return <EmptyState drawing={<ChecklistDrawing />}>{nothing[tab]}</EmptyState>

  return (
    <>
      <ul className={styles.grid}>
        {some.map(({ task, company }) => (
          <li key={task._id} className={styles.cell}>
            <TaskCard
              task={task}
              company={company}
              today={today}
              toLaunch={tab === 'launch'}
              to={openingOver(tab, { task: task.taskId })}
            />
          </li>
        ))}
      </ul>
      <ShowMore onMore={more} />
    </>
  )
}
