import type { App } from '@app/chassis/http/app.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { TaskCreated } from '@app/contracts/events/tasks.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Series } from '@app/contracts/http/series.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../src/db/tables.ts'
import type { TasksDeps } from '../../src/deps.ts'
import { createDueOccurrences } from '../../src/series/start-series.ts'
import { admin, create, deliver, move, type Person } from '../setup.ts'

export type Owner = Person & { company: CompanyProfile }

/** Every Monday from 7 December 2026 to 4 January 2027: five dates. */
const everyMonday = {
  isRecurring: 'true',
  recurrenceType: 'weekly',
  weeklyDayOfWeek: 'monday',
  recurrenceStartDate: '2026-12-05',
  recurrenceEndDate: '2027-01-08',
}

/**
 * The last Friday of each month from November 2026 to November 2027. January, April, July and October have five Fridays, the other months
 * have four.
 */
export const LAST_FRIDAYS = [
  '2026-11-27',
  '2026-12-25',
  '2027-01-29',
  '2027-02-26',
  '2027-03-26',
  '2027-04-30',
  '2027-05-28',
  '2027-06-25',
  '2027-07-30',
  '2027-08-27',
  '2027-09-24',
  '2027-10-29',
  '2027-11-26',
]

/** Creates a recurring task, which is the first occurrence of its series. */
export async function createRecurring(app: App, owner: Owner, fields: Record<string, string> = {}, files = {}): Promise<Task> {
  const response = await create(
    app,
    owner,
    { companyProfileId: owner.company._id, title: 'Bean of the week', ...everyMonday, ...fields },
    files,
  )
  return response.json()
}

/** Runs the job that creates the next tasks, at noon of a day in New York. */
export const runJob = (deps: TasksDeps, day: string): Promise<number> =>
  createDueOccurrences({ ...deps, now: () => new Date(`${day}T17:00:00Z`) }, new AbortController().signal)

/** Returns the tasks of a series as a client gets them, in the order of their dates. */
export async function occurrencesOf(app: App, owner: Owner, seriesId: string | null): Promise<Task[]> {
  const response = await app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })
  return response
    .json<Task[]>()
    .filter((task) => task.seriesId === seriesId)
    .sort((a, b) => (a.occurrenceNo ?? 0) - (b.occurrenceNo ?? 0))
}

export const datesOf = (tasks: readonly Task[]): (string | null)[] => tasks.map(({ occurrenceDate }) => occurrenceDate)

/** Delivers a preview of a task and launches it. The approval is stored without a decision. */
export async function launch(app: App, db: Kysely<Tables>, task: Pick<Task, '_id'>): Promise<void> {
  await deliver(app, task._id)
  await sql`update task set status = 'Approved', approved_preview_number = preview_number where id = ${task._id}`.execute(db)
  const response = await move(app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Live' })
  if (response.statusCode !== 200) throw new Error(response.body)
}

export const readSeries = (app: App, caller: Person, id: string | null) =>
  app.inject({ url: `/task/series/${id}`, headers: caller.headers })

export const seriesOf = async (app: App, caller: Person, id: string | null): Promise<Series> => (await readSeries(app, caller, id)).json()

export const change = (app: App, caller: Person, id: string | null, body: object) =>
  app.inject({ method: 'PUT', url: `/task/series/${id}`, payload: body, headers: caller.headers })

export const end = (app: App, caller: Person, id: string | null) =>
  app.inject({ method: 'POST', url: `/task/series/${id}/end`, headers: caller.headers })

export const skip = (app: App, caller: Person, id: string | null, date: string) =>
  app.inject({ method: 'POST', url: `/task/series/${id}/skip`, payload: { date }, headers: caller.headers })

/** Returns the data of the events about new tasks of a series, oldest first. */
export const createdIn = async (db: Kysely<Tables>, seriesId: string | null) =>
  (await outboxOf(db as never, TaskCreated)).map(({ data }) => data).filter(({ occurrence }) => occurrence?.seriesId === seriesId)
