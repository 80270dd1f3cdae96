import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import { purgeWork } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'

const EVERY_MS = 3_600_000
const BATCH = 1_000
/** Maximum number of batches per table and run, so that a run does not take long. The next run, an hour later, continues. */
const BATCHES_MAX = 100

/** Age in days at which emails are deleted. No event is redelivered so late, so a deleted email cannot be queued again. */
export const MAILS_KEPT_DAYS = 90

const purges = [
  sql`delete from notification where id in (
    select id from notification where created_at < now() - interval '30 days' order by created_at limit ${BATCH})`,
  sql`delete from mail where id in (
    select id from mail where created_at < now() - ${MAILS_KEPT_DAYS} * interval '1 day' and state <> 'queued' order by created_at limit ${BATCH})`,
  sql`delete from task_digest_entry where (user_id, task_id) in (
    select user_id, task_id from task_digest_entry where added_at < now() - ${MAILS_KEPT_DAYS} * interval '1 day' limit ${BATCH})`,
  sql`delete from digest_document where id in (
    select id from digest_document where created_at < now() - ${MAILS_KEPT_DAYS} * interval '1 day' limit ${BATCH})`,
  // The delete also removes rows of `sheet_row` (`on delete cascade`).
  sql`delete from contact where id in (
    select id from contact where created_at < now() - interval '2 years' order by created_at limit ${BATCH})`,
  sql`delete from web_error_hour where hour < now() - interval '30 days'`,
  sql`delete from rate_limits where key in (select key from rate_limits where used_until < now() limit ${BATCH})`,
]

/** Deletes old rows in batches, and work that was settled more than 90 days ago. Returns the number of deleted rows. */
export async function purge(db: Kysely<Tables>): Promise<number> {
  let removed = 0
  for (const statement of purges) {
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const { numAffectedRows = 0n } = await statement.execute(db)
      removed += Number(numAffectedRows)
      if (numAffectedRows < BATCH) break
    }
  }
  return removed + (await purgeWork(db))
}

export const startPurging = (db: Kysely<Tables>, log: Logger): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    name: 'removing old rows',
    log,
    async run() {
      const removed = await purge(db)
      if (removed > 0) log.info({ removed }, 'removed old rows')
    },
  })
