import { isFound } from '@app/chassis/db/is-found.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { LONGEST_CODE_LIFE_MS } from './reset-code.ts'

const sinceOf = (now: Date): string => new Date(now.getTime() - LONGEST_CODE_LIFE_MS).toISOString()

interface ResetRequest {
  emailKey: string
  client: string
}

export async function putRequest(db: Kysely<Tables>, { emailKey, client }: ResetRequest, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('reset_requests')
    .values({ email_key: emailKey, client, requested_at: at, mail_due_at: at })
    .onConflict((conflict) => conflict.columns(['email_key', 'client']).doUpdateSet({ requested_at: at, mail_due_at: at }))
    .execute()
}

/** Whether this client requested a code for the email address within the maximum life of a code. */
export const hasRequested = (db: Kysely<Tables>, { emailKey, client }: ResetRequest, now: Date): Promise<boolean> =>
  isFound(
    db
      .selectFrom('reset_requests')
      .select('client')
      .where('email_key', '=', emailKey)
      .where('client', '=', client)
      .where('requested_at', '>', sinceOf(now)),
  )

/** Returns the last `max` email addresses for which this client requested a code. Some may belong to no account. */
export async function addressesRequestedBy(db: Kysely<Tables>, client: string, now: Date, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reset_requests')
    .select('email_key')
    .where('client', '=', client)
    .where('requested_at', '>', sinceOf(now))
    .orderBy('requested_at', 'desc')
    .limit(max)
    .execute()
  return rows.map((row) => row.email_key)
}

/** Locks the due requests for one email address. Times later than `latest` are due, too, because the clock was set back. */
export async function lockDueRequests(trx: Transaction<Tables>, now: Date, latest: Date): Promise<ResetRequest[]> {
  const due = () =>
    trx
      .selectFrom('reset_requests')
      .select(['email_key', 'client'])
      .where(({ or, eb }) => or([eb('mail_due_at', '<=', now.toISOString()), eb('mail_due_at', '>', latest.toISOString())]))
      .forUpdate()
      .skipLocked()
  const first = await due().orderBy('mail_due_at').limit(1).executeTakeFirst()
  if (!first) return []
  const rows = await due().where('email_key', '=', first.email_key).execute()
  return rows.map((row) => ({ emailKey: row.email_key, client: row.client }))
}

/** Postpones requests to `dueAt`, or marks them as handled (null). */
export async function settleRequests(trx: Transaction<Tables>, requests: readonly ResetRequest[], dueAt: Date | null): Promise<void> {
  const clients = requests.map(({ client }) => client)
  await trx
    .updateTable('reset_requests')
    .set({ mail_due_at: dueAt?.toISOString() ?? null })
    .where('email_key', '=', requests[0]?.emailKey ?? '')
    .where('client', 'in', clients)
    .execute()
}

export async function deleteOldRequests(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('reset_requests').where('requested_at', '<', sinceOf(now)).where('mail_due_at', 'is', null).execute()
}
