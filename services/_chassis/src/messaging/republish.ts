import { setTimeout as sleep } from 'node:timers/promises'
import type { EventContract } from '@app/contracts/define.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { databaseConfig, type Env, loadConfig } from '../config/config.ts'
import { connect } from '../db/connect.ts'
import { databaseUrl } from '../db/database-url.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { schemaOf } from '../db/migrate.ts'
import { addEvent, type NewEvent } from './outbox.ts'

const PAGE = 200
/** Events are republished only while the outbox contains fewer events than this, so that new events are not delayed. */
const MAX_OUTBOX = 1_000
const POLL_MS = 100
const TIMEOUT_MS = 60_000

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Runs `work` with a connection to a service's schema. `DATABASE_URL` must contain the service's role. */
export async function withServiceDatabase<T, R>(service: string, env: Env, work: (db: Kysely<T>) => Promise<R>): Promise<R> {
  const db = connect<T>({ url: databaseUrl(loadConfig(databaseConfig, env)), schema: schemaOf(service), max: 1, onIdleError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Waits until the relay has published most of the outbox. Throws after a minute. */
async function untilOutboxIsShort<T>(db: Kysely<T>): Promise<void> {
  const givingUpAt = performance.now() + TIMEOUT_MS
  for (;;) {
    const { rows } = await sql`select from outbox offset ${MAX_OUTBOX} limit 1`.execute(db)
    if (rows.length === 0) return
    if (performance.now() > givingUpAt)
      throw new Error('Events wait in the outbox. Check that the service and the broker are running, then run this command again.')
    await sleep(POLL_MS)
  }
}

/** Publishes the state event of every aggregate again. This is safe at any time, because projections ignore versions that they have. */
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

/** Republishes events with their original ids, so that services ignore events that they have handled. Returns the number of events. */
export async function republishSince<T>(db: Kysely<T>, since: string): Promise<number> {
  const { rows: begun } = await sql<{ at: string }>`select now() as at`.execute(db)
  let total = 0
  let place: LogPlace | undefined = { id: FIRST, at: since }
  while (place) {
    await untilOutboxIsShort(db)
    // Republished events get a later `logged_at`, so this query does not return them again.
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
