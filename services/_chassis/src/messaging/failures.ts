import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { withoutSecrets } from './redact.ts'

/** Waits before each further try of a failed event, in milliseconds; after the last one it is given up. */
export const RETRY_DELAYS_MS: readonly number[] = [200, 1_000, 5_000, 30_000]

/** How long a try may take before another replica takes it over: longer than a handler may. */
const LEASE_SECONDS = 60

export interface Failure {
  id: string
  /** The event, or what came instead of one. */
  event: unknown
  error: unknown
}

export const reasonOf = (error: unknown): string =>
  // A zero byte is what no text column takes.
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).replaceAll('\0', '').slice(0, 2_000)

const fromNow = (delayMs: number | undefined) =>
  delayMs === undefined ? sql`null::timestamptz` : sql`now() + ${delayMs} * interval '1 millisecond'`

/** What is kept of a message: all of it while it is still to be tried, its secrets only until then. */
const kept = (event: unknown, delayMs: number | undefined): string =>
  JSON.stringify(delayMs === undefined ? withoutSecrets(event) : event) ?? 'null'

/** Remembers a failed event: for a first retry after `delayMs`, or given up when that is undefined. */
export async function recordFailure(
  db: QueryExecutorProvider,
  { id, event, error }: Failure,
  attempts: number,
  delayMs: number | undefined,
): Promise<void> {
  await sql`
    insert into dead_letter (id, event, error, attempts, retry_at)
    values (${id}, ${kept(event, delayMs)}, ${reasonOf(error)}, ${attempts}, ${fromNow(delayMs)})
    on conflict (id) do nothing`.execute(db)
}

export interface DueRetry {
  id: string
  event: unknown
  /** Tries so far, with the one that begins now. */
  attempts: number
}

/** Takes due retries; each is counted before it begins, so that the list tells how often one that ends the process was tried. */
export async function claimRetries<T>(db: Kysely<T>, limit: number): Promise<DueRetry[]> {
  const { rows } = await sql<DueRetry>`
    update dead_letter set attempts = attempts + 1, retry_at = now() + ${LEASE_SECONDS} * interval '1 second'
    where id in (select id from dead_letter where retry_at <= now() order by retry_at for update skip locked limit ${limit})
    returning id, event, attempts`.execute(db)
  return rows
}

/** A retry failed: the next one after `delayMs`, or given up when that is undefined. */
export async function postponeRetry(db: QueryExecutorProvider, { id, event, error }: Failure, delayMs: number | undefined): Promise<void> {
  await sql`
    update dead_letter set event = ${kept(event, delayMs)}, error = ${reasonOf(error)}, retry_at = ${fromNow(delayMs)}, failed_at = now()
    where id = ${id}`.execute(db)
}

export async function forgetFailure(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`delete from dead_letter where id = ${id}`.execute(db)
}
