import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { changeDispatch, dropAudience, lockDispatch, stopMails, type WorkingDispatch } from './dispatch.repository.ts'
import { reportDispatch } from './report-dispatch.ts'

/** Why a dispatch waits or is stopped. The owner sees `reason`. */
export interface Fault {
  code: string
  reason: string
}

/** The code of a dispatch whose bounces or complaints suspended the company. */
export const REPUTATION = 'reputation'

const stoppable: readonly string[] = ['scheduled', 'gathering', 'waiting', 'sending']

/** Puts a dispatch on hold until the owner or an admin fixes a problem. Returns false if the dispatch was not scheduled or in progress. */
export async function holdDispatch(trx: Transaction<Tables>, id: string, { code, reason }: Fault): Promise<boolean> {
  const dispatch = await lockDispatch(trx, id)
  if (!dispatch || !stoppable.includes(dispatch.state)) return false
  await changeDispatch(trx, id, { state: 'held', due_at: null, code, reason })
  await stopMails(trx, id)
  await reportDispatch(trx, id, { outcome: 'held', reason, ...(code === REPUTATION && { isSuspension: true }) })
  return true
}

/** Sets a dispatch to `missed`, because it is too late to send it automatically. The owner can still send it with "Send now". */
export async function missDispatch(trx: Transaction<Tables>, dispatch: WorkingDispatch, { code, reason }: Fault): Promise<void> {
  await dropAudience(trx, dispatch)
  await changeDispatch(trx, dispatch.id, { state: 'missed', due_at: null, code, reason })
  await reportDispatch(trx, dispatch.id, { outcome: 'missed', reason })
}

const NOT_STARTED = { code: 'window-over', reason: 'We couldn’t send this email on its scheduled day.' }
const NOT_READ = { code: 'not-read', reason: 'We couldn’t read your spreadsheet.' }

/** Returns why a dispatch that has not started is late: the stored reason, if there is one. */
export function reasonToWait({ code, reason, tries }: Pick<Selectable<Tables['dispatch']>, 'code' | 'reason' | 'tries'>): Fault {
  const otherwise = tries > 0 ? NOT_READ : NOT_STARTED
  return { code: code ?? otherwise.code, reason: reason ?? otherwise.reason }
}
