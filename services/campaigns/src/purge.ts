import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import type { DispatchState } from '@app/contracts/http/dispatches.ts'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './db/tables.ts'
import { changeDispatch, lockDispatch } from './dispatches/dispatch.repository.ts'
import { isTransientError } from './is-transient-error.ts'
import { purgeTestMails } from './preview/test-mail.repository.ts'
import { countsOf } from './sending/counts.ts'

const EVERY_MS = 3_600_000
/** Leaves the rest to the next hour, so that one round never takes long. */
const MOST_AT_ONCE = 1_000
/** So long an owner may send again to whom a mail did not get to. */
const SENDABLE = sql`interval '30 days'`
/** So long the links of a mail work, and it can be looked up who got it. */
export const MAILS_KEPT_DAYS = 730
const KNOWN = sql`${MAILS_KEPT_DAYS} * interval '1 day'`

const endedStates: readonly DispatchState[] = ['done', 'cancelled', 'missed']

/** Sendings that ended so long ago and of which something is kept still. */
async function endedBefore(db: Kysely<Tables>, age: RawBuilder<unknown>, isKept: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dispatch
    where state = any(${endedStates}) and greatest(sends_at, started_at, finished_at) < now() - ${age} and ${isKept}
    limit ${MOST_AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What a mail was made of: nothing sends it any more. What was missed still may be. */
async function dropWords(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.updateTable('delivery').set({ merge: null }).where('dispatch_id', '=', id).where('merge', 'is not', null).execute()
  await changeDispatch(trx, id, { mail: null })
}

/** Whom it went to: how many they were stays. What was missed for so long is left out for good. */
async function dropRows(trx: Transaction<Tables>, id: string): Promise<void> {
  const counts = JSON.stringify((await countsOf(trx, [id])).get(id))
  await trx.deleteFrom('delivery').where('dispatch_id', '=', id).execute()
  await changeDispatch(trx, id, {
    counts: sql`coalesce(counts, ${counts}::jsonb)`,
    state: sql`case state when 'missed' then 'cancelled' else state end`,
    mail: null,
    image: null,
  })
}

/**
 * Drops the merge values and compiled mails of sendings that ended 30 days ago, and their recipients after two years. Returns the
 * number of sendings. One that cannot be purged is logged and holds up no others.
 */
export async function purge(db: Kysely<Tables>, log: Logger): Promise<number> {
  const wordy = await endedBefore(db, SENDABLE, sql`mail is not null and state <> 'missed'`)
  const old = await endedBefore(db, KNOWN, sql`exists (select from delivery where dispatch_id = dispatch.id)`)
  for (const [ids, drop] of [[wordy, dropWords] as const, [old, dropRows] as const]) {
    for (const id of ids) {
      const dropping = inTransaction(db, async (trx) => {
        const dispatch = await lockDispatch(trx, id)
        // Its owner may have sent it again meanwhile.
        if (dispatch && endedStates.includes(dispatch.state)) await drop(trx, id)
      })
      await dropping.catch((error: unknown) => {
        if (isTransientError(error)) throw error
        log.error({ err: error, dispatch: id }, 'an old sending could not be purged')
      })
    }
  }
  // Counters that hold nobody any more.
  await sql`delete from rate_limits where used_until < now()`.execute(db)
  await purgeTestMails(db, MAILS_KEPT_DAYS, MOST_AT_ONCE)
  return wordy.length + old.length
}

/** Purges once an hour. Answers how to stop it. */
export const startPurging = (db: Kysely<Tables>, log: Logger): (() => Promise<void>) =>
  startInterval({
    ms: EVERY_MS,
    name: 'forgetting old mails',
    log,
    async run() {
      const purged = await purge(db, log)
      if (purged > 0) log.info({ purged }, 'forgot what old sendings were made of')
    },
  })
