import { AppError } from '@app/chassis/http/errors.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { brand } from '@app/contracts/brand.ts'
import { addDays, type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { withoutTasks } from '@app/contracts/rules/planned-dates.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { type FeedTask, selectFeedTasks } from './calendar-task.repository.ts'
import { type CalendarEvent, toICalendar } from './icalendar.ts'
import { computePlannedDates, type DatedSeries } from './planned-dates.ts'

/** The feed contains events of this many past days, because calendar apps delete events that are no longer in a feed. */
const PAST_DAYS = 31
/** The feed contains events of this many coming days: 12 months. */
const COMING_DAYS = 366
/** Maximum number of tasks and of planned dates in a feed. Later events are left out. */
const EVENTS_MAX = 1_000
/** Maximum number of series in a feed. The dates of all of them together take at most 0.1 s of CPU time. */
const SERIES_MAX = 100
/** How often calendar apps should read the feed: every hour. */
const REFRESH = 'PT1H'
/** Limit of the requests for one feed, by all subscribers together. */
const READS = { count: 120, seconds: 3_600 }

/** An entry of the feed, with its time of day in the time zone of the company. */
interface Timed {
  date: CalendarDate
  targetPostingTime: TimeOfDay | null
  postedAt?: string | null
}

const feedNotFound = (): AppError => new AppError('feed-not-found', 'not-found', 'This calendar address is not valid.')

/** Returns the UID of a date of a series. The UID stays the same when the planned date becomes a task. */
const uidInSeries = (seriesId: string, date: string): string => `${seriesId}-${date}`

const linkTo = (origin: string, taskId: number): string => `${origin}/management?show=task-${taskId}`

/**
 * Returns when a task with a time of day is, or was, posted. The instant is right in every time zone, also across daylight saving time.
 * Undefined for a task without a time of day.
 */
function startOf({ date, targetPostingTime: time, postedAt }: Timed, timeZone: string): Date | undefined {
  if (time === null) return undefined
  return postedAt ? new Date(postedAt) : instantOf(date, time, timeZone)
}

const timed = (entry: Timed, timeZone: string): Pick<CalendarEvent, 'startsAt'> => {
  const startsAt = startOf(entry, timeZone)
  return startsAt ? { startsAt } : {}
}

const taskEvent = (task: FeedTask, origin: string, timeZone: string): CalendarEvent => ({
  ...timed(task, timeZone),
  uid: task.seriesId && task.occurrenceDate ? uidInSeries(task.seriesId, task.occurrenceDate) : task.id,
  date: task.date,
  title: task.title,
  sequence: task.version,
  changedAt: task.updatedAt,
  url: linkTo(origin, task.taskId),
})

const plannedEvent = ({ seriesId, date, title, createdAt, targetPostingTime }: DatedSeries, timeZone: string): CalendarEvent => ({
  ...timed({ date, targetPostingTime }, timeZone),
  uid: uidInSeries(seriesId, date),
  date,
  title,
  // Versions of tasks begin with 1.
  sequence: 0,
  changedAt: createdAt,
})

interface FeedCompany {
  id: string
  name: string
  /** Time zone in the profile of the company. */
  timeZone: string
}

/** Returns the company of a feed. Undefined if the feed was replaced or turned off. */
async function findFeedCompany(db: Kysely<Tables>, feedId: string): Promise<FeedCompany | undefined> {
  return db
    .selectFrom('calendar_feed')
    .innerJoin('company', 'company.id', 'calendar_feed.company_id')
    .select(['company.id', 'company.name', sql<string>`coalesce(company.profile ->> 'timeZone', '')`.as('timeZone')])
    .where('calendar_feed.id', '=', feedId)
    .executeTakeFirst()
}

/**
 * Returns the calendar feed of a token as text. The feed contains titles and dates, and links to tasks, which open only after a sign-in.
 * Throws 404 for an invalid token, and 429 if subscribers read the feed too often.
 */
export async function readCalendarFeed(deps: TasksDeps, token: string): Promise<string> {
  const feedId = deps.reviewKeys.feedIdOf(token)
  const company = feedId && (await findFeedCompany(deps.db, feedId))
  if (!company) throw feedNotFound()
  await consumeLimit(deps.db, { key: `calendar-feed:${feedId}`, limit: READS, now: new Date() })

  const timeZone = timeZoneOf(company)
  const today = todayIn(deps.timeZone, deps.now())
  const period = { from: addDays(today, -PAST_DAYS), to: addDays(today, COMING_DAYS) }
  // The planned dates are read before the tasks. So if a planned date becomes a task between the two queries, the feed contains the task.
  const { dates } = await computePlannedDates(deps, { ...period, companyId: company.id, max: EVENTS_MAX, seriesMax: SERIES_MAX })
  const tasks = await selectFeedTasks(deps.db, company.id, period, EVENTS_MAX)
  return toICalendar({
    product: `-//${brand.name}//Content calendar//EN`,
    name: `${company.name} posts`,
    refresh: REFRESH,
    events: [
      ...tasks.map((task) => taskEvent(task, deps.origin, timeZone)),
      ...withoutTasks(dates, tasks).map((planned) => plannedEvent(planned, timeZone)),
    ],
  })
}
