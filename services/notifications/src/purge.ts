import type { Logger } from '@app/chassis/logger.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import { purgeWork } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './db/tables.ts'

const EVERY_MS = 3_600_000
const BATCH = 1_000
/** Leaves the rest to the next hour, so that one round never takes long. */
const MOST_BATCHES = 100

/** The ledger outlives any event that could still be delivered again. */
export const MAILS_KEPT_DAYS = 90

const purges = [
  sql`delete from notification where id in (
    select id from notification where created_at < now() - interval '30 days' order by created_at limit ${BATCH})`,
  sql`delete from mail where id in (
    select id from mail where created_at < now() - ${MAILS_KEPT_DAYS} * interval '1 day' and state <> 'queued' order by created_at limit ${BATCH})`,
  // With its row in the ledger of the spreadsheet.
  sql`delete from contact where id in (
    select id from contact where created_at < now() - interval '2 years' order by created_at limit ${BATCH})`,
  sql`delete from web_error_hour where hour < now() - interval '30 days'`,
  // Counters that hold nobody any more.
  sql`delete from rate_limits where key in (select key from rate_limits where used_until < now() limit ${BATCH})`,
]

/** Removes notifications after 30 days, settled mails after 90 and contact forms after two years. Answers how many rows. */
export async function purge(db: Kysely<Tables>): Promise<number> {
  let removed = 0
  for (const statement of purges) {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const { numAffectedRows = 0n } = await statement.execute(db)
      removed += Number(numAffectedRows)
      if (numAffectedRows < BATCH) break
    }
  }
  return removed + (await purgeWork(db))
}

/** Purges once an hour. Answers how to stop it. */
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
