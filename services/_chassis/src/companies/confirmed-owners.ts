import type { UserChanged } from '@app/contracts/events/identity.ts'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { ReceivedEvent } from '../messaging/event.ts'
import type { Trx } from '../messaging/outbox.ts'

/** The table of services that compose emails to owners. It contains the owners who confirmed their email address. */
export interface ConfirmedOwnerTables {
  confirmed_owner: { owner_id: string }
}

/** Creates the table `confirmed_owner`. */
export async function createConfirmedOwnerTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table confirmed_owner (owner_id uuid primary key)`.execute(db)
}

/** Stores that an owner confirmed the email address. No later event resets this. */
export async function applyUserEvent(trx: Trx, { data }: ReceivedEvent<typeof UserChanged>): Promise<void> {
  if (data.role !== 'owner' || !data.emailVerified) return
  await sql`insert into confirmed_owner (owner_id) values (${data.userId}) on conflict do nothing`.execute(trx)
}

/** Whether an owner confirmed the email address. Other people may own an unconfirmed address, so emails to it contain no text of the owner. */
export async function isConfirmedOwner(db: QueryExecutorProvider, ownerId: string): Promise<boolean> {
  const { rows } = await sql`select from confirmed_owner where owner_id = ${ownerId}`.execute(db)
  return rows.length > 0
}
