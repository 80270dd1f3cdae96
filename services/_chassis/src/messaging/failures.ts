import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { inTransaction } from '../db/in-transaction.ts'
import { typeOf } from './event.ts'
import { withoutSecrets } from './redact.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Waits before each further try of a failed event, in milliseconds; after the last one it is given up. Eight hours in all. */
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

/** The wait after so many tries, a fifth longer or shorter, so that what failed together does not come back together. */
export function waitAfter(attempts: number, delaysMs: readonly number[]): number | undefined {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? undefined : delayMs * (0.8 + Math.random() * 0.4)
}

/** How long a try may take before another replica takes it over: longer than a handler may. */
const LEASE_SECONDS = 60

/** What this version does not understand waits so long for a replica of a newer one; a rollout takes minutes, or is stopped overnight. */
const UNKNOWN_KEPT_HOURS = 24
const UNKNOWN_FIRST_WAIT_MS = 1_000
const UNKNOWN_LONGEST_WAIT_MS = MINUTE_MS

export interface Failure {
  id: string
  /** The event, or what came instead of one. */
  event: unknown
  error: unknown
}

export const reasonOf = (error: unknown): string =>
  // A zero byte is what no text column takes.
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replaceAll('\0', '').slice(0, 2_000)

const milliseconds = (ms: number) => sql`${ms} * interval '1 millisecond'`

/** `retry_at`, `retry_wait` and `given_up_at` of a row that waits so long, or is given up when that is undefined. */
const fromNow = (delayMs: number | undefined) =>
  delayMs === undefined
    ? sql`null::timestamptz, null::interval, now()`
    : sql`now() + ${milliseconds(delayMs)}, ${milliseconds(delayMs)}, null::timestamptz`

/** What is kept of a message: all of it while it is still to be tried, its secrets only until then. */
const kept = (event: unknown, delayMs: number | undefined): string =>
  JSON.stringify(delayMs === undefined ? withoutSecrets(event) : event) ?? 'null'

async function insert(db: QueryExecutorProvider, { id, event, error }: Failure, attempts: number, delayMs: number | undefined) {
  await sql`
    insert into dead_letter (id, type, event, error, attempts, retry_at, retry_wait, given_up_at)
    values (${id}, ${typeOf(event)}, ${kept(event, delayMs)}, ${reasonOf(error)}, ${attempts}, ${fromNow(delayMs)})
    on conflict (id) do nothing`.execute(db)
}

/** Remembers a failed event: for a first retry after `delayMs`, or given up when that is undefined. */
export const recordFailure = (db: QueryExecutorProvider, failure: Failure, delayMs: number | undefined): Promise<void> =>
  insert(db, failure, 1, delayMs)

/** Remembers an event that this version does not understand, for a newer one. Answers after how long it is looked at again. */
export async function recordUnknown(db: QueryExecutorProvider, failure: Failure): Promise<number> {
  await insert(db, failure, 0, UNKNOWN_FIRST_WAIT_MS)
  return UNKNOWN_FIRST_WAIT_MS
}

const REDELIVERED = 'The transport delivered this event before, and that try did not end'
const CRASHED = 'The process ended while it handled this event'

/**
 * Stores a redelivered event as due. An earlier delivery may have ended the process: from here on each try is counted before it begins.
 */
export const recordRedelivered = (db: QueryExecutorProvider, { id, event }: Omit<Failure, 'error'>): Promise<void> =>
  insert(db, { id, event, error: new Error(REDELIVERED) }, 0, 0)

export interface DueRetry {
  id: string
  event: unknown
  /** Tries so far, including the one that begins now. */
  attempts: number
}

/**
 * Claims due retries. Each try is counted and committed before it begins, so that a crash counts as well. An event whose last try ended
 * the process is claimed alone: those that were tried beside it did not end it.
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

/** Counts tries whose lease ran out as failed: the process ended during them. They wait for their next try, or are given up. */
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

/** Schedules the next retry after `delayMs`, or gives the event up when that is undefined. Returns false if it was dropped meanwhile. */
export async function postponeRetry(
  db: QueryExecutorProvider,
  { id, event, error }: Failure,
  delayMs: number | undefined,
  { hasCrashed = false } = {},
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update dead_letter
    set event = ${kept(event, delayMs)}, error = ${reasonOf(error)}, failed_at = now(),
      claimed_until = case when ${hasCrashed} then claimed_until end,
      (retry_at, retry_wait, given_up_at) = (select ${fromNow(delayMs)})
    where id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * An event is still not understood: it waits as long again as it has waited so far, up to a minute, and this was no try.
 * False when it has waited long enough.
 */
export async function postponeUnknown(db: QueryExecutorProvider, { id, error }: Failure): Promise<boolean> {
  const wait = sql`least(greatest(now() - received_at, ${milliseconds(UNKNOWN_FIRST_WAIT_MS)}), ${milliseconds(UNKNOWN_LONGEST_WAIT_MS)})`
  const { numAffectedRows } = await sql`
    update dead_letter
    set attempts = attempts - 1, error = ${reasonOf(error)}, failed_at = now(), retry_at = now() + ${wait}, retry_wait = ${wait}
    where id = ${id} and received_at > now() - ${UNKNOWN_KEPT_HOURS} * interval '1 hour'`.execute(db)
  return numAffectedRows === 1n
}

/** Makes retries due at once whose time is further ahead than their own wait: the clock was set back. */
export async function correctRetryTimes(db: QueryExecutorProvider): Promise<void> {
  await sql`update dead_letter set retry_at = now() where retry_at > now() + retry_wait`.execute(db)
}

/** An operator dropped the event while its handler ran. */
export class DroppedMeanwhile extends Error {
  constructor() {
    super('the event was dropped while it was handled')
    this.name = 'DroppedMeanwhile'
  }
}

/** Deletes the row of an event in the transaction of its effects. Throws, so that these are rolled back, if the event was dropped meanwhile. */
export async function deleteFailure(db: QueryExecutorProvider, id: string): Promise<void> {
  const { numAffectedRows } = await sql`delete from dead_letter where id = ${id}`.execute(db)
  if (numAffectedRows === 0n) throw new DroppedMeanwhile()
}
