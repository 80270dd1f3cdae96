import { getBoardCalendar } from '@app/contracts/http/calendar.ts'
import { type CalendarDate, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MonthCalendar } from '../../../domain/calendar/MonthCalendar.tsx'
import { periodOf, useMonth } from '../../../domain/calendar/month.ts'
import { useDroppedTask } from '../../../domain/task/change/use-dropped-task.tsx'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { ErrorState, StaleNotice } from '../../../shared/ui/states.tsx'
import { ManagerFilter } from '../board/ManagerFilter.tsx'
import { CALENDAR } from '../board/queries.ts'
import { useManager } from '../board/use-manager.ts'
import { keepTask } from '../task-actions.ts'
import { useLeading, useOpenPanel, usePlace } from '../use-place.ts'
import { BoardDay } from './BoardDay.tsx'
import styles from './CalendarTab.module.css'
import { CompanyFilter } from './CompanyFilter.tsx'
import { type BoardCalendar, daysOf } from './entries-of-board.ts'
import { useCompanyInUrl } from './use-company-in-url.ts'

const FAILED = 'We couldn’t load the calendar.'

/** The posts of all companies, or of one company, by month. */
export default function CalendarTab() {
  const place = useMonth()
  const { openedDay, close } = usePlace()
  const leading = useLeading()
  const openPanel = useOpenPanel()
  const { companyId, choose } = useCompanyInUrl()
  const { manager } = useManager()
  const filter = { ...periodOf(place.month), manager, ...(companyId !== null && { companyProfileId: companyId }) }
  const calendar = useQuery({
    queryKey: [...CALENDAR, filter],
    queryFn: ({ signal }) => adminCall(getBoardCalendar, { query: filter, signal }),
    // The calendar gets live updates only while it is on the screen.
    staleTime: 0,
  })
  const { move, question } = useMoves(calendar.data)
  const linkTo = (taskId: number) => leading('task', String(taskId))

  return (
    <>
      <MonthCalendar
        place={place}
        days={calendar.data && daysOf(calendar.data, linkTo)}
        onOpenDay={(date) => openPanel('day', date)}
        onMove={move}
        tools={
          <div className={styles.tools}>
            <ManagerFilter />
            <CompanyFilter companyId={companyId} onChoose={choose} />
          </div>
        }
        failure={
          calendar.isLoadingError && (
            <ErrorState
              message={unlessOffline(calendar.error, FAILED)}
              busy={calendar.isFetching}
              onRetry={() => void calendar.refetch()}
            />
          )
        }
        notices={
          <>
            <StaleNotice query={calendar} />
            {calendar.data?.planned.isComplete === false && (
              <p className={styles.note}>Some planned dates are not shown. Choose a company to see all of its dates.</p>
            )}
          </>
        }
      />
      {question}
      {openedDay !== null && isCalendarDate(openedDay) && (
        <BoardDay
          date={openedDay}
          companyId={companyId}
          manager={manager}
          planned={calendar.data?.planned.dates.filter(({ date }) => date === openedDay) ?? []}
          linkTo={linkTo}
          onClose={close}
        />
      )}
    </>
  )
}

/** Moves tasks that were dragged to other days. A move ends when the calendar is loaded again. */
function useMoves(calendar: BoardCalendar | undefined) {
  const queryClient = useQueryClient()
  const tasks = calendar?.days.flatMap((day) => day.tasks) ?? []
  const { drop, question } = useDroppedTask({
    caller: 'admin',
    // The monthly limit does not apply to admins.
    tasks: undefined,
    keep: (moved) => keepTask(moved, tasks.find(({ _id }) => _id === moved._id)?.companyName ?? ''),
  })

  async function move(key: string, date: CalendarDate): Promise<void> {
    await drop(
      tasks.find(({ _id }) => _id === key),
      date,
    )
    await queryClient.invalidateQueries({ queryKey: CALENDAR })
  }
  return { move, question }
}
