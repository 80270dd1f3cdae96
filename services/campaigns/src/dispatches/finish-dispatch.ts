import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { countsOf } from '../sending/counts.ts'
import { changeDispatch, lockDispatch } from './dispatch.repository.ts'
import { reportDispatch } from './report-dispatch.ts'

/** Sets a dispatch to `done` if each of its emails is accepted, failed or suppressed. Returns whether this call changed the state. */
export async function finishDispatch(trx: Transaction<Tables>, id: string): Promise<boolean> {
  const dispatch = await lockDispatch(trx, id)
  if (dispatch?.state !== 'sending' || dispatch.audience === null) return false
  const counts = (await countsOf(trx, [id])).get(id)
  if (!counts || counts.accepted + counts.failed + counts.suppressed !== dispatch.audience) return false
  await changeDispatch(trx, id, {
    state: 'done',
    code: null,
    reason: null,
    counts: JSON.stringify(counts),
    finished_at: sql<string>`now()`,
  })
  await reportDispatch(trx, id, { outcome: 'done', audience: dispatch.audience, accepted: counts.accepted })
  return true
}
