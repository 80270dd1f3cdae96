import { setTimeout as sleep } from 'node:timers/promises'
import { every } from '@app/chassis/every.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The right to call a company's script: one at a time has it, over all replicas. */
export interface Turn {
  companyId: string
  /** The fencing token. */
  number: number
  /** Aborted when the turn is lost or the process stops. */
  signal: AbortSignal
}

/** Somebody else has the turn: what was done in this one does not count. */
export class TurnLost extends Error {}

interface TurnOptions {
  db: Kysely<Tables>
  log: Logger
  signal: AbortSignal
}

interface Waiting {
  /** Gives up waiting for the turn after this. */
  waitMs: number
  /** Asked while waiting: whether the turn is not needed any more. */
  isDone?: () => Promise<boolean>
}

/** A turn whose holder died is over after this; it is renewed for as long as a call takes. */
const TURN_MS = 15_000
const TURN = sql`${TURN_MS} * interval '1 millisecond'`
const POLL_MS = 100

/** How long to wait for a turn, in ms: longer than the timeout of one call of the script, which is 30 s (`calls.ts`). */
export const TURN_WAIT_MS = 35_000

/** Not `now()`, which is when the statement began: who waited for the row meanwhile would find the turn of those before too long. */
const NOW = sql`clock_timestamp()`
/** A turn that ends further ahead than any can is a matter of the clock, and over. */
const FREE = sql<boolean>`(turn_until is null or turn_until <= ${NOW} or turn_until > ${NOW} + ${TURN})`

async function take(db: Kysely<Tables>, companyId: string): Promise<number | undefined> {
  const taken = await db
    .updateTable('sheet')
    .set({ turn: sql`turn + 1`, turn_until: sql`${NOW} + ${TURN}` })
    .where('company_id', '=', companyId)
    .where(FREE)
    .returning('turn')
    .executeTakeFirst()
  return taken?.turn
}

async function renew(db: Kysely<Tables>, { companyId, number }: Omit<Turn, 'signal'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sheet')
    .set({ turn_until: sql`${NOW} + ${TURN}` })
    .where('company_id', '=', companyId)
    .where('turn', '=', number)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function end(db: Kysely<Tables>, { companyId, number }: Omit<Turn, 'signal'>): Promise<void> {
  await db.updateTable('sheet').set({ turn_until: null }).where('company_id', '=', companyId).where('turn', '=', number).execute()
}

/** Works in a turn of the company's. Answers nothing when there was none in time, or it is not needed any more. */
export async function inTurn<T>(
  { db, log, signal }: TurnOptions,
  companyId: string,
  { waitMs, isDone = async () => false }: Waiting,
  work: (turn: Turn) => Promise<T>,
): Promise<T | undefined> {
  const giveUpAt = performance.now() + waitMs
  let number = await take(db, companyId)
  while (number === undefined) {
    if (signal.aborted || performance.now() > giveUpAt || (await isDone())) return undefined
    await sleep(POLL_MS)
    number = await take(db, companyId)
  }
  const held = { companyId, number }
  const lost = new AbortController()
  const stopRenewing = every({
    ms: TURN_MS / 3,
    name: 'renewing a turn',
    log,
    run: async () => (await renew(db, held)) || lost.abort(),
  })
  try {
    return await work({ ...held, signal: AbortSignal.any([signal, lost.signal]) })
  } finally {
    await stopRenewing()
    await end(db, held)
  }
}

/** Locks the sheet for what a turn brought about. Throws `TurnLost` when it is not ours any more. */
export async function holdTurn(trx: Transaction<Tables>, { companyId, number }: Turn): Promise<void> {
  const held = await trx
    .selectFrom('sheet')
    .select('turn')
    .where('company_id', '=', companyId)
    .where('turn', '=', number)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new TurnLost('The turn is over')
}
