import { setTimeout as sleep } from 'node:timers/promises'
import { type MonthlyReport, prepareReport, type ReportResult, sendReports, setReportText } from '@app/contracts/http/monthly-reports.ts'
import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, type CalendarDate, daysBetween, monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import { addMonths, firstDayOf, lastDayOf } from '@app/contracts/rules/monthly-report.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import { must } from '../tests/support/client.ts'
import { addPast, type PastCustomers, type PastPost } from '../tests/support/past-months.ts'
import type { Cast } from './cast.ts'
import type { StoryCompany, StoryPast, StoryPastPost, StoryPerson, StoryReport } from './story/story.ts'

const HOUR = 3_600_000
/** The company was created on this day. */
const CREATED = { monthsAgo: 3, day: 20 }
/** Days from the creation of a task to its post. */
const CREATED_DAYS_BEFORE = 12
/** Hours from the creation of a task, or from the feedback, to a version. */
const DELIVERY_HOURS = 44
const THUMBNAILS_TIMEOUT_MS = 10_000

interface Calendar {
  today: CalendarDate
  timeZone: string
}

const monthsBefore = ({ today }: Calendar, months: number): string => addMonths(monthOf(today), -months)
const later = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR)

function pastPostOf(story: StoryPastPost, likeTaskId: string, calendar: Calendar): PastPost {
  const postedOn = addDays(firstDayOf(monthsBefore(calendar, story.monthsAgo)), story.day - 1)
  const postedAt = instantOf(postedOn, '10:00', calendar.timeZone)
  const createdAt = instantOf(addDays(postedOn, -CREATED_DAYS_BEFORE), '11:30', calendar.timeZone)
  const { title, platforms, links, decidedAfterHours } = story
  let at = createdAt
  const versions = [...(story.feedback ?? []), undefined].map((feedback) => {
    const deliveredAt = later(at, DELIVERY_HOURS)
    at = later(deliveredAt, decidedAfterHours)
    return { deliveredAt, decidedAt: at, feedback }
  })
  return { title, likeTaskId, platforms, links, createdAt, versions, postedAt, postedOn }
}

/** Counts the people who were in the spreadsheet at the end of a month. */
function customersAt(people: readonly StoryPerson[], monthsAgo: number, calendar: Calendar): PastCustomers {
  const day = lastDayOf(monthsBefore(calendar, monthsAgo))
  const daysAgo = daysBetween(day, calendar.today)
  const known = people.filter(({ leadDaysAgo }) => leadDaysAgo >= daysAgo)
  const lost = known.filter(({ Stage }) => Stage === 'Lost').length
  const customers = known.filter(({ Stage, customerDaysAgo = -1 }) => Stage !== 'Lost' && customerDaysAgo >= daysAgo).length
  return { at: instantOf(day, '12:00', calendar.timeZone), lost, customers, leads: known.length - lost - customers }
}

/** Returns the tasks of the company once those that past posts resemble have their smaller pictures, which the product draws later. */
async function tasksWithPictures({ send, ownerToken: token }: Cast, companyId: string, { posts }: StoryPast): Promise<Task[]> {
  for (const until = Date.now() + THUMBNAILS_TIMEOUT_MS; ; await sleep(100)) {
    const tasks = await must(send<Task[]>('GET', listTasks.url.replace(':companyProfileId', companyId), { token }))
    const isWanted = ({ title, occurrenceNo }: Task) => (occurrenceNo ?? 1) === 1 && posts.some(({ like }) => like === title)
    const wanted = tasks.filter(isWanted)
    if (wanted.every(({ doneTaskThumbnail }) => doneTaskThumbnail) || Date.now() > until) return wanted
  }
}

/** Prepares a report, writes its text, and sends it if the story says so. Does not change a report that was sent. */
async function reportMonth(cast: Cast, companyProfileId: string, { monthsAgo, text, isSent }: StoryReport, calendar: Calendar) {
  const { send, adminToken: token } = cast
  const json = { companyProfileId, month: monthsBefore(calendar, monthsAgo) }
  const prepared = await send<MonthlyReport>(prepareReport.method, prepareReport.url, { token, json })
  if (prepared.status === 409) return
  const { _id: id, version: ifMatch } = await must(Promise.resolve(prepared))
  const url = setReportText.url.replace(':id', id)
  const { version } = await must(send<MonthlyReport>(setReportText.method, url, { token, ifMatch, json: { text } }))
  if (!isSent) return
  const reports = [{ id, version, idempotencyKey: crypto.randomUUID() }]
  const { results } = await must(send<{ results: ReportResult[] }>(sendReports.method, sendReports.url, { token, json: { reports } }))
  const failed = results.find(({ status }) => status !== 200)
  if (failed) throw new Error(`The report of ${json.month} was not sent: ${failed.message}`)
}

/**
 * Adds the past months of a company, and their reports, with figures that the product computes. `found` are the tasks of an earlier run of
 * the demo.
 */
export async function tellPast(cast: Cast, company: StoryCompany, companyId: string, databaseUrl: string, found: readonly Task[]) {
  const { past, customers } = company
  if (!past) return
  const calendar = { today: todayIn(cast.timeZone), timeZone: cast.timeZone }
  if (!past.posts.some(({ title }) => found.some((task) => task.title === title))) {
    const tasks = await tasksWithPictures(cast, companyId, past)
    const posts = past.posts.flatMap((story) => {
      const like = tasks.find(({ title }) => title === story.like)
      return like ? [pastPostOf(story, like._id, calendar)] : []
    })
    const reads = [3, 2, 1].map((monthsAgo) => customersAt(customers?.people ?? [], monthsAgo, calendar))
    const since = instantOf(addDays(firstDayOf(monthsBefore(calendar, CREATED.monthsAgo)), CREATED.day - 1), '09:00', cast.timeZone)
    await addPast(databaseUrl, companyId, { since, posts, ...(customers && { customers: reads }) })
  }
  for (const report of past.reports) await reportMonth(cast, companyId, report, calendar)
}
