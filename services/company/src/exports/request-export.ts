import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import type { CompanyExport } from '@app/contracts/http/exports.ts'
import { EXPORTS_PER_DAY } from '@app/contracts/rules/exports.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyDeps } from '../deps.ts'
import { ownerOf } from '../notes/notes.repository.ts'
import { profileNotFound } from '../profile/profile.ts'
import { addExportEvent, insertExport } from './exports.repository.ts'

/** Exports to prepare. The keys are ids of exports. */
export const exportQueue: Queue<null> = { name: 'exports' }

const LIMIT = { count: EXPORTS_PER_DAY, seconds: 86_400 }

const underWay = (): AppError =>
  new AppError('export-under-way', 'conflict', 'An export of this company is being prepared already. We’ll email you when it’s ready.')

const tooMany = (seconds: number): AppError =>
  new AppError('too-many-exports', 'too-many', `This company was exported ${EXPORTS_PER_DAY} times today. Please try again tomorrow.`, {
    retryAfter: Math.ceil(seconds),
  })

/** Requests an export of a company. Throws 409 while another one is prepared, and 429 after too many in a day. */
export const requestExport = (
  { db, now }: Pick<CompanyDeps, 'db' | 'now'>,
  by: Caller,
  companyId: string,
  idempotency: IdempotentRequest,
): Promise<CompanyExport> =>
  inTransaction(db, async (trx) => {
    if (!(await ownerOf(trx, companyId))) throw profileNotFound()
    const at = now()
    const added = await insertExport(trx, { id: uuidv7(), companyId, by, at: at.toISOString() })
    if (!added) throw underWay()
    const wait = await tryConsumeLimit(trx, { key: `export:${companyId}`, limit: LIMIT, now: at })
    if (wait > 0) throw tooMany(wait)
    await enqueue(trx, exportQueue, [{ key: added._id, payload: null }])
    await addExportEvent(trx, added._id, 'requested')
    return idempotency.storeResponse(trx, added)
  })
