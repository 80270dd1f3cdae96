import type { Trx } from '@app/chassis/messaging/outbox.ts'
import type { Queue } from '@app/chassis/work/queue.ts'
import type { SettledWork } from '@app/chassis/work/worker.ts'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** A table that remembers what was sent, whose sending is work in a queue. */
export interface Ledger {
  table: 'mail' | 'sheet_row'
  /** The column that names a row; as text, it is the key of the work. */
  key: string
  queue: Queue<null>
  /** Which rows are urgent. */
  urgent: RawBuilder<boolean>
}

/** The work that the table's queue was before: rows of this due time are none that a replica of the release before takes. */
export const NEVER = 'infinity'

/** Notes what became of work, in the transaction that settles it. */
export async function noteSettled(trx: Trx, { table, key }: Ledger, settled: readonly SettledWork<null>[]): Promise<void> {
  const of = <V>(read: (one: SettledWork<null>) => V): V[] => settled.map(read)
  await sql`
    update ${sql.table(table)} as ledger set
      state = outcome.state, attempts = outcome.attempts, last_error = outcome.reason,
      sent_at = case when outcome.state = 'sent' then now() end
    from unnest(
      ${of((one) => one.key)}::uuid[], ${of(({ settlement: { state } }) => ledgerState[state])}::text[],
      ${of(({ attempts, settlement }) => attempts - Number(!settlement.counts))}::int[], ${of(({ settlement }) => settlement.reason)}::text[]
    ) as outcome (key, state, attempts, reason)
    where ledger.${sql.ref(key)} = outcome.key`.execute(trx)
}

const ledgerState = { done: 'sent', failed: 'failed', queued: 'queued', unknown: 'queued' } as const

const MOST_ADOPTED = 500

/**
 * Takes over what replicas of the release before queued and no longer work at, in one statement: each row is theirs or ours.
 * One that they had begun, and that has neither outcome nor error, may have been sent. A row that somebody made due again
 * by hand comes this way, too. Answers how many.
 */
export async function adoptQueued(db: QueryExecutorProvider, { table, key, queue, urgent }: Ledger): Promise<number> {
  const id = sql.ref(key)
  const { numAffectedRows = 0n } = await sql`
    with due as (
      select ${id} as key from ${sql.table(table)}
      where state = 'queued' and (next_attempt_at <= now() or next_attempt_at between now() + interval '25 hours' and '9999-01-01')
      limit ${MOST_ADOPTED} for update skip locked
    ), adopted as (
      update ${sql.table(table)} as ledger set next_attempt_at = ${NEVER} from due where ledger.${id} = due.key
      returning ledger.${id}::text as key, ${urgent} as urgent, attempts, attempts > 0 and last_error is null as begun
    )
    insert into work (queue, key, payload, priority, attempts, state, due_at, wait)
    select ${queue.name}, key, 'null', urgent::int, attempts, case when begun then 'unknown' else 'queued' end,
      now() + case when begun then interval '10 minutes' else '0' end, case when begun then interval '10 minutes' else '0' end
    from adopted
    on conflict (queue, key) do update set state = 'queued', due_at = now(), wait = '0', attempts = 0, repeats = 0, settled_at = null
    where work.state in ('done', 'failed')`.execute(db)
  return Number(numAffectedRows)
}
