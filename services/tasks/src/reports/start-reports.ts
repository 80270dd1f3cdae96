import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { WorkItem } from '@app/chassis/work/attempt.ts'
import { done, hold, type Outcome } from '@app/chassis/work/outcome.ts'
import { enqueueAgain, type Queue } from '@app/chassis/work/queue.ts'
import { monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import { addMonths, firstWorkingDayOf, instantsOf, type Month } from '@app/contracts/rules/monthly-report.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { FiguresUnavailable } from './ask-figures.ts'
import { type PrepareDeps, prepareMissing } from './prepare-report.ts'

export interface ReportDeps extends PrepareDeps {
  log: Logger
}

interface ReportWork {
  companyId: string
  month: Month
}

/** Reports to prepare. The keys name the month and the company. */
export const reportQueue: Queue<ReportWork> = { name: 'reports' }

const EVERY_MS = 300_000
const FIRST_MS = 10_000
const BATCH = 500
const BEFORE_FIRST = '00000000-0000-0000-0000-000000000000'

/** Returns companies that existed in a month, and have no report for it, by id. */
async function companiesWithoutReport(db: Kysely<Tables>, month: Month, existedBefore: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from company
    where id > ${after} and (profile ->> 'createdAt')::timestamptz < ${existedBefore}
      and not exists (select from monthly_report where company_id = company.id and month = ${month})
    order by id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * From the first working day of a month on, queues the reports of the month before that don't exist yet, for all companies. Repeated calls,
 * also in other replicas, queue each report once.
 */
export async function queueReports({ db, timeZone, now }: ReportDeps, signal: AbortSignal): Promise<void> {
  const today = todayIn(timeZone, now())
  if (today < firstWorkingDayOf(monthOf(today))) return
  const month = addMonths(monthOf(today), -1)
  const { until } = instantsOf(month, timeZone)
  let after = BEFORE_FIRST
  while (!signal.aborted) {
    const ids = await companiesWithoutReport(db, month, until, after)
    const works = ids.map((companyId) => ({ key: `${month} ${companyId}`, payload: { companyId, month } }))
    // Work that was given up is queued again, because its report is still missing.
    await inTransaction(db, (trx) => enqueueAgain(trx, reportQueue, works))
    after = ids.at(-1) ?? after
    if (ids.length < BATCH) return
  }
}

/** The work of preparing reports. While another service doesn't return its figures, no report is prepared. */
export function reportWork(deps: ReportDeps) {
  const { db, log } = deps
  return {
    db,
    queue: reportQueue,
    capacity: 2,
    log,
    async handle({ payload: { companyId, month } }: WorkItem<ReportWork>): Promise<Outcome> {
      try {
        await prepareMissing(deps, companyId, month)
        return done
      } catch (error) {
        if (!(error instanceof FiguresUnavailable)) throw error
        log.warn({ err: error, companyId }, 'a report cannot be prepared yet; retrying')
        return hold('figures unavailable')
      }
    },
  }
}

/** Queues missing reports every five minutes in every replica. Returns a function that stops this job. */
export const startReports = (deps: ReportDeps): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    firstMs: FIRST_MS,
    name: 'queueing monthly reports',
    log: deps.log,
    run: (signal) => queueReports(deps, signal),
  })
