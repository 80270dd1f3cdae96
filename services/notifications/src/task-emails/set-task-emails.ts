import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { setTaskEmails as contract, TaskEmails } from '@app/contracts/http/task-emails.ts'
import type { Kysely } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { choiceOf, saveChoice } from './choice.repository.ts'
import { lockDigest, removeEntriesOf, removeOthersEntries, withdrawDigest } from './digest-entry.repository.ts'

/**
 * Sets how often an admin gets emails about tasks, and of which companies. A queued digest that was not sent yet is withdrawn. Its updates,
 * and the updates that wait for the next digest, are sent with the new frequency, or discarded if the admin no longer wants them.
 */
export const setTaskEmails = (
  db: Kysely<Tables>,
  userId: string,
  { frequency, scope }: Type.Static<typeof contract.schema.body>,
  idempotency: IdempotentRequest,
): Promise<TaskEmails> =>
  inTransaction(db, async (trx) => {
    await lockDigest(trx, userId)
    const choice = { frequency, scope: scope ?? (await choiceOf(trx, userId)).scope }
    await saveChoice(trx, userId, choice)
    await withdrawDigest(trx, userId)
    if (frequency === 'none') await removeEntriesOf(trx, userId)
    if (choice.scope === 'mine') await removeOthersEntries(trx, userId)
    return idempotency.storeResponse(trx, choice)
  })
