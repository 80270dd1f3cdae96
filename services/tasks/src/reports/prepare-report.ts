import { findCompany, lockCompany } from '@app/chassis/companies/company-projection.ts'
import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { MonthlyReport } from '@app/contracts/http/monthly-reports.ts'
import { monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import { addMonths, instantsOf, type Month, REPORT_MONTHS_BACK } from '@app/contracts/rules/monthly-report.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { StoredFigures } from '../db/report-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { askFigures, FiguresUnavailable } from './ask-figures.ts'
import { contentFigures } from './figures.ts'
import { plannedNextMonth, postsOfMonth } from './posts-of-month.ts'
import {
  findNewestReport,
  findReport,
  insertReport,
  lockReport,
  type Prepared,
  type ReportRow,
  storePrepared,
} from './report.repository.ts'
import { reportConflict, reportNotFound, SENT, toReport } from './to-report.ts'

export type PrepareDeps = Pick<TasksDeps, 'db' | 'timeZone' | 'now' | 'campaignsUrl' | 'crmProxyUrl' | 'internalMailKey'>

const MONTH_OPEN = 'Choose a month that has ended.'
const MONTH_OLD = `Choose one of the last ${REPORT_MONTHS_BACK} months.`
const MONTH_EARLY = 'This company did not exist yet.'
const NEWEST_ONLY = 'Only the newest report of a month can be corrected, after it was sent.'

const unavailable = (cause: FiguresUnavailable): AppError =>
  new AppError('figures-unavailable', 'unavailable', 'We couldn’t read all figures. Please try again shortly.', { cause, retryAfter: 5 })

/** Returns when a company was created. */
async function createdAt(db: Kysely<Tables>, companyId: string): Promise<Date> {
  const { at } = await db
    .selectFrom('company')
    .select(sql<string>`profile ->> 'createdAt'`.as('at'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return new Date(at)
}

/** Computes the figures of a company for a month. Throws `FiguresUnavailable` while another service doesn't return its figures. */
async function computeFigures(deps: PrepareDeps, companyId: string, month: Month): Promise<StoredFigures> {
  const { db, timeZone } = deps
  const of = { companyId, month, timeZone }
  const { campaigns, customers } = await askFigures(deps, companyId, month)
  const existedBefore = (await createdAt(db, companyId)) < new Date(instantsOf(month, timeZone).from)
  return {
    content: await contentFigures(db, of),
    posts: await postsOfMonth(db, of),
    campaigns: campaigns.month,
    customers: customers.month,
    planned: await plannedNextMonth(deps, of),
    before: existedBefore
      ? {
          content: await contentFigures(db, { ...of, month: addMonths(month, -1) }),
          campaigns: campaigns.before,
          customers: customers.before,
        }
      : null,
  }
}

async function prepare(deps: PrepareDeps, companyId: string, month: Month): Promise<Prepared> {
  const company = await findCompany(deps.db, companyId)
  if (!company) throw companyNotFound()
  const figures = await computeFigures(deps, companyId, month)
  return { companyName: company.name, figures, preparedAt: deps.now().toISOString() }
}

/** Like `prepare`, for a request: throws 503 while another service doesn't return its figures. */
const prepareNow = (deps: PrepareDeps, companyId: string, month: Month): Promise<Prepared> =>
  prepare(deps, companyId, month).catch((error: unknown) => {
    throw error instanceof FiguresUnavailable ? unavailable(error) : error
  })

async function requireReportable({ db, timeZone, now }: PrepareDeps, companyId: string, month: Month): Promise<void> {
  const current = monthOf(todayIn(timeZone, now()))
  if (month >= current) throw refusedField('month', MONTH_OPEN)
  if (month < addMonths(current, -REPORT_MONTHS_BACK)) throw refusedField('month', MONTH_OLD)
  if ((await createdAt(db, companyId)) >= new Date(instantsOf(month, timeZone).until)) throw refusedField('month', MONTH_EARLY)
}

/** Prepares the first report of a company for a month. If there is one already, nothing changes. Throws `FiguresUnavailable`. */
export async function prepareMissing(deps: PrepareDeps, companyId: string, month: Month): Promise<void> {
  if (await findNewestReport(deps.db, companyId, month)) return
  const prepared = await prepare(deps, companyId, month)
  await inTransaction(deps.db, async (trx) => {
    // Admins and other replicas may prepare the same report.
    await lockCompany(trx, companyId)
    if (!(await findNewestReport(trx, companyId, month))) await insertReport(trx, { companyId, month, number: 1, text: '', ...prepared })
  })
}

async function storedReport(trx: Transaction<Tables>, { store }: TasksDeps, id: string): Promise<MonthlyReport> {
  const row = await findReport(trx, id, undefined)
  if (!row) throw reportNotFound()
  return toReport(row, store.publicUrl)
}

/** Prepares the report of a company for a month, or computes the figures of the prepared report again. Throws 409 if it was sent. */
export async function prepareReport(
  deps: TasksDeps,
  { companyProfileId: companyId, month }: { companyProfileId: string; month: Month },
  idempotency: IdempotentRequest,
): Promise<MonthlyReport> {
  if (!(await findCompany(deps.db, companyId))) throw companyNotFound()
  await requireReportable(deps, companyId, month)
  const prepared = await prepareNow(deps, companyId, month)
  return inTransaction(deps.db, async (trx) => {
    await lockCompany(trx, companyId)
    const found = await findNewestReport(trx, companyId, month)
    // The report may be sent at the same moment.
    const newest = found && (await lockReport(trx, found._id))
    if (newest?.state === 'sent') throw reportConflict(deps, newest, 'report-sent', SENT)
    if (newest) await storePrepared(trx, newest._id, prepared)
    const id = newest?._id ?? (await insertReport(trx, { companyId, month, number: 1, text: '', ...prepared }))
    return idempotency.storeResponse(trx, await storedReport(trx, deps, id))
  })
}

const isCorrectable = (report: ReportRow, newest: ReportRow | undefined): boolean => report.state === 'sent' && report._id === newest?._id

/** Prepares the corrected report of a sent report. Throws 409 unless the report is the newest of its month. */
export async function correctReport(deps: TasksDeps, id: string, idempotency: IdempotentRequest): Promise<MonthlyReport> {
  const { db } = deps
  const report = await findReport(db, id, undefined)
  if (!report) throw reportNotFound()
  const { companyProfileId: companyId, month, number, text } = report
  const refused = () => reportConflict(deps, report, 'not-correctable', NEWEST_ONLY)
  if (!isCorrectable(report, await findNewestReport(db, companyId, month))) throw refused()
  const prepared = await prepareNow(deps, companyId, month)
  return inTransaction(db, async (trx) => {
    await lockCompany(trx, companyId)
    const sent = await lockReport(trx, id)
    if (!sent || !isCorrectable(sent, await findNewestReport(trx, companyId, month))) throw refused()
    const corrected = await insertReport(trx, { companyId, month, number: number + 1, text, ...prepared })
    return idempotency.storeResponse(trx, await storedReport(trx, deps, corrected))
  })
}
