import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { TaskEmails } from '@app/contracts/http/task-emails.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { saveFrequency } from './choice.repository.ts'
import { lockDigest, removeEntriesOf, withdrawDigest } from './digest-entry.repository.ts'

/**
 * Sets how often an admin gets emails about tasks. A queued digest that was not sent yet is withdrawn. Its updates, and the updates that
 * wait for the next digest, are sent with the new frequency, or discarded if the admin wants no emails.
 */
export const setTaskEmails = (
  db: Kysely<Tables>,
  userId: string,
  { frequency }: TaskEmails,
  idempotency: IdempotentRequest,
): Promise<TaskEmails> =>
  inTransaction(db, async (trx) => {
    await lockDigest(trx, userId)
    await saveFrequency(trx, userId, frequency)
    await withdrawDigest(trx, userId)
    if (frequency === 'none') await removeEntriesOf(trx, userId)
    return idempotency.storeResponse(trx, { frequency })
  })
