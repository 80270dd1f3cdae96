import type { DeadLetter } from '@app/contracts/http/operations.ts'
import { type Kysely, sql } from 'kysely'
import { isLockTimeout } from '../db/faults.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { addAuditEntry } from '../operations/audit-entries.ts'
import { typeOf } from './event.ts'
import type { Trx } from './outbox.ts'

const MOST_LISTED = 100

export interface FoundDeadLetter extends DeadLetter {
  /** The stored event, not redacted. Callers must redact the event before they show it. */
  event: unknown
}

type Row = Omit<FoundDeadLetter, 'type'>

const toDeadLetter = (row: Row): FoundDeadLetter => ({ ...row, type: typeOf(row.event) })

/** Compares ids as text, because an operator can enter an id that is not a valid UUID. */
const hasId = (id: string) => sql`id::text = ${id.toLowerCase()}`

const columns = sql`id as "_id", event, error, attempts, failed_at as "failedAt", retry_at as "retryAt"`

interface Page {
  limit?: number
  after?: readonly [failedAt: string, id: string]
}

/** Returns dead letters, newest failure first, including those with a pending retry. */
export async function listDeadLetters<T>(db: Kysely<T>, { limit = MOST_LISTED, after }: Page = {}): Promise<FoundDeadLetter[]> {
  const isAfter = after ? sql`(failed_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`
  const { rows } = await sql<Row>`
    select ${columns} from dead_letter where ${isAfter} order by failed_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(toDeadLetter)
}

export async function findDeadLetter<T>(db: Kysely<T>, id: string): Promise<FoundDeadLetter | undefined> {
  const { rows } = await sql<Row>`select ${columns} from dead_letter where ${hasId(id)}`.execute(db)
  return rows[0] && toDeadLetter(rows[0])
}

type DeadLetterSelection = { id: string } | { type: string } | 'all'

function isOneOf(selection: DeadLetterSelection) {
  if (selection === 'all') return sql`true`
  return 'id' in selection ? hasId(selection.id) : sql`type = ${selection.type}`
}

interface DeadLetterAction<A> {
  /** Id of the admin; absent if the command line is used. */
  actor?: string
  answer: (trx: Trx, affected: number) => Promise<A>
}

export const actingFromCli: DeadLetterAction<number> = { answer: async (_trx, affected) => affected }

interface Affected {
  type: string
}

const deadLetterSubject = (id: string, [affected]: readonly Affected[]): string => [id, affected?.type].filter(Boolean).join(' ')

function replayOf(selection: DeadLetterSelection, affected: readonly Affected[]) {
  if (selection === 'all') return { act: 'replay-type', subject: 'all' } as const
  if ('type' in selection) return { act: 'replay-type', subject: selection.type } as const
  return { act: 'replay', subject: deadLetterSubject(selection.id, affected) } as const
}

/** Makes given-up events due, so that the running consumer retries them. If an event fails again, its row gets the new error. */
export function replayDeadLetters<T, A>(db: Kysely<T>, selection: DeadLetterSelection, { actor, answer }: DeadLetterAction<A>): Promise<A> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<Affected>`
      update dead_letter set retry_at = now(), retry_wait = '0', given_up_at = null where retry_at is null and ${isOneOf(selection)}
      returning type`.execute(trx)
    await addAuditEntry(trx, { actor, ...replayOf(selection, rows), affected: rows.length })
    return answer(trx, rows.length)
  })
}

interface Drop {
  service: string
  id: string
  reason: string
}

/** How long `dropDeadLetter` waits until a running handler of the event has released its lock on the event's inbox row. */
const HANDLER_WAIT_MS = 500

/**
 * Adds the event to the inbox, so that a later delivery of the event has no effect. After a crash, the broker redelivers all events that
 * the crashed process had not acknowledged. If a handler still holds its lock after `HANDLER_WAIT_MS`, no row is added. The row is not
 * necessary then: the handler's process has not crashed, and will acknowledge the event.
 */
async function addToInbox(trx: Trx, service: string, id: string): Promise<void> {
  await sql`savepoint before_inbox`.execute(trx)
  try {
    await sql`select set_config('lock_timeout', ${String(HANDLER_WAIT_MS)}, true)`.execute(trx)
    await sql`
      insert into inbox (consumer, event_id) select ${service}, id from dead_letter where ${hasId(id)} on conflict do nothing`.execute(trx)
    await sql`set local lock_timeout to default`.execute(trx)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await sql`rollback to savepoint before_inbox`.execute(trx)
  }
}

/** Deletes an event, even while its handler runs. The handler's transaction then finds no row and is rolled back. */
export function dropDeadLetter<T, A>(db: Kysely<T>, { service, id, reason }: Drop, { actor, answer }: DeadLetterAction<A>): Promise<A> {
  return inTransaction(db, async (trx) => {
    await addToInbox(trx, service, id)
    const { rows } = await sql<Affected>`
      delete from dead_letter where ${hasId(id)} returning type`.execute(trx)
    await addAuditEntry(trx, { actor, act: 'drop', subject: deadLetterSubject(id, rows), reason, affected: rows.length })
    return answer(trx, rows.length)
  })
}
