import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Number of stored opens of a link. Newer opens replace older ones. Concurrent opens can exceed the number until the next open. */
const OPENS_MAX = 20

/** Records that a client opened a link. The statement skips locked rows, so that it never waits for a change of the task or the link. */
export async function recordOpen(db: Kysely<Tables>, linkId: string, clientKeyHash: string): Promise<void> {
  await sql`
    with link as materialized (
      select id from review_link where id = ${linkId} for key share skip locked
    ), unopened as materialized (
      select id from review_link where id = ${linkId} and first_opened_at is null for no key update skip locked
    ), first_opened as (
      update review_link set first_opened_at = now() from unopened where review_link.id = unopened.id
    ), surplus as materialized (
      select id from review_open where link_id = ${linkId} order by id desc offset ${OPENS_MAX - 1} for update skip locked
    ), removed as (
      delete from review_open using surplus where review_open.id = surplus.id
    )
    insert into review_open (link_id, client_key_hash) select id, ${clientKeyHash} from link`.execute(db)
}

/** Returns whether two clients opened a link within 5 seconds, in the last minutes. */
export async function hasSeveralClients(db: Kysely<Tables>, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_open as one join review_open as other on other.link_id = one.link_id
      and other.client_key_hash <> one.client_key_hash
      and other.opened_at between one.opened_at - interval '5 seconds' and one.opened_at + interval '5 seconds'
    where one.link_id = ${linkId} and one.opened_at > now() - interval '5 minutes' limit 1`.execute(db)
  return rows.length > 0
}
