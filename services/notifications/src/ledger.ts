import type { Trx } from '@app/chassis/messaging/outbox.ts'
import type { Settlement } from '@app/chassis/work/outcome.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import { sql } from 'kysely'

/**
 * The ledger tables and their id columns. A ledger stores the outcome of each item of a work queue: an email, or a contact form for the
 * spreadsheet. The id is the key of the item in the queue.
 */
const keyColumns = { mail: 'id', sheet_row: 'contact_id' } as const

const ledgerState = { done: 'sent', failed: 'failed', queued: 'queued', unknown: 'queued' } as const

/** The reason of items that were no longer needed. Their state is `failed`, because nothing was sent. */
export const OBSOLETE = 'obsolete'

const outcomeOf = ({ state, reason, isObsolete }: Settlement): { state: string; reason: string | null } =>
  isObsolete ? { state: 'failed', reason: OBSOLETE } : { state: ledgerState[state], reason }

/** Writes the outcomes of work items to a ledger. Must run in the transaction that settles the work. */
export async function recordOutcomes(trx: Trx, ledger: keyof typeof keyColumns, settled: readonly SettledWork<null>[]): Promise<void> {
  const column = <V>(read: (work: SettledWork<null>) => V): V[] => settled.map(read)
  const outcomes = settled.map(({ settlement }) => outcomeOf(settlement))
  await sql`
    update ${sql.table(ledger)} as ledger set
      state = outcome.state, attempts = outcome.attempts, last_error = outcome.reason,
      sent_at = case when outcome.state = 'sent' then now() end
    from unnest(
      ${column(({ key }) => key)}::uuid[], ${outcomes.map(({ state }) => state)}::text[],
      ${column(({ attempts, settlement }) => attempts - Number(!settlement.counts))}::int[],
      ${outcomes.map(({ reason }) => reason)}::text[]
    ) as outcome (key, state, attempts, reason)
    where ledger.${sql.ref(keyColumns[ledger])} = outcome.key`.execute(trx)
}
