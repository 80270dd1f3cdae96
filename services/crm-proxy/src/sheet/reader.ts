import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { OutboundReader } from '@app/chassis/http/outbound.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { publishedFault, SheetAway, SheetBack } from '@app/contracts/events/crm-proxy.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findCopy, forgetWritten, storeCopy } from './copy.repository.ts'
import { lookLater } from './errand.ts'
import { SheetFault } from './faults.ts'
import { readSheet } from './read-sheet.ts'
import { findSheet, noteAnswer, noteFault, noteKind, type Sheet, touchWrites } from './sheet.repository.ts'
import { holdTurn, inTurn, TURN_WAIT_MS, type Turn, TurnLost } from './turn.ts'

/** What calls to spreadsheets need. */
export interface SheetDeps {
  db: Kysely<Tables>
  log: Logger
  tracer?: Tracer
  /** Calls scripts; its time-out is that of a write. */
  call: OutboundReader
  timeZone: string
}

export interface SheetReader {
  /**
   * Has the sheet read, once for all who ask at the same time, and resolves when that is done or has taken so long: whoever asks
   * late waits for what is left. Never rejects: what went wrong is noted with the sheet.
   */
  read(companyId: string, patienceMs: number): Promise<void>
  stop(): Promise<void>
}

const READ_MS = 20_000

/** What every event about a sheet says. */
export const factOf = ({ companyId, companyName, ownerId }: Sheet) => ({ companyProfileId: companyId, companyName, ownerId })

/** The script has answered, whatever it said. */
export async function noteReached(trx: Transaction<Tables>, sheet: Sheet, turn: Turn): Promise<void> {
  await noteAnswer(trx, sheet.companyId)
  if (!sheet.told_away || !sheet.away_since) return
  const data = { ...factOf(sheet), awaySince: sheet.away_since }
  await addEvent(trx, SheetBack, { aggregateId: sheet.companyId, version: turn.number, data })
}

/** A call came to nothing: from now on somebody looks from time to time. Whose sheet has been away for a day hears of it, once. */
export async function noteUnreached({ db }: SheetDeps, sheet: Sheet, turn: Turn, fault: SheetFault): Promise<void> {
  await inTransaction(db, async (trx) => {
    await holdTurn(trx, turn)
    const since = await noteFault(trx, sheet.companyId, fault)
    if (since) {
      const data = { ...factOf(sheet), since, fault: publishedFault(fault.code), reason: fault.message }
      await addEvent(trx, SheetAway, { aggregateId: sheet.companyId, version: turn.number, data })
    }
    await lookLater(trx, sheet.companyId)
  })
}

/** Reads the sheet and keeps the copy. Throws the `SheetFault` that it noted. */
export async function readInTurn(deps: SheetDeps, sheet: Sheet, turn: Turn): Promise<void> {
  const { db, call, timeZone } = deps
  const { companyId } = sheet
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db)
  const readAt = rows[0]?.now ?? ''
  const signal = AbortSignal.any([turn.signal, AbortSignal.timeout(READ_MS)])
  try {
    const { kind, version, copy } = await readSheet(sheet, { call, timeZone, signal })
    await inTransaction(db, async (trx) => {
      await holdTurn(trx, turn)
      await storeCopy(trx, companyId, readAt, copy)
      await noteKind(trx, companyId, kind, version)
      if (await forgetWritten(trx, companyId, readAt)) await touchWrites(trx, companyId)
      await noteReached(trx, sheet, turn)
    })
  } catch (error) {
    // What only ended because we stop, or lost the turn, tells nothing of the sheet.
    if (error instanceof SheetFault && !turn.signal.aborted) await noteUnreached(deps, sheet, turn, error)
    throw error
  }
}

/** Reads sheets for whoever waits for one. */
export function createReader(deps: SheetDeps): SheetReader {
  const { db, log } = deps
  const underWay = new Map<string, { done: Promise<void>; since: number }>()
  const stopping = new AbortController()

  async function readOnce(companyId: string): Promise<void> {
    const before = await findCopy(db, companyId)
    const isRead = async () => (await findCopy(db, companyId))?.readAt !== before?.readAt
    await inTurn({ db, log, signal: stopping.signal }, companyId, { waitMs: TURN_WAIT_MS, isDone: isRead }, async (turn) => {
      const sheet = await findSheet(db, companyId)
      // Somebody may have, while this waited.
      if (sheet?.gsapi && !(await isRead())) await readInTurn(deps, sheet, turn)
    })
  }

  function begin(companyId: string) {
    const done = readOnce(companyId)
      .catch((error: unknown) => {
        if (error instanceof SheetFault) log.info({ companyId, fault: error.code, err: error.cause }, 'a spreadsheet cannot be read')
        else if (!(error instanceof TurnLost)) log.warn({ companyId, err: error }, 'reading a spreadsheet failed')
      })
      .finally(() => underWay.delete(companyId))
    const reading = { done, since: performance.now() }
    underWay.set(companyId, reading)
    return reading
  }

  return {
    async read(companyId, patienceMs) {
      const { done, since } = underWay.get(companyId) ?? begin(companyId)
      const left = since + patienceMs - performance.now()
      if (left > 0) await Promise.race([done, sleep(left, undefined, { ref: false })])
    },
    async stop() {
      stopping.abort()
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}
