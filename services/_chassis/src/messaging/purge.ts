import { type Kysely, sql } from 'kysely'
import { BATCH_ROWS, deleteBatch } from '../db/delete-batch.ts'
import type { Logger } from '../logging/logger.ts'
import { startInterval } from '../time/start-interval.ts'
import type { MessagingMetrics } from './metrics.ts'

const EVERY_MS = 10 * 60_000
/** Inbox rows are kept longer than the event log, so that events republished from the log are recognized as duplicates. */
const INBOX_DAYS = 14
const LOG_DAYS = 7
const GIVEN_UP_DAYS = 90

interface PurgeOptions<T> {
  db: Kysely<T>
  log: Logger
  metrics?: MessagingMetrics
}

const before = (days: number) => sql`now() - ${days} * interval '1 day'`

interface Gone {
  size: number
  unroutable: number
  types: string[] | null
}

async function purgeLog<T>({ db, log, metrics }: PurgeOptions<T>): Promise<boolean> {
  const { rows } = await sql<Gone>`
    with gone as (
      delete from event_log where ctid = any(array(
        select ctid from event_log where logged_at < ${before(LOG_DAYS)} limit ${BATCH_ROWS}))
      returning type, is_unroutable)
    select count(*) as size, count(*) filter (where is_unroutable) as unroutable,
      array_agg(distinct type) filter (where is_unroutable) as types from gone`.execute(db)
  const { size = 0, unroutable = 0, types } = rows[0] ?? {}
  if (unroutable > 0) log.warn({ types, count: unroutable }, `unroutable events deleted after ${LOG_DAYS} days`)
  metrics?.expired(unroutable)
  return size === BATCH_ROWS
}

/** Deletes old messages in batches of `BATCH_ROWS` rows, until all are deleted or `signal` aborts. */
export async function purgeMessages<T>(options: PurgeOptions<T>, signal?: AbortSignal): Promise<void> {
  const { db } = options
  for (const purge of [
    () => deleteBatch(db, 'inbox', sql`processed_at < ${before(INBOX_DAYS)}`),
    () => deleteBatch(db, 'dead_letter', sql`given_up_at < ${before(GIVEN_UP_DAYS)}`),
    () => purgeLog(options),
  ]) {
    while (!signal?.aborted && (await purge()));
  }
}

export const startPurge = <T>(options: PurgeOptions<T>): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    name: 'deleting old messages',
    log: options.log,
    run: (signal) => purgeMessages(options, signal),
  })
