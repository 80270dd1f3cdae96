import { connect } from '@app/chassis/db/connect.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../../src/db/tables.ts'
import { createDueOccurrences } from '../../src/series/start-series.ts'
import { setUp } from '../setup.ts'
import { createdIn, createRecurring, datesOf, LAST_FRIDAYS, launch, occurrencesOf } from './series-setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
/** The simulated business clock of all replicas. */
let clock = new Date('2026-11-21T17:00:00Z')
beforeAll(async () => {
  service = await setUp({ now: () => clock })
})
afterAll(() => service.stop())

const HOUR = 3_600_000
const connectReplica = () => connect<Tables>({ url: service.url, schema: 'tasks', max: 4, onIdleError: () => {} })

const job = (db: Kysely<Tables>) => createDueOccurrences({ ...service.deps, db }, new AbortController().signal)

/** Ends the database connections of a replica, as if its process was killed. */
const killConnections = (pids: readonly number[]) =>
  sql`select pg_terminate_backend(pid) from unnest(${pids}::integer[]) as pid`.execute(service.db)

async function pidOf(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/** Returns every date from `first` to `last` in steps of `days` days. */
function everyDays(days: number, first: CalendarDate, last: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = []
  for (let date = first; date <= last; date = addDays(date, days)) dates.push(date)
  return dates
}

test('in a year with two replicas, restarts, kills and a clock that is set back, every date becomes one task', async () => {
  const owner = await ownerWithCompany(service.deps)
  const period = { recurrenceStartDate: '2026-12-05', recurrenceEndDate: '2027-12-04' }
  // The tasks of the first series are launched a day early. The tasks of the other series are never launched.
  const weekly = await createRecurring(service.app, owner, { ...period, title: 'weekly', weeklyDayOfWeek: 'sunday' })
  const biWeekly = await createRecurring(service.app, owner, { ...period, title: 'bi-weekly', recurrenceType: 'bi-weekly' })
  const monthly = await createRecurring(service.app, owner, {
    ...period,
    title: 'monthly',
    recurrenceType: 'monthly',
    monthlyWeek: 'last',
    monthlyDayOfWeek: 'friday',
  })
  const steady = connectReplica()
  let restarted = connectReplica()
  const end = Date.parse('2027-12-06T00:00:00Z')
  for (let step = 1; clock.getTime() < end; step++) {
    // Every 40th step sets the clock back by two days.
    clock = new Date(clock.getTime() + (step % 40 === 0 ? -48 : 12) * HOUR)
    const isKill = step % 7 === 0
    const pid = isKill ? await pidOf(restarted) : 0
    const jobs = [job(steady), job(restarted).catch(() => 0)]
    if (isKill) await killConnections([pid])
    await Promise.all(jobs)
    if (step % 11 === 0) {
      await restarted.destroy()
      restarted = connectReplica()
    }
    const today = clock.toISOString().slice(0, 10)
    const open = await sql<{ _id: string }>`
      select id as "_id" from task where series_id = ${weekly.seriesId} and status = 'Pending' and occurrence_date <= ${addDays(today, 1)}`.execute(
      service.db,
    )
    for (const task of open.rows) await launch(service.app, service.db, task)
  }
  await job(steady)
  await Promise.all([steady.destroy(), restarted.destroy()])

  const expected = [
    [weekly.seriesId, everyDays(7, '2026-12-06', '2027-12-04')],
    [biWeekly.seriesId, everyDays(14, '2026-12-07', '2027-12-04')],
    [monthly.seriesId, LAST_FRIDAYS.slice(1)],
  ] as const
  for (const [seriesId, dates] of expected) {
    const tasks = await occurrencesOf(service.app, owner, seriesId)
    expect(datesOf(tasks)).toEqual(dates)
    expect(tasks.map(({ nextOccurrenceDate }) => nextOccurrenceDate)).toEqual([...dates.slice(1), null])
    expect(tasks.map(({ occurrenceNo }) => occurrenceNo)).toEqual(dates.map((_, at) => at + 1))
    const created = await createdIn(service.db, seriesId)
    expect(created.map(({ occurrence }) => occurrence?.date)).toEqual(dates)
  }
})
