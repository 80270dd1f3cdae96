import type { BoardTask } from '@app/contracts/http/board.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import { FIRST_TIME_ZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { useMemo } from 'react'
import { useBusinessMinute, useBusinessToday } from '../../../shared/format/use-today.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { BoardList } from '../board/BoardList.tsx'
import { isDue } from '../board/due-dates.ts'
import { companyToday } from '../board/posting-time.ts'
import { useTasks } from '../board/queries.ts'
import { useListOptions } from '../board/use-list-options.ts'
import { useManager } from '../board/use-manager.ts'
import { SelectTask } from '../launch/SelectTask.tsx'
import { useSelection } from '../launch/use-selection.ts'
import { listed } from '../tabs.ts'
import { useTaskSequence } from '../task-sequence.ts'
import { byLateness, byPostingDate } from './sections.tsx'
import { TaskGrid } from './TaskGrid.tsx'
import styles from './tabs.module.css'

const LaunchBar = lazyPart(() => import('../launch/LaunchBar.tsx'))

const NOTHING_DUE = 'Nothing is due for launch today.'
// Other sort orders are not offered, because `useLaunchList` needs a list that is sorted by target date.
const sorts = { default: 'Longest waiting' }

/**
 * Returns the due tasks or, if none is due, the next tasks. The list is sorted by target date. So if the date of the last loaded task has
 * not come in any time zone, the following pages contain no due task and are not loaded.
 */
function useLaunchList(list: ReturnType<typeof useTasks>) {
  const { items } = list
  const now = useBusinessMinute()
  const due = useMemo(() => items?.filter((task) => isDue(task, companyToday(task, now))), [items, now])
  const isUpcoming = due?.length === 0 && items?.length !== 0
  if (isUpcoming) return { list, isUpcoming }
  const last = items?.at(-1)
  const mayFollow = last !== undefined && (calendarDateOf(last) ?? '9') <= todayIn(FIRST_TIME_ZONE, new Date(now))
  return { list: { ...list, items: due, hasMore: list.hasMore && mayFollow }, isUpcoming }
}

/** The approved tasks that admins launch. Due tasks can be selected and launched together. */
export default function LaunchTab() {
  const listOptions = useListOptions(sorts)
  const today = useBusinessToday()
  const { manager } = useManager()
  const { list, isUpcoming } = useLaunchList(useTasks({ ...listed.launch, manager, search: listOptions.search.wanted }))
  const { items, hasMore } = list
  const sections = useMemo(() => (isUpcoming ? byPostingDate(items ?? []) : byLateness(items ?? [], today)), [items, today, isUpcoming])
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
