import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import { purgeWork } from '@app/chassis/work/work-table.ts'
import { type Kysely, sql } from 'kysely'
import * as Type from 'typebox'
import type { Tables } from './db/tables.ts'

const EVERY_MS = 3_600_000
const BATCH = 1_000
/** Maximum number of batches per table and run, so that a run does not take long. The next run, an hour later, continues. */
const BATCHES_MAX = 100

/** After these numbers of days, rows are deleted. No event is redelivered so late, so a deleted email cannot be queued again. */
export interface Retention {
  /** Messages in lists. */
  messages: number
  mails: number
  /** Messages of the contact form. */
  contacts: number
}

export const retentionConfig = {
  MESSAGES_KEPT_DAYS: Type.Integer({ minimum: 7, default: 30, description: 'days after which messages in lists are deleted' }),
  MAILS_KEPT_DAYS: Type.Integer({ minimum: 30, default: 90, description: 'days after which the ledger of emails forgets an email' }),
  CONTACTS_KEPT_DAYS: Type.Integer({ minimum: 1, default: 730, description: 'days after which messages of the contact form are deleted' }),
}

export const retentionOf = (config: Type.Static<Type.TObject<typeof retentionConfig>>): Retention => ({
  messages: config.MESSAGES_KEPT_DAYS,
  mails: config.MAILS_KEPT_DAYS,
  contacts: config.CONTACTS_KEPT_DAYS,
})

const days = (count: number) => sql`${count} * interval '1 day'`

const purges = ({ messages, mails, contacts }: Retention) => [
  sql`delete from notification where id in (
    select id from notification where created_at < now() - ${days(messages)} order by created_at limit ${BATCH})`,
  sql`delete from mail where id in (
    select id from mail where created_at < now() - ${days(mails)} and state <> 'queued' order by created_at limit ${BATCH})`,
  sql`delete from task_digest_entry where (user_id, task_id) in (
    select user_id, task_id from task_digest_entry where added_at < now() - ${days(mails)} limit ${BATCH})`,
  sql`delete from digest_document where id in (
    select id from digest_document where created_at < now() - ${days(mails)} limit ${BATCH})`,
  // The delete also removes rows of `sheet_row` (`on delete cascade`).
  sql`delete from contact where id in (
    select id from contact where created_at < now() - ${days(contacts)} order by created_at limit ${BATCH})`,
  sql`delete from web_error_hour where hour < now() - interval '30 days'`,
  sql`delete from rate_limits where key in (select key from rate_limits where used_until < now() limit ${BATCH})`,
]

/** Deletes old rows in batches, and work that was settled more than 90 days ago. Returns the number of deleted rows. */
export async function purge(db: Kysely<Tables>, kept: Retention): Promise<number> {
  let removed = 0
  for (const statement of purges(kept)) {
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const { numAffectedRows = 0n } = await statement.execute(db)
      removed += Number(numAffectedRows)
      if (numAffectedRows < BATCH) break
    }
  }
  return removed + (await purgeWork(db))
}

export const startPurging = (db: Kysely<Tables>, log: Logger, kept: Retention): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    name: 'removing old rows',
    log,
    async run() {
      const removed = await purge(db, kept)
      if (removed > 0) log.info({ removed }, 'removed old rows')
    },
  })
