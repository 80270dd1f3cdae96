import type { UserChanged } from '@app/contracts/events/identity.ts'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { ReceivedEvent } from '../messaging/event.ts'
import type { Trx } from '../messaging/outbox.ts'

/** The table of services that compose emails to owners. It shows which owners confirmed their email address. */
export interface ConfirmedOwnerTables {
  confirmed_owner: {
    owner_id: string
    /** Version of the account in the event that last changed the row. */
    version: number
    /** False if an admin corrected the address, and the owner has not confirmed the new one yet. */
    is_confirmed: boolean
  }
}

/** Creates the table `confirmed_owner`. */
export async function createConfirmedOwnerTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table confirmed_owner (owner_id uuid primary key, version integer not null, is_confirmed boolean not null)`.execute(db)
}

/** Stores whether an owner confirmed the email address, unless the stored version is newer. Events can arrive in any order. */
export async function applyUserEvent(trx: Trx, { data, aggregateversion }: ReceivedEvent<typeof UserChanged>): Promise<void> {
  if (data.role !== 'owner') return
  await sql`
    insert into confirmed_owner (owner_id, version, is_confirmed) values (${data.userId}, ${aggregateversion}, ${data.emailVerified})
    on conflict (owner_id) do update set version = excluded.version, is_confirmed = excluded.is_confirmed
      where confirmed_owner.version < excluded.version`.execute(trx)
}

/** Whether an owner confirmed the email address. Other people may own an unconfirmed address, so emails to it contain no text of the owner. */
export async function isConfirmedOwner(db: QueryExecutorProvider, ownerId: string): Promise<boolean> {
  const { rows } = await sql`select from confirmed_owner where owner_id = ${ownerId} and is_confirmed`.execute(db)
  return rows.length > 0
}
