import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { typeOf } from './event.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Delays before the retries of a failed event, in total about eight hours. After the last retry, the event is given up. */
export const RETRY_DELAYS_MS: readonly number[] = [
  200,
  1_000,
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
]

/** Returns the delay after an attempt, or undefined after the last attempt. Delays vary by 20 %, so that retries are spread. */
export function waitAfter(attempts: number, delaysMs: readonly number[]): number | undefined {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? undefined : delayMs * (0.8 + Math.random() * 0.4)
}

/** Lease of a retry. It is longer than a handler may run. When it expires, another replica may retry the event. */
const LEASE_SECONDS = 60

/**
 * If this release cannot handle an event, the event waits this long for a newer release. The time is long enough for a rollout that is
 * interrupted overnight.
 */
const UNKNOWN_KEPT_HOURS = 24
const UNKNOWN_FIRST_WAIT_MS = 1_000
const UNKNOWN_LONGEST_WAIT_MS = MINUTE_MS

export interface Failure {
  id: string
  event: unknown
  error: unknown
}

export const reasonOf = (error: unknown): string =>
  // Postgres cannot store a zero byte in a text column.
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replaceAll('\0', '').slice(0, 2_000)

const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`

/** SQL values of `retry_at`, `retry_wait` and `given_up_at`. Without a delay, the event is given up. */
const fromNow = (delayMs: number | undefined) =>
  delayMs === undefined
    ? sql`null::timestamptz, null::interval, now()`
    : sql`now() + ${milliseconds(delayMs)}, ${milliseconds(delayMs)}, null::timestamptz`

async function insert(db: QueryExecutorProvider, { id, event, error }: Failure, attempts: number, delayMs: number | undefined) {
  await sql`
    insert into dead_letter (id, type, event, error, attempts, retry_at, retry_wait, given_up_at)
    values (${id}, ${typeOf(event)}, ${JSON.stringify(event) ?? 'null'}, ${reasonOf(error)}, ${attempts}, ${fromNow(delayMs)})
    on conflict (id) do nothing`.execute(db)
}

/** Stores a failed event for its first retry, or as given up if `delayMs` is undefined. */
export const recordFailure = (db: QueryExecutorProvider, failure: Failure, delayMs: number | undefined): Promise<void> =>
  insert(db, failure, 1, delayMs)

/** Stores an event that this release cannot handle. Returns the delay until the first retry, in milliseconds. */
export async function recordUnknown(db: QueryExecutorProvider, failure: Failure): Promise<number> {
  await insert(db, failure, 0, UNKNOWN_FIRST_WAIT_MS)
  return UNKNOWN_FIRST_WAIT_MS
}

const REDELIVERED = 'The transport delivered this event before, and that attempt did not end'
const CRASHED = 'The process ended while it handled this event'

/**
 * Stores a redelivered event as a retry, because its first delivery may have crashed the process. The attempts of a retry are counted
 * before they begin. Therefore an event that crashes the process repeatedly is given up at the end.
 */
export const recordRedelivered = (db: QueryExecutorProvider, { id, event }: Omit<Failure, 'error'>): Promise<void> =>
  insert(db, { id, event, error: new Error(REDELIVERED) }, 0, 0)

export interface DueRetry {
  id: string
  event: unknown
  attempts: number
}

/**
 * Claims due retries. Each attempt is counted before it begins, so that crashes count too. If an event's last retry ended in a crash, the
 * event is claimed only while no other retry is due, and no other event is claimed with it. A second crash then shows that this event is
 * the cause.
 */
export async function claimRetries<T>(db: Kysely<T>, limit: number): Promise<DueRetry[]> {
  const lease = sql`${LEASE_SECONDS} * interval '1 second'`
  const { rows } = await sql<DueRetry>`
    with due as (
      select id, retry_at, claimed_until is not null as has_crashed from dead_letter
      where retry_at <= now() and claimed_until is distinct from retry_at
      order by has_crashed, retry_at for update skip locked limit ${limit}
    ), claimed as (
      select id from due where not has_crashed
      union all
      (select id from due where not exists (select from due where not has_crashed) order by retry_at limit 1)
    )
    update dead_letter set attempts = attempts + 1, retry_at = now() + ${lease}, claimed_until = now() + ${lease}, retry_wait = ${lease}
    where id in (select id from claimed)
    returning id, event, attempts`.execute(db)
  return rows
}

interface Crashed extends DueRetry {
  isGivenUp: boolean
}

/** Marks attempts with an expired lease as failed, because their processes ended. Schedules the next retry, or gives the event up. */
export function failCrashed<T>(db: Kysely<T>, delaysMs: readonly number[], limit: number): Promise<Crashed[]> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<DueRetry>`
      select id, event, attempts from dead_letter where retry_at <= now() and claimed_until = retry_at
      order by retry_at for update skip locked limit ${limit}`.execute(trx)
    const crashed: Crashed[] = []
    for (const row of rows) {
      const delayMs = waitAfter(row.attempts, delaysMs)
      await postponeRetry(trx, { ...row, error: new Error(CRASHED) }, delayMs, { hasCrashed: true })
      crashed.push({ ...row, isGivenUp: delayMs === undefined })
    }
    return crashed
  })
}

/** Schedules the next retry, or gives the event up if `delayMs` is undefined. Returns false if the event was dropped. */
export async function postponeRetry(
  db: QueryExecutorProvider,
  { id, error }: Failure,
  delayMs: number | undefined,
  { hasCrashed = false } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update dead_letter
    set error = ${reasonOf(error)}, failed_at = now(),
      claimed_until = case when ${hasCrashed} then claimed_until end,
      (retry_at, retry_wait, given_up_at) = (select ${fromNow(delayMs)})
    where id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Postpones the event without counting the attempt. The delay is the time since the event was received, but at least 1 s and at most 1 min.
 * Returns false if the event was received more than a day ago, or if an operator dropped it.
 */
export async function postponeUnknown(db: QueryExecutorProvider, { id, error }: Failure): Promise<boolean> {
  const wait = sql`least(greatest(now() - received_at, ${milliseconds(UNKNOWN_FIRST_WAIT_MS)}), ${milliseconds(UNKNOWN_LONGEST_WAIT_MS)})`
  const { numAffectedRows } = await sql`
    update dead_letter
    set attempts = attempts - 1, error = ${reasonOf(error)}, failed_at = now(), claimed_until = null,
      retry_at = now() + ${wait}, retry_wait = ${wait}
    where id = ${id} and received_at > now() - ${UNKNOWN_KEPT_HOURS} * interval '1 hour'`.execute(db)
  return numAffectedRows === 1n
}

/** If the clock was set back, a `retry_at` may be further in the future than its delay. Makes such retries due. */
export async function correctRetryTimes(db: QueryExecutorProvider): Promise<void> {
  await sql`update dead_letter set retry_at = now() where retry_at > now() + retry_wait`.execute(db)
}

/** An operator dropped the event while its handler ran. */
export class EventDropped extends Error {
  constructor() {
    super('the event was dropped while it was handled')
    this.name = 'EventDropped'
  }
}

/**
 * Deletes the event's row in `dead_letter`, in the same transaction as the event's effects. If there is no row, throws `EventDropped`,
 * which rolls back the effects.
 */
export async function deleteFailure(db: QueryExecutorProvider, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from dead_letter where id = ${id}`.execute(db)
  if (numAffectedRows === 0n) throw new EventDropped()
}
