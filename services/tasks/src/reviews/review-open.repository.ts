import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Maximum number of rows in `review_open` for one link. A new row replaces the oldest row. Concurrent requests can exceed the maximum. The
 * next request then deletes the surplus rows.
 */
const OPENS_MAX = 20

/**
 * Records that a client opened a link. A program (`isRobot`) counts as a client, but the link is not regarded as opened. The statement skips
 * locked rows, so that it never waits for a change of the task or the link.
 */
export async function recordOpen(db: Kysely<Tables>, linkId: string, clientKeyHash: string, isRobot: boolean): Promise<void> {
  await sql`
    with link as materialized (
      select id from review_link where id = ${linkId} for key share skip locked
    ), unopened as materialized (
      select id from review_link where id = ${linkId} and first_opened_at is null and not ${isRobot}::boolean for no key update skip locked
    ), first_opened as (
      update review_link set first_opened_at = now() from unopened where review_link.id = unopened.id
    ), surplus as materialized (
      select id from review_open where link_id = ${linkId} order by id desc offset ${OPENS_MAX - 1} for update skip locked
    ), removed as (
      delete from review_open using surplus where review_open.id = surplus.id
    )
    insert into review_open (link_id, client_key_hash) select id, ${clientKeyHash} from link`.execute(db)
}

/** Some mail scanners open a link when a person clicks on it. Therefore two clients are no sign of a machine. */
const CLIENTS_MIN = 3

/**
 * Returns whether several clients opened a link almost at once. The client that decides must have opened the link in the last 5 minutes. At
 * least two other clients must have opened the link at most 5 seconds earlier or later. If the client that decides has never opened the
 * link, three other clients are needed. One of them then takes the place of the client that decides.
 */
export async function hasSeveralClients(db: Kysely<Tables>, linkId: string, clientKeyHash: string): Promise<boolean> {
  const { rows } = await sql`
    select from review_open as one
    where one.link_id = ${linkId} and one.opened_at > now() - interval '5 minutes'
      and (one.client_key_hash = ${clientKeyHash}
        or not exists (select from review_open where link_id = ${linkId} and client_key_hash = ${clientKeyHash}))
      and ${CLIENTS_MIN} <= (
        select count(distinct client_key_hash) from review_open where link_id = one.link_id
          and opened_at between one.opened_at - interval '5 seconds' and one.opened_at + interval '5 seconds')
    limit 1`.execute(db)
  return rows.length > 0
}
