import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { DispatchState } from '@app/contracts/http/dispatches.ts'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './db/tables.ts'
import type { CampaignsDeps } from './deps.ts'
import { changeDispatch, lockDispatch } from './dispatches/dispatch.repository.ts'
import { isTransientError } from './is-transient-error.ts'
import { purgeTestMails } from './preview/test-mail.repository.ts'
import { countsOf } from './sending/counts.ts'
import { purgeNotices } from './suspensions/notice.repository.ts'

const INTERVAL_MS = 3_600_000
/** Maximum rows that each query of a run selects. The next run, an hour later, purges more. */
const MAX_ROWS = 1_000
/** Failed emails of a dispatch can be sent again until this time after its end. */
const RESEND_PERIOD = sql`interval '30 days'`

type PurgeDeps = Pick<CampaignsDeps, 'db' | 'log' | 'recipientsKeptDays'>

const endedStates: readonly DispatchState[] = ['done', 'cancelled', 'missed']

/** Returns the ids of dispatches that ended longer ago than `age`. The SQL condition `isKept` selects those with data to delete. */
async function findEndedBefore(db: Kysely<Tables>, age: RawBuilder<unknown>, isKept: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from dispatch
    where state = any(${endedStates}) and greatest(sends_at, started_at, finished_at) < now() - ${age} and ${isKept}
    limit ${MAX_ROWS}`.execute(db)
  return rows.map(({ id }) => id)
}

async function deleteContent(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.updateTable('delivery').set({ merge: null }).where('dispatch_id', '=', id).where('merge', 'is not', null).execute()
  await changeDispatch(trx, id, { mail: null })
}

/** Deletes the recipients of a dispatch but keeps their counts. A `missed` one becomes `cancelled`, so that it can't be sent any more. */
async function deleteRecipients(trx: Transaction<Tables>, id: string): Promise<void> {
  const counts = JSON.stringify((await countsOf(trx, [id])).get(id))
  await trx.deleteFrom('delivery').where('dispatch_id', '=', id).execute()
  await changeDispatch(trx, id, {
    counts: sql`coalesce(counts, ${counts}::jsonb)`,
    state: sql`case state when 'missed' then 'cancelled' else state end`,
    mail: null,
    links: null,
    image: null,
  })
}

/**
 * Deletes the content of dispatches that ended 30 days ago, except missed dispatches. After `recipientsKeptDays`, deletes the recipients and the
 * content of all ended dispatches. Returns how many dispatches with data to delete were found.
 */
export async function purge({ db, log, recipientsKeptDays }: PurgeDeps): Promise<number> {
  const withContent = await findEndedBefore(db, RESEND_PERIOD, sql`mail is not null and state <> 'missed'`)
  const hasData = sql`(mail is not null or exists (select from delivery where dispatch_id = dispatch.id))`
  const outdated = await findEndedBefore(db, sql`${recipientsKeptDays} * interval '1 day'`, hasData)
  for (const [ids, remove] of [[withContent, deleteContent] as const, [outdated, deleteRecipients] as const]) {
    for (const id of ids) {
      const removing = inTransaction(db, async (trx) => {
        const dispatch = await lockDispatch(trx, id)
        // The owner may have started the dispatch again after the query above.
        if (dispatch && endedStates.includes(dispatch.state)) await remove(trx, id)
      })
      await removing.catch((error: unknown) => {
        if (isTransientError(error)) throw error
        log.error({ err: error, dispatch: id }, 'cannot purge an old dispatch; retrying in an hour')
      })
    }
  }
  await sql`delete from rate_limits where used_until < now()`.execute(db)
  await purgeTestMails(db, recipientsKeptDays, MAX_ROWS)
  await purgeNotices(db)
  return withContent.length + outdated.length
}

export const startPurging = (deps: PurgeDeps): (() => Promise<void>) =>
  startInterval({
    ms: INTERVAL_MS,
    name: 'purging old emails',
    log: deps.log,
    async run() {
      const purged = await purge(deps)
      if (purged > 0) deps.log.info({ purged }, 'purged old dispatches')
    },
  })
