import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { changeDispatch, dropAudience, type WorkingDispatch } from './dispatch.repository.ts'
import { reportDispatch } from './report-dispatch.ts'

/** Sets a dispatch to `missed`, because it is too late to send it automatically. The owner can still send it with "Send now". */
export async function missDispatch(
  trx: Transaction<Tables>,
  dispatch: WorkingDispatch,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await dropAudience(trx, dispatch)
  await changeDispatch(trx, dispatch.id, { state: 'missed', due_at: null, code, reason })
  await reportDispatch(trx, dispatch.id, { outcome: 'missed', reason })
}
