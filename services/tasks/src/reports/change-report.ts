import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { failureOf } from '@app/chassis/http/error-handler.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { type IdempotentRequest, runOnce } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReportSent } from '@app/contracts/events/tasks.ts'
import {
  type ListedReport,
  type MonthlyReport,
  type ReportResult,
  sendReports as sendContract,
  type setReportText as textContract,
} from '@app/contracts/http/monthly-reports.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { findListedReport, lockReport, markSent, type ReportRow, storeText } from './report.repository.ts'
import { reportConflict, reportNotFound, SENT, toReport } from './to-report.ts'

/** A report in the version that the caller has seen. */
interface SeenReport {
  id: string
  version: number
}

/** Locks a prepared report. Throws 409 if it was sent, or if the caller has seen another version. */
async function lockPrepared(trx: Transaction<Tables>, deps: TasksDeps, { id, version }: SeenReport): Promise<ReportRow> {
  const report = await lockReport(trx, id)
  if (!report) throw reportNotFound()
  if (report.state === 'sent') throw reportConflict(deps, report, 'report-sent', SENT)
  if (report.version !== version)
    throw reportConflict(deps, report, 'report-changed', 'This report was changed in the meantime. Please check it again.')
  return report
}

/** Changes the text of a prepared report. */
export const setReportText = (
  deps: TasksDeps,
  seen: SeenReport,
  { text: given }: Type.Static<typeof textContract.schema.body>,
  idempotency: IdempotentRequest,
): Promise<MonthlyReport> =>
  inTransaction(deps.db, async (trx) => {
    const report = await lockPrepared(trx, deps, seen)
    const text = given.trim()
    await storeText(trx, report._id, text)
    return idempotency.storeResponse(trx, toReport({ ...report, text, version: report.version + 1 }, deps.store.publicUrl))
  })

/** Sends a prepared report: from now on, its owner sees it, and it never changes. */
const sendReport = (deps: TasksDeps, admin: Caller, seen: SeenReport, idempotency: IdempotentRequest): Promise<ListedReport> =>
  inTransaction(deps.db, async (trx) => {
    const { _id: reportId, companyProfileId, companyName, month, number } = await lockPrepared(trx, deps, seen)
    await markSent(trx, reportId, { at: deps.now().toISOString(), by: admin.id })
    const sent = await findListedReport(trx, reportId)
    const { ownerId } = await trx
      .selectFrom('company')
      .select('owner_id as ownerId')
      .where('id', '=', companyProfileId)
      .executeTakeFirstOrThrow()
    const data = { reportId, companyProfileId, companyName, ownerId, month, number }
    await addEvent(trx, ReportSent, { aggregateId: reportId, version: sent.version, data })
    return idempotency.storeResponse(trx, sent)
  })

/** Sends reports one after the other, each in its own transaction with its own idempotency key, and returns a result for each. */
export async function sendReports(
  deps: TasksDeps,
  admin: Caller,
  { reports }: Type.Static<typeof sendContract.schema.body>,
): Promise<{ results: ReportResult[] }> {
  const { db, log } = deps
  const scope = `${admin.id} ${sendContract.id}`
  const results: ReportResult[] = []
  for (const { idempotencyKey: key, ...seen } of reports) {
    const { id } = seen
    try {
      const report = await runOnce(db, { scope, key }, seen, (idempotency) => sendReport(deps, admin, seen, idempotency))
      results.push({ id, status: 200, message: '', report })
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, reportId: id }, 'a report was not sent')
      results.push({ id, ...failureOf(error) })
    }
  }
  return { results }
}
