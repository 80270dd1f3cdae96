import type { Trx } from '@app/chassis/messaging/outbox.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import { sql } from 'kysely'

/** Tables that keep the outcome of each delivery, with the column whose text is the key of the work. */
const keyColumns = { mail: 'id', sheet_row: 'contact_id' } as const

const ledgerState = { done: 'sent', failed: 'failed', queued: 'queued', unknown: 'queued' } as const

/** Writes the outcomes of deliveries to their ledger, in the transaction that settles the work. */
export async function recordOutcomes(trx: Trx, ledger: keyof typeof keyColumns, settled: readonly SettledWork<null>[]): Promise<void> {
  const of = <V>(read: (one: SettledWork<null>) => V): V[] => settled.map(read)
  await sql`
    update ${sql.table(ledger)} as ledger set
      state = outcome.state, attempts = outcome.attempts, last_error = outcome.reason,
      sent_at = case when outcome.state = 'sent' then now() end
    from unnest(
      ${of((one) => one.key)}::uuid[], ${of(({ settlement: { state } }) => ledgerState[state])}::text[],
      ${of(({ attempts, settlement }) => attempts - Number(!settlement.counts))}::int[], ${of(({ settlement }) => settlement.reason)}::text[]
    ) as outcome (key, state, attempts, reason)
    where ledger.${sql.ref(keyColumns[ledger])} = outcome.key`.execute(trx)
}
