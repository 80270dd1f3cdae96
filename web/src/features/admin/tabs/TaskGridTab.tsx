import { type TaskSort, turns } from '@app/contracts/http/board.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { BoardSkeleton } from '../board/BoardSkeleton.tsx'
import { isDue } from '../board/due-dates.ts'
import { countsQuery, useTasks } from '../board/queries.ts'
import type { TaskFilter } from '../board/task-order.ts'
import { useChoiceInUrl } from '../board/use-choice-in-url.ts'
import { type Sorts, useListOptions } from '../board/use-list-options.ts'
import { SelectTask } from '../launch/SelectTask.tsx'
import { useSelection } from '../launch/use-selection.ts'
import { type ListTabId, listed } from '../tabs.ts'
import { useTaskSequence } from '../task-sequence.ts'
import { useLeading } from '../use-place.ts'
import { DeliverFiles } from './DeliverFiles.tsx'
import { byPeriod, byPostingDate } from './sections.tsx'
import { TaskCard } from './TaskCard.tsx'
import { TaskSections } from './TaskSections.tsx'
import { TurnFilter } from './TurnFilter.tsx'
import styles from './tabs.module.css'

const LaunchBar = lazyPart(() => import('../launch/LaunchBar.tsx'))
const TaskTable = lazyPart(() => import('./TaskTable.tsx'), { waiting: <BoardSkeleton /> })

const NOTHING_DUE = 'Nothing is due for launch today.'

const nothing: Record<ListTabId, string> = {
  total: 'No tasks yet.',
  pending: 'No pending tasks.',
  'refer-back': 'No tasks were referred back.',
  approved: 'No approved tasks.',
  launch: NOTHING_DUE,
}
const nothingOfTurn = { admin: 'We owe no previews.', owner: 'No preview is waiting for a client.' } as const

const ofOneStatus: Sorts<TaskSort> = { default: 'Due date', newest: 'Newest first' }

const sorts: Record<ListTabId, Sorts<TaskSort>> = {
  total: { default: 'Status', newest: 'Newest first', review: 'Review date', target: 'Target date' },
  pending: ofOneStatus,
  'refer-back': ofOneStatus,
  approved: ofOneStatus,
  // Other sort orders are not offered, because `useLaunchList` needs a list that is sorted by target date.
  launch: { default: 'Longest waiting' },
}

/**
 * Returns the list of the launch tab: the due tasks or, if none is due, the next tasks. The list is sorted by target date. So if a loaded
 * task is not due, the following pages contain no due task and are not loaded.
 */
function useLaunchList(list: ReturnType<typeof useTasks>, today: CalendarDate) {
  const due = useMemo(() => list.items?.filter((task) => isDue(task, today)), [list.items, today])
  const isUpcoming = due?.length === 0 && list.items?.length !== 0
  if (isUpcoming) return { list, isUpcoming }
  return { list: { ...list, items: due, hasMore: list.hasMore && due?.length === list.items?.length }, isUpcoming }
}

export default function TaskGridTab({ tab }: { tab: ListTabId }) {
  const listOptions = useListOptions(sorts[tab])
  const leading = useLeading()
  const [turnInUrl, setTurn] = useChoiceInUrl('turn', turns)
  const counts = useQuery(countsQuery)
  const turn = tab === 'pending' ? turnInUrl : undefined
  const filter: TaskFilter = {
    ...listed[tab],
    turn,
    search: listOptions.search.wanted,
    ...(listOptions.sort && { sort: listOptions.sort }),
  }
  const all = useTasks(filter)
  const today = useBusinessToday()
  const launchList = useLaunchList(all, today)
  const { list, isUpcoming } = tab === 'launch' ? launchList : { list: all, isUpcoming: false }
  const toLaunch = tab === 'launch' && !isUpcoming
  const { items, hasMore } = list
  // The tab of all tasks has no headings: for the posted tasks in this tab, the heading "Late" would be wrong.
  const headedSort = tab === 'total' ? undefined : filter.sort
  const sections = useMemo(
    () => (isUpcoming ? byPostingDate(items ?? []) : byPeriod(items ?? [], headedSort, today)),
    [items, headedSort, today, isUpcoming],
  )
  useTaskSequence({ tasks: items ?? [], hasMore, more: list.more })
  const selection = useSelection(items, LAUNCHES_MAX)

  return (
    <>
      {(tab === 'pending' || tab === 'refer-back') && (
        <div className={styles.head}>
          {tab === 'pending' && <TurnFilter turn={turn} counts={counts.data} onChange={setTurn} />}
          <DeliverFiles />
        </div>
      )}
      <BoardList list={list} listOptions={listOptions} of="tasks" empty={turn ? nothingOfTurn[turn] : nothing[tab]}>
        {(tasks) => (
          <>
            {isUpcoming && (
              <p className={styles.upcoming}>
                {NOTHING_DUE} <span>These tasks come next.</span>
              </p>
            )}
            {listOptions.view === 'dense' ? (
              <TaskTable tasks={tasks} toLaunch={toLaunch} selection={toLaunch ? selection : undefined} />
            ) : (
              <TaskSections
                sections={sections}
                hasMore={hasMore}
                card={(task) => (
                  <TaskCard
                    task={task}
                    companyName={task.companyName}
                    today={today}
                    toLaunch={toLaunch}
                    select={toLaunch && <SelectTask task={task} selection={selection} />}
                    to={leading('task', String(task.taskId))}
                  />
                )}
              />
            )}
          </>
        )}
      </BoardList>
      {tab === 'launch' && <LaunchBar selection={selection} listed={toLaunch ? (items?.length ?? 0) : 0} />}
    </>
  )
}
