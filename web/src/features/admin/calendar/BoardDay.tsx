import type { BoardTask } from '@app/contracts/http/board.ts'
import { CALENDAR_PAGE_MAX, listBoardDay, type PlannedDate } from '@app/contracts/http/calendar.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { withoutTasks } from '@app/contracts/rules/planned-dates.ts'
import { DayDialog } from '../../../domain/calendar/DayDialog.tsx'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { adminCallPage } from '../../../shared/api/call.ts'
import { useGrowingList } from '../../../shared/api/use-growing-list.ts'
import { EndOfList } from '../../../shared/ui/EndOfList.tsx'
import type { LinkProps } from '../../../shared/ui/Link.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { CALENDAR } from '../board/queries.ts'
import type { Manager } from '../board/use-manager.ts'
import { plannedEntry, taskEntry } from './entries-of-board.ts'

interface BoardDayProps {
  date: CalendarDate
  companyId: string | null
  manager: Manager
  /** The planned dates of this day. */
  planned: readonly PlannedDate[]
  linkTo: (taskId: number) => LinkProps
  onClose: () => void
}

/** The dialog with all posts of a day. The tasks are loaded page by page. */
export function BoardDay({ date, companyId, manager, planned, linkTo, onClose }: BoardDayProps) {
  const filter = { manager, ...(companyId !== null && { companyProfileId: companyId }) }
  const { query, items, ...list } = useGrowingList<BoardTask>({
    queryKey: [...CALENDAR, 'day', date, filter],
    load: ({ signal, ...page }) => adminCallPage(listBoardDay, { params: { date }, query: { ...filter, ...page }, signal }),
    keyOf: ({ _id }) => _id,
    step: CALENDAR_PAGE_MAX,
    most: CALENDAR_PAGE_MAX,
  })
  const entries = items && [
    ...items.map((task) => taskEntry(task, date, linkTo)),
    ...withoutTasks(planned, items).map((plannedDate) => plannedEntry(plannedDate, linkTo)),
  ]

  if (query.isLoadingError)
    return (
      <DayDialog date={date} entries={[]} onClose={onClose}>
        <RetryNotice
          message={unlessOffline(query.error, 'We couldn’t load the posts.')}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </DayDialog>
    )
  return (
    <DayDialog date={date} entries={entries} onClose={onClose}>
      <EndOfList {...list} />
    </DayDialog>
  )
}
