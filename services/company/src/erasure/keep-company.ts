import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addAuditEntry } from '@app/chassis/operations/audit-entries.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { changeErasure, deleteErasure, lockErasureOf, lockOpenErasure, type OpenErasure } from './erasure.repository.ts'
import { publishErasure } from './request-erasure.ts'

type KeepDeps = Pick<CompanyDeps, 'db' | 'now'>

interface Kept {
  by: 'owner' | 'admin'
  reason?: string
  at: Date
}

/** Cancels an erasure. A request that was not confirmed is deleted. Throws 409 if the services erase already. */
async function keep(trx: Transaction<Tables>, erasure: OpenErasure, { by, reason, at }: Kept): Promise<void> {
  const { id, state } = erasure
  if (state === 'erasing') throw new AppError('erasure-begun', 'conflict', 'It is too late: the data is being erased.')
  const change = { state: 'kept', ended_at: at.toISOString(), kept_by: by, reason: reason ?? null } as const
  const version = await changeErasure(trx, id, change)
  await publishErasure(trx, erasure, by === 'owner' ? 'kept' : 'canceled', version)
  // Only a link was sent. It no longer works, and there is nothing to remember.
  if (state === 'asked') await deleteErasure(trx, id)
}

/** The owner keeps the company. Without an erasure, nothing changes. */
export const keepCompany = ({ db, now }: KeepDeps, ownerId: string, idempotency: IdempotentRequest): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    const erasure = await lockErasureOf(trx, ownerId)
    if (erasure) await keep(trx, erasure, { by: 'owner', at: now() })
    return idempotency.storeResponse(trx, { message: 'Your company stays. Nothing was erased.' })
  })

interface Cancellation {
  id: string
  reason: string
  /** The admin who cancels the erasure. */
  actor: string
}

/** An admin cancels an erasure, for example because the owner asked for it by phone. The owner gets an email with the reason. */
export function cancelErasure(
  { db, now }: KeepDeps,
  { id, actor, ...given }: Cancellation,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const reason = given.reason.trim()
  if (isBlank(reason)) throw refusedField('reason', 'Please enter a reason. The owner gets it by email.')
  return inTransaction(db, async (trx) => {
    const erasure = await lockOpenErasure(trx, id)
    if (!erasure) throw new AppError('erasure-not-found', 'not-found', 'This erasure was canceled already, or it is finished.')
    await keep(trx, erasure, { by: 'admin', reason, at: now() })
    await addAuditEntry(trx, { actor, act: 'cancel-erasure', subject: id, affected: 1 })
    return idempotency.storeResponse(trx, { message: 'The company stays. The owner gets an email.' })
  })
}
