import type { BoardTask } from '@app/contracts/http/board.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { useMemo } from 'react'
import { useBusinessToday } from '../../../shared/format/use-today.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { isDue } from '../board/due-dates.ts'
import { useTasks } from '../board/queries.ts'
import { useListOptions } from '../board/use-list-options.ts'
import { useManager } from '../board/use-manager.ts'
import { SelectTask } from '../launch/SelectTask.tsx'
import { useSelection } from '../launch/use-selection.ts'
import { listed } from '../tabs.ts'
import { useTaskSequence } from '../task-sequence.ts'
import { byPeriod, byPostingDate } from './sections.tsx'
import { TaskGrid } from './TaskGrid.tsx'
import styles from './tabs.module.css'

const LaunchBar = lazyPart(() => import('../launch/LaunchBar.tsx'))

const NOTHING_DUE = 'Nothing is due for launch today.'
// Other sort orders are not offered, because `useLaunchList` needs a list that is sorted by target date.
const sorts = { default: 'Longest waiting' }

/**
 * Returns the due tasks or, if none is due, the next tasks. The list is sorted by target date. So if a loaded task is not due, the following
 * pages contain no due task and are not loaded.
 */
function useLaunchList(list: ReturnType<typeof useTasks>, today: CalendarDate) {
  const due = useMemo(() => list.items?.filter((task) => isDue(task, today)), [list.items, today])
  const isUpcoming = due?.length === 0 && list.items?.length !== 0
  if (isUpcoming) return { list, isUpcoming }
  return { list: { ...list, items: due, hasMore: list.hasMore && due?.length === list.items?.length }, isUpcoming }
}

/** The approved tasks that admins launch. Due tasks can be selected and launched together. */
export default function LaunchTab() {
  const listOptions = useListOptions(sorts)
  const today = useBusinessToday()
  const { manager } = useManager()
  const { list, isUpcoming } = useLaunchList(useTasks({ ...listed.launch, manager, search: listOptions.search.wanted }), today)
  const { items, hasMore } = list
  const sections = useMemo(
    () => (isUpcoming ? byPostingDate(items ?? []) : byPeriod(items ?? [], listed.launch.sort, today)),
    [items, today, isUpcoming],
  )
  useTaskSequence({ tasks: items ?? [], hasMore, more: list.more })
  const selection = useSelection(items, LAUNCHES_MAX)
  const select = (task: BoardTask) => <SelectTask task={task} selection={selection} />

  return (
    <>
      <BoardList list={list} listOptions={listOptions} of="tasks" empty={NOTHING_DUE}>
        {(tasks) => (
          <>
            {isUpcoming && (
              <p className={styles.upcoming}>
                {NOTHING_DUE} <span>These tasks come next.</span>
              </p>
            )}
            <TaskGrid
              view={listOptions.view}
              tasks={tasks}
              sections={sections}
              hasMore={hasMore}
              select={isUpcoming ? undefined : select}
            />
          </>
        )}
      </BoardList>
      <LaunchBar selection={selection} listed={isUpcoming ? 0 : (items?.length ?? 0)} />
    </>
  )
}
