import type { Logger } from '@app/chassis/logger.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import { purgeWork } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'

const EVERY_MS = 3_600_000
const BATCH = 1_000
/** Maximum number of batches per table and run. Further rows are deleted an hour later, so that no run takes long. */
const BATCHES_MAX = 100

/** Days until settled emails are deleted. No event can be redelivered after that time, so no email is queued twice. */
export const MAILS_KEPT_DAYS = 90

const purges = [
  sql`delete from notification where id in (
    select id from notification where created_at < now() - interval '30 days' order by created_at limit ${BATCH})`,
  sql`delete from mail where id in (
    select id from mail where created_at < now() - ${MAILS_KEPT_DAYS} * interval '1 day' and state <> 'queued' order by created_at limit ${BATCH})`,
  // The foreign key of `sheet_row` deletes the form's row there too (on delete cascade).
  sql`delete from contact where id in (
    select id from contact where created_at < now() - interval '2 years' order by created_at limit ${BATCH})`,
  sql`delete from web_error_hour where hour < now() - interval '30 days'`,
  // Expired counters of rate limits.
  sql`delete from rate_limits where key in (select key from rate_limits where used_until < now() limit ${BATCH})`,
]

/**
 * Deletes notifications and counts of web errors after 30 days, settled emails after 90 days, contact forms after 2 years, expired rate
 * limits, and work 90 days after it was settled. Returns the number of deleted rows.
 */
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
