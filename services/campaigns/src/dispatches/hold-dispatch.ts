import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { changeDispatch, lockDispatch, stopMails } from './dispatch.repository.ts'
import { publishHeld } from './dispatch-events.ts'

const stoppable: readonly string[] = ['scheduled', 'gathering', 'waiting', 'sending']

/** Puts a dispatch on hold until the owner or an admin fixes a problem. Returns false if the dispatch was not scheduled or in progress. */
export async function holdDispatch(
  trx: Transaction<Tables>,
  id: string,
  { code, reason }: { code: string; reason: string },
): Promise<boolean> {
  const dispatch = await lockDispatch(trx, id)
  if (!dispatch || !stoppable.includes(dispatch.state)) return false
  await changeDispatch(trx, id, { state: 'held', due_at: null, code, reason })
  await stopMails(trx, id)
  await publishHeld(trx, id, code, reason)
  return true
}
