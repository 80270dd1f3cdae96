import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Number of stored opens of a link. Newer opens replace older ones. */
const OPENS_MAX = 20

/** Records that a client opened a link. The statement skips a locked link, so that it never waits. */
export async function recordOpen(db: Kysely<Tables>, linkId: string, clientKeyHash: string): Promise<void> {
  await sql`
    with link as materialized (
      select id from review_link where id = ${linkId} for no key update skip locked
    ), first_opened as (
      update review_link set first_opened_at = now() from link where review_link.id = link.id and first_opened_at is null
    ), removed as (
      delete from review_open using link where link_id = link.id and review_open.id in (
        select id from review_open where link_id = ${linkId} order by id desc offset ${OPENS_MAX - 1}
      )
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
