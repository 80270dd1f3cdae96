import type { TaskSort } from '@app/contracts/http/board.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { moveAmongCards } from '../../../shared/ui/move-among-cards.ts'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { isDue } from '../board/due-dates.ts'
import { useTasks } from '../board/queries.ts'
import { type Sorts, useListOptions } from '../board/use-list-options.ts'
import { type ListTabId, listed } from '../tabs.ts'
import { useTaskSequence } from '../task-sequence.ts'
import { useLeading } from '../use-place.ts'
import { TaskCard } from './TaskCard.tsx'
import styles from './tabs.module.css'

const TaskTable = lazyPart(() => import('./TaskTable.tsx'), { waiting: <BoardSkeleton /> })

const nothing: Record<ListTabId, string> = {
  total: 'No tasks yet.',
  pending: 'No pending tasks.',
  'refer-back': 'No tasks were referred back.',
  approved: 'No approved tasks.',
  launch: 'Nothing is due for launch today.',
}

const byDay = { review: 'Review date', target: 'Target date' } as const
const ofOneStatus: Sorts<TaskSort> = { default: 'Newest first', ...byDay }

const sorts: Record<ListTabId, Sorts<TaskSort>> = {
  total: { default: 'Status', newest: 'Newest first', ...byDay },
  pending: ofOneStatus,
  'refer-back': ofOneStatus,
  approved: ofOneStatus,
  // Other sort orders are not offered, because `dueOf` needs a list that is sorted by target date.
  launch: { default: 'Longest waiting' },
}

/**
 * Returns the list with only the due tasks. The list is sorted by target date. So if a loaded task is not due, the following pages contain
 * no due task and are not loaded.
 */
function dueOf(list: ReturnType<typeof useTasks>, today: CalendarDate): typeof list {
  const items = list.items?.filter((task) => isDue(task, today))
  return { ...list, items, hasMore: list.hasMore && items?.length === list.items?.length }
}

export default function TaskGridTab({ tab }: { tab: ListTabId }) {
  const listOptions = useListOptions(sorts[tab])
  const leading = useLeading()
  const all = useTasks({ ...listed[tab], search: listOptions.search.wanted, ...(listOptions.sort && { sort: listOptions.sort }) })
  const today = useBusinessToday()
  const toLaunch = tab === 'launch'
  const list = toLaunch ? dueOf(all, today) : all
  useTaskSequence({ tasks: list.items ?? [], hasMore: list.hasMore, more: list.more })

  return (
    <BoardList list={list} listOptions={listOptions} of="tasks" empty={nothing[tab]}>
      {(tasks) =>
        listOptions.view === 'dense' ? (
          <TaskTable tasks={tasks} toLaunch={toLaunch} />
        ) : (
          <ul className={styles.grid} onKeyDown={moveAmongCards}>
            {tasks.map((task) => (
              <li key={task._id} className={styles.cell}>
                <TaskCard
                  task={task}
                  companyName={task.companyName}
                  today={today}
                  toLaunch={toLaunch}
                  to={leading('task', String(task.taskId))}
                />
              </li>
            ))}
          </ul>
        )
      }
    </BoardList>
  )
}
