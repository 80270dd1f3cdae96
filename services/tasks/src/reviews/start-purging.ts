import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

const EVERY_MS = 3_600_000
const BATCH = 10_000

/**
 * Deletes rows of `review_open` and batches of tasks that are older than 7 days, reminders and facts about removed tasks that are older than
 * 90 days, expired codes, and rate limits that are no longer used.
 */
export async function purgeReviews(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from review_open where id in (
      select id from review_open where opened_at < now() - interval '7 days' order by opened_at limit ${BATCH})`.execute(db)
  await sql`
    delete from reminder where id in (
      select id from reminder where created_at < now() - interval '90 days' order by created_at limit ${BATCH})`.execute(db)
  await sql`
    delete from removed_task where id in (
      select id from removed_task where removed_at < now() - interval '90 days' order by removed_at limit ${BATCH})`.execute(db)
  await sql`
    delete from task_batch where id in (
      select id from task_batch where created_at < now() - interval '7 days' order by created_at limit ${BATCH})`.execute(db)
  await sql`delete from review_code where expires_at < now()`.execute(db)
  await sql`delete from rate_limits where key in (select key from rate_limits where used_until < now() limit ${BATCH})`.execute(db)
}

/** Calls `purgeReviews` every hour. Returns a function that stops these calls. */
export const startPurging = (db: Kysely<Tables>, log: Logger): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, name: 'removing old rows of reviews', log, run: () => purgeReviews(db) })
