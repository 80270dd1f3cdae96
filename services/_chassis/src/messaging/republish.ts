import { setTimeout as sleep } from 'node:timers/promises'
import type { EventContract } from '@app/contracts/define.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { databaseConfig, type Env, loadConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { databaseUrl } from '../db/database-url.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { schemaOf } from '../db/migrate.ts'
import { addEvent, type NewEvent } from './outbox.ts'

const PAGE = 200
/** What may wait in the outbox when a page is added, so that what happens meanwhile goes out soon. */
const MOST_WAITING = 1_000
const LOOK_MS = 100
/** How long the outbox may stay that full. */
const TIMEOUT_MS = 60_000

/** Sorts before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Works with a service's own tables, by the address of its role in `DATABASE_URL`. */
export async function withServiceDatabase<T, R>(service: string, env: Env, work: (db: Kysely<T>) => Promise<R>): Promise<R> {
  const db = connect<T>({ url: databaseUrl(loadConfig(databaseConfig, env)), schema: schemaOf(service), max: 1, onIdleError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Waits for the relay of the running service. */
async function untilOutboxIsShort<T>(db: Kysely<T>): Promise<void> {
  const givingUpAt = performance.now() + TIMEOUT_MS
  for (;;) {
    const { rows } = await sql`select from outbox offset ${MOST_WAITING} limit 1`.execute(db)
    if (rows.length === 0) return
    if (performance.now() > givingUpAt)
      throw new Error('Events wait in the outbox: is the service running, and its broker? Start again then.')
    await sleep(LOOK_MS)
  }
}

/**
 * Publishes the state of every aggregate through the outbox, page by page in the order of ids. A reader that knows a
 * version at least as new ignores it, so this may run at any time, and again.
 */
export async function republishStates<T, E extends EventContract>(
  db: Kysely<T>,
  event: E,
  pageAfter: (trx: Transaction<T>, after: string, limit: number) => Promise<NewEvent<E>[]>,
): Promise<number> {
  let total = 0
  let after: string | undefined = FIRST
  while (after) {
    await untilOutboxIsShort(db)
    const last = after
    const page: NewEvent<E>[] = await inTransaction(db, async (trx) => {
      const states = await pageAfter(trx, last, PAGE)
      for (const state of states) await addEvent(trx, event, state)
      return states
    })
    total += page.length
    after = page.at(-1)?.aggregateId
  }
  return total
}

interface LogPlace {
  id: string
  at: string
}

/**
 * Publishes the events since a time once more, with their ids. Services that have handled an event ignore it. Returns the number of
 * events.
 */
export async function republishSince<T>(db: Kysely<T>, since: string): Promise<number> {
  const { rows: begun } = await sql<{ at: string }>`select now() as at`.execute(db)
  let total = 0
  let place: LogPlace | undefined = { id: FIRST, at: since }
  while (place) {
    await untilOutboxIsShort(db)
    // What goes out again meanwhile has a later time in the log.
    const { rows }: { rows: LogPlace[] } = await sql<LogPlace>`
      with page as (
        select id, event, logged_at from event_log
        where (logged_at, id) > (${place.at}, ${place.id}) and logged_at < ${begun[0]?.at} and not is_unroutable
        order by logged_at, id limit ${PAGE}),
      added as (insert into outbox (id, event) select id, event from page on conflict do nothing)
      select id, logged_at as at from page order by logged_at, id`.execute(db)
    total += rows.length
    place = rows.at(-1)
  }
  return total
}
