import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { changeDispatch, lockDispatch, stopMails } from './dispatch.repository.ts'
import { reportDispatch } from './report-dispatch.ts'

/** The code of a dispatch whose bounces or complaints suspended the company. */
export const REPUTATION = 'reputation'

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
  await reportDispatch(trx, id, { outcome: 'held', reason, ...(code === REPUTATION && { isSuspension: true }) })
  return true
}
