import { type Kysely, sql } from 'kysely'
import { isEnvelope } from './event.ts'
import { redact } from './redact.ts'

const MOST_LISTED = 100

export interface DeadLetter {
  id: string
  type: string
  error: string
  attempts: number
  failedAt: string
  /** When it is tried again; null once it was given up. */
  retryAt: string | null
  /** Secrets removed. */
  event: unknown
}

interface Row extends Omit<DeadLetter, 'type'> {
  event: unknown
}

const toLetter = (row: Row): DeadLetter => ({
  ...row,
  type: isEnvelope(row.event) ? row.event.type : 'unknown',
  event: redact(row.event),
})

/** Compared as text: what somebody typed need not be an id. */
const isLetter = (id: string) => sql`id::text = ${id.toLowerCase()}`

const columns = sql`id, event, error, attempts, failed_at as "failedAt", retry_at as "retryAt"`

/** The newest failures, those that wait for a retry included. */
export async function listDeadLetters<T>(db: Kysely<T>): Promise<DeadLetter[]> {
  const { rows } = await sql<Row>`select ${columns} from dead_letter order by failed_at desc, id desc limit ${MOST_LISTED}`.execute(db)
  return rows.map(toLetter)
}

export async function findDeadLetter<T>(db: Kysely<T>, id: string): Promise<DeadLetter | undefined> {
  const { rows } = await sql<Row>`select ${columns} from dead_letter where ${isLetter(id)}`.execute(db)
  return rows[0] && toLetter(rows[0])
}

/**
 * Has the running consumer try given-up events once more, one of them or all. What fails again comes back with its new
 * error. Answers how many.
 */
export async function replayDeadLetters<T>(db: Kysely<T>, id?: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update dead_letter set retry_at = now(), given_up_at = null where retry_at is null and ${id === undefined ? sql`true` : isLetter(id)}`.execute(
    db,
  )
  return Number(numAffectedRows)
}
