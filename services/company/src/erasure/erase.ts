import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { eraseCompanyHere } from '@app/chassis/erasure/erase-company.ts'
import type { WorkItem } from '@app/chassis/work/attempt.ts'
import { done, type Outcome, obsolete, wait } from '@app/chassis/work/outcome.ts'
import { enqueue, enqueueAgain, type Queue } from '@app/chassis/work/queue.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import type { ErasureReport } from '@app/contracts/http/erasure.ts'
import type { ErasureProgress } from '@app/contracts/http/internal-erasure.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { eraseCompanyIn, erasingServices } from './call-services.ts'
import { companyErasure } from './company-erasure.ts'
import { changeErasure, endErasure, findOpenErasure, lockOpenErasure, type OpenErasure, storeReport } from './erasure.repository.ts'
import { erasureQueue, erasureWork } from './erasure-work.ts'
import { publishErasure } from './request-erasure.ts'

type ErasureWork = typeof erasureQueue extends Queue<infer P> ? P : never

/** Time to send the email that the erasure begins, before `notifications` erases the owner's address. */
const LAST_MAIL_MS = 15 * 60_000
/** Tokens live 12 hours, stored responses and uploads that were never used a day. After this time, nothing can add data any more. */
const LAST_ROUND_MS = 25 * 3_600_000
const HOUR_MS = 3_600_000
/** Delay after which a service that was unavailable, or waits for the end of a backup, is called again. */
const AGAIN_MS = 60_000

export type ErasureDeps = Pick<CompanyDeps, 'db' | 'store' | 'log' | 'now' | 'internalDataKey' | 'serviceUrls'>

/** Publishes that the erasure is due soon, unless the company was kept. */
const remind = ({ db }: ErasureDeps, id: string): Promise<Outcome> =>
  inTransaction(db, async (trx) => {
    const erasure = await lockOpenErasure(trx, id)
    if (erasure?.state !== 'waiting') return obsolete
    await publishErasure(trx, erasure, 'soon', await changeErasure(trx, id, {}))
    return done
  })

/** Begins the erasure, unless the company was kept. From now on, it can't be canceled. */
const begin = ({ db }: ErasureDeps, id: string): Promise<Outcome> =>
  inTransaction(db, async (trx) => {
    const erasure = await lockOpenErasure(trx, id)
    if (erasure?.state !== 'waiting') return obsolete
    await publishErasure(trx, erasure, 'begins', await changeErasure(trx, id, { state: 'erasing' }))
    await enqueue(trx, erasureQueue, [erasureWork(id, 'erase', LAST_MAIL_MS)])
    return done
  })

/** Adds counts to the report of an erasure. */
function addCounts(report: ErasureReport, service: ServiceName, { tables, files }: ErasureProgress): ErasureReport {
  const known = report[service] ?? { tables: {}, files: 0 }
  const sums = Object.entries(tables).map(([table, rows]) => [table, (known.tables[table] ?? 0) + rows])
  return { ...report, [service]: { tables: { ...known.tables, ...Object.fromEntries(sums) }, files: known.files + files } }
}

const hasErased = ({ tables, files }: ErasureProgress): boolean => files > 0 || Object.keys(tables).length > 0

/** Calls all services, and last erases the company here. Returns undefined when all are complete, otherwise the reason to wait. */
async function eraseEverywhere(
  deps: ErasureDeps,
  { id, company_id, owner_id, report: earlier }: OpenErasure,
  isLast: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  const company = { companyId: company_id, ownerId: owner_id, isLast }
  let report = earlier
  for (const service of [...erasingServices, 'company' as const]) {
    for (let isComplete = false; !isComplete; ) {
      signal.throwIfAborted()
      const erasing =
        service === 'company' ? eraseCompanyHere(deps.db, companyErasure(deps), company) : eraseCompanyIn(deps, service, company)
      const progress = await erasing.catch((error: unknown) =>
        deps.log.warn({ err: error, service }, 'a service cannot erase at the moment'),
      )
      if (!progress) return `${service} unavailable`
      report = addCounts(report, service, progress)
      await storeReport(deps.db, id, report)
      if (!progress.isComplete && !hasErased(progress)) return `${service} must wait`
      isComplete = progress.isComplete
    }
  }
  return undefined
}

async function runRound(deps: ErasureDeps, id: string, isLast: boolean, signal: AbortSignal): Promise<Outcome> {
  const erasure = await findOpenErasure(deps.db, id)
  if (erasure?.state !== 'erasing') return obsolete
  const reason = await eraseEverywhere(deps, erasure, isLast, signal)
  if (reason) return wait(reason, AGAIN_MS)
  return inTransaction(deps.db, async (trx) => {
    if (isLast) await endErasure(trx, erasure, deps.now().toISOString())
    else await enqueue(trx, erasureQueue, [erasureWork(id, 'finish', LAST_ROUND_MS)])
    return done
  })
}

/** Returns the work of the queue of erasures. An attempt that was interrupted is repeated, and continues: each step can be repeated. */
export const erasureWorker = (deps: ErasureDeps) => ({
  db: deps.db,
  log: deps.log,
  queue: erasureQueue,
  capacity: 2,
  /** An erasure that has begun never ends before it is complete. */
  onSettled: (trx: Transaction<Tables>, settled: SettledWork<ErasureWork>[]): Promise<void> =>
    enqueueAgain(
      trx,
      erasureQueue,
      settled
        .filter(({ settlement }) => settlement.state === 'failed')
        .map(({ payload: { erasureId, step } }) => erasureWork(erasureId, step, HOUR_MS)),
    ),
  handle({ payload: { erasureId, step }, signal }: WorkItem<ErasureWork>): Promise<Outcome> {
    if (step === 'remind') return remind(deps, erasureId)
    if (step === 'begin') return begin(deps, erasureId)
    return runRound(deps, erasureId, step === 'finish', signal)
  },
})
