import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import { listPlannedDates, type PlannedDate } from '@app/contracts/http/calendar.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { isCalendarDate, monthOf } from '@app/contracts/rules/business-dates.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { withoutTasks } from '@app/contracts/rules/planned-dates.ts'
import { canMove } from '@app/contracts/rules/task-status.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { DayDialog } from '../../../domain/calendar/DayDialog.tsx'
import { byDay, type CalendarEntry } from '../../../domain/calendar/entries.ts'
import { MonthCalendar } from '../../../domain/calendar/MonthCalendar.tsx'
import { periodOf, useMonth } from '../../../domain/calendar/month.ts'
import { useDroppedTask } from '../../../domain/task/change/use-dropped-task.tsx'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { formatClock } from '../../../shared/format/dates.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { ErrorState, RetryNotice } from '../../../shared/ui/states.tsx'
import { useOverlay } from '../../../shared/ui/use-overlay.ts'
import { loadFailure } from '../api.ts'
import { useTaskChanges } from '../change/use-task-changes.ts'
import { PLANNED_DATES } from '../series/series-key.ts'

const CalendarFeed = lazyPart(() => import('./CalendarFeed.tsx'), { missing: PanelMissing })

/** Values of `?show=` for the panels of the calendar. */
const FEED = 'calendar-feed'
const DAY = 'day-'
/** Value of `?show=` for the form of a new task. */
const NEW_TASK = 'new'

type Leading = ReturnType<typeof useOverlay>['leading']

interface OwnerCalendarProps {
  profile: CompanyProfile
  tasks: UseQueryResult<Task[]>
}

/** The calendar of the owner's posts: all tasks by posting date, and the planned dates of series. */
export default function OwnerCalendar({ profile, tasks }: OwnerCalendarProps) {
  const place = useMonth()
  const { from, to } = periodOf(place.month)
  const overlay = useOverlay(['show'])
  const shown = overlay.search.get('show') ?? ''
  const day = shown.startsWith(DAY) ? shown.slice(DAY.length) : ''
  const { drop, question } = useDroppedTask(useTaskChanges({ companyProfileId: profile._id }))
  const planned = useQuery({
    // The key begins with the key of series, which changes of tasks invalidate.
    queryKey: [...PLANNED_DATES, profile._id, from],
    queryFn: ({ signal }) => call(listPlannedDates, { params: { companyProfileId: profile._id }, query: { from, to }, signal }),
  })

  if (tasks.isLoadingError)
    return <ErrorState message={loadFailure(tasks.error) ?? ''} busy={tasks.isFetching} onRetry={() => void tasks.refetch()} />
  const entries = tasks.data && entriesOf(tasks.data, planned.data?.dates ?? [], overlay.leading)
  const ofMonth = entries?.filter(({ date }) => date >= from && date <= to)

  return (
    <>
      <MonthCalendar
        place={place}
        days={ofMonth && byDay(ofMonth)}
        onOpenDay={(date) => overlay.open('show', DAY + date)}
        onMove={(key, date) =>
          drop(
            tasks.data?.find(({ _id }) => _id === key),
            date,
          )
        }
        onPlan={place.month >= monthOf(place.today) ? () => overlay.open('show', NEW_TASK) : undefined}
        tools={
          <Button tone="quiet" icon={<CalendarSync aria-hidden="true" />} onClick={() => overlay.open('show', FEED)}>
            Subscribe
          </Button>
        }
        notices={
          planned.isError && (
            <RetryNotice
              message={unlessOffline(planned.error, 'We couldn’t load the dates of recurring tasks.')}
              busy={planned.isFetching}
              onRetry={() => void planned.refetch()}
            />
          )
        }
      />
      {isCalendarDate(day) && <DayDialog date={day} entries={entries?.filter(({ date }) => date === day)} onClose={overlay.close} />}
      {question}
      {shown === FEED && <CalendarFeed companyProfileId={profile._id} onClose={overlay.close} />}
    </>
  )
}

/** Returns when a task was posted, or else its posting time, for example "9:00 AM". Undefined for a task without a time. */
function timeOf({ postedAt, targetPostingTime }: Task): string | undefined {
  if (postedAt) return formatClock(postedAt)
  return targetPostingTime ? formatTimeOfDay(targetPostingTime) : undefined
}

/** Returns the entries of all tasks, oldest task first, and then the entries of planned dates. */
function entriesOf(tasks: readonly Task[], planned: readonly PlannedDate[], leading: Leading): CalendarEntry[] {
  const ofTasks = tasks.toReversed().flatMap((task): CalendarEntry[] => {
    const date = calendarDateOf(task)
    if (!date) return []
    return [
      {
        key: task._id,
        date,
        title: task.title,
        status: task.currentStatus,
        time: timeOf(task),
        links: task.postLinks,
        picture: task,
        to: leading('show', `task-${task.taskId}`),
        canMove: canMove(task),
      },
    ]
  })
  const ofSeries = withoutTasks(planned, tasks).map(
    ({ seriesId, date, title, newestTaskId, targetPostingTime: time }): CalendarEntry => ({
      key: `${seriesId} ${date}`,
      date,
      title,
      time: time && formatTimeOfDay(time),
      to: newestTaskId === null ? undefined : leading('show', `task-${newestTaskId}`),
    }),
  )
  return [...ofTasks, ...ofSeries]
}
