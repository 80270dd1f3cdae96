import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { LONGEST_CODE_LIFE_MS } from './reset-code.ts'

const sinceOf = (now: Date): string => new Date(now.getTime() - LONGEST_CODE_LIFE_MS).toISOString()

interface Asking {
  emailKey: string
  client: string
}

/** Notes that a client asked for a mail to an address, be it known or not. */
export async function putRequest(db: Kysely<Tables>, { emailKey, client }: Asking, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('reset_requests')
    .values({ email_key: emailKey, client, requested_at: at, mail_due_at: at })
    .onConflict((conflict) => conflict.columns(['email_key', 'client']).doUpdateSet({ requested_at: at, mail_due_at: at }))
    .execute()
}

/** Whether this client asked within the life of a code. */
export async function hasRequested(db: Kysely<Tables>, { emailKey, client }: Asking, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('reset_requests')
    .select('client')
    .where('email_key', '=', emailKey)
    .where('client', '=', client)
    .where('requested_at', '>', sinceOf(now))
    .executeTakeFirst()
  return row !== undefined
}

/** The addresses that a client asked for last, be they known or not. */
export async function addressesRequestedBy(db: Kysely<Tables>, client: string, now: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reset_requests')
    .select('email_key')
    .where('client', '=', client)
    .where('requested_at', '>', sinceOf(now))
    .orderBy('requested_at', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.email_key)
}

/**
 * Holds what is due for one address until the end of the transaction. What is due later than `farthest` was put off
 * before the clock went back.
 */
export async function lockDueRequests(trx: Transaction<Tables>, now: Date, farthest: Date): Promise<Asking[]> {
  const due = () =>
    trx
      .selectFrom('reset_requests')
      .select(['email_key', 'client'])
      .where(({ or, eb }) => or([eb('mail_due_at', '<=', now.toISOString()), eb('mail_due_at', '>', farthest.toISOString())]))
      .forUpdate()
      .skipLocked()
  const first = await due().orderBy('mail_due_at').limit(1).executeTakeFirst()
  if (!first) return []
  const rows = await due().where('email_key', '=', first.email_key).execute()
  return rows.map((row) => ({ emailKey: row.email_key, client: row.client }))
}

/** Done, or put off. */
export async function settleRequests(trx: Transaction<Tables>, asked: readonly Asking[], dueAt: Date | null): Promise<void> {
  const clients = asked.map(({ client }) => client)
  await trx
    .updateTable('reset_requests')
    .set({ mail_due_at: dueAt?.toISOString() ?? null })
    .where('email_key', '=', asked[0]?.emailKey ?? '')
    .where('client', 'in', clients)
    .execute()
}

export async function forgetRequests(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('reset_requests').where('requested_at', '<', sinceOf(now)).where('mail_due_at', 'is', null).execute()
}
