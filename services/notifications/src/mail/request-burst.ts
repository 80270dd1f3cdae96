import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type RequestedMail, requestMails } from './mail.repository.ts'
import { isMailWaiting } from './queued-mail.repository.ts'

/** An email about several changes in a row is sent this long after the first of them. */
const BURST_MS = 10 * 60_000

type BurstMail = Omit<RequestedMail<'tasks'>, 'delayMs' | 'isUrgent'>

/**
 * Requests an email about changes of an object in ten minutes. If such an email to the recipient already waits, requests none: the content
 * is composed when the email is sent, so it contains this change, too.
 */
export async function requestBurst(trx: Transaction<Tables>, mail: BurstMail): Promise<void> {
  // Two events about the same object can arrive at the same time. The lock makes the second event wait.
  await sql`select pg_advisory_xact_lock(hashtext(${mail.about}))`.execute(trx)
  if (!(await isMailWaiting(trx, mail))) await requestMails(trx, 'tasks', [{ ...mail, delayMs: BURST_MS }])
}
