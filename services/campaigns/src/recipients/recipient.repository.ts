import type { Recipient, recipientFilters } from '@app/contracts/http/dispatches.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { reasonOf } from './reason.ts'

/** State for responses, in which an email that is being sent counts as `queued`. */
export const STATE = sql<Recipient['state']>`case delivery.state when 'sending' then 'queued' else delivery.state end`

const recipients = (db: Kysely<Tables>) =>
  db
    .selectFrom('delivery')
    .select([
      'id as _id',
      'email',
      'name',
      STATE.as('state'),
      'code',
      'may_be_duplicate as maybeTwice',
      'attempts',
      'settled_at as settledAt',
    ])
    .select(['bounced_at as bouncedAt', 'complained_at as complainedAt', 'unsubscribed_at as unsubscribedAt', 'position'])

export type RecipientRow = Recipient & { position: number }

const marks = {
  'maybe-twice': sql<boolean>`may_be_duplicate`,
  bounced: sql<boolean>`bounced_at is not null`,
  complained: sql<boolean>`complained_at is not null`,
  unsubscribed: sql<boolean>`unsubscribed_at is not null`,
}

export interface RecipientPage {
  limit: number
  only?: (typeof recipientFilters)[number]
  search?: string
  /** Cursor: the page contains only recipients with a greater position. */
  after?: number
}

export async function recipientsOf(
  db: Kysely<Tables>,
  dispatchId: string,
  { limit, only, search, after = 0 }: RecipientPage,
): Promise<RecipientRow[]> {
  let query = recipients(db).where('dispatch_id', '=', dispatchId).where('position', '>', after)
  if (only) query = query.where(only in marks ? marks[only as keyof typeof marks] : sql<boolean>`${STATE} = ${only}`)
  if (search) query = query.where(sql<boolean>`strpos(email, ${search.toLowerCase()}) > 0`)
  const rows = await query.orderBy('position').limit(limit).execute()
  return rows.map((row) => ({ ...row, reason: reasonOf(row.state, row.code) }))
}

export async function findRecipient(db: Kysely<Tables>, dispatchId: string, id: string): Promise<Recipient | undefined> {
  const found = recipients(db).where('dispatch_id', '=', dispatchId).where('id', '=', id)
  const row = await found.executeTakeFirst()
  return row && { ...row, reason: reasonOf(row.state, row.code) }
}
