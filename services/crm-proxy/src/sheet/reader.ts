import { setTimeout as sleep } from 'node:timers/promises'
import type { OutboundReader } from '@app/chassis/http/outbound.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { SheetReachabilityChanged } from '@app/contracts/events/crm-proxy.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { observeStages } from '../reports/figures.ts'
import { deleteWrittenBefore, findCopy, storeCopy } from './copy.repository.ts'
import { SheetFault } from './faults.ts'
import { inLeasedTransaction, LEASE_WAIT_MS, type Lease, LeaseLost, withLease } from './lease.ts'
import { readSheet } from './read-sheet.ts'
import { findSheet, recordFault, recordKind, recordResponse, renewWritesTag, type Sheet } from './sheet.repository.ts'
import { scheduleRecheck } from './sheet-jobs.ts'

export interface SheetDeps {
  db: Kysely<Tables>
  log: Logger
  tracer?: Tracer
  /** Calls scripts with the timeout for writes. Calls that read a sheet are aborted earlier. */
  call: OutboundReader
  timeZone: string
}

export type SheetReader = ReturnType<typeof createReader>

const READ_MS = 20_000

/** Returns the data that all events about the sheet contain. */
export const eventPayload = ({ companyId, ownerId }: Sheet) => ({ companyProfileId: companyId, ownerId })

async function publishReachability(trx: Transaction<Tables>, sheet: Sheet, lease: Lease, isAway: boolean): Promise<void> {
  const data = { ...eventPayload(sheet), isAway }
  await addEvent(trx, SheetReachabilityChanged, { aggregateId: sheet.companyId, version: lease.token, data })
}

/** Records that the script responded. Publishes an event if an earlier event reported the sheet as unavailable. */
export async function recordReached(trx: Transaction<Tables>, sheet: Sheet, lease: Lease): Promise<void> {
  await recordResponse(trx, sheet.companyId)
  if (sheet.away_reported) await publishReachability(trx, sheet, lease, false)
}

/** Records a failed call and schedules the next call. Publishes one event if the sheet has been unavailable for a day. */
export async function recordUnreached({ db }: SheetDeps, sheet: Sheet, lease: Lease, fault: SheetFault): Promise<void> {
  await inLeasedTransaction(db, lease, async (trx) => {
    const isReportDue = await recordFault(trx, sheet.companyId, fault)
    if (isReportDue) await publishReachability(trx, sheet, lease, true)
    await scheduleRecheck(trx, sheet.companyId)
  })
}

/** Reads the sheet and stores the copy. Records a `SheetFault` before throwing it. */
export async function readUnderLease(deps: SheetDeps, sheet: Sheet, lease: Lease): Promise<void> {
  const { db, call, timeZone } = deps
  const { companyId } = sheet
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(db)
  const readAt = rows[0]?.now ?? ''
  const signal = AbortSignal.any([lease.signal, AbortSignal.timeout(READ_MS)])
  try {
    const { kind, copy } = await readSheet(sheet, { call, timeZone, signal })
    await inLeasedTransaction(db, lease, async (trx) => {
      await storeCopy(trx, companyId, readAt, copy)
      await observeStages(trx, companyId, readAt, copy.stages)
      await recordKind(trx, companyId, kind)
      if (await deleteWrittenBefore(trx, companyId, readAt)) await renewWritesTag(trx, companyId)
      await recordReached(trx, sheet, lease)
    })
  } catch (error) {
    // A call that was aborted by a stop or a lost lease says nothing about the sheet.
    if (error instanceof SheetFault && !lease.signal.aborted) await recordUnreached(deps, sheet, lease, error)
    throw error
  }
}

export function createReader(deps: SheetDeps) {
  const { db, log } = deps
  const underWay = new Map<string, { done: Promise<void>; since: number }>()
  const stopping = new AbortController()

  async function readOnce(companyId: string): Promise<void> {
    const before = await findCopy(db, companyId)
    const isRead = async () => (await findCopy(db, companyId))?.readAt !== before?.readAt
    await withLease({ db, log, signal: stopping.signal }, companyId, { waitMs: LEASE_WAIT_MS, isDone: isRead }, async (lease) => {
      const sheet = await findSheet(db, companyId)
      // Another process may have read the sheet during the wait for the lease.
      if (sheet?.gsapi && !(await isRead())) await readUnderLease(deps, sheet, lease)
    })
  }

  function begin(companyId: string) {
    const done = readOnce(companyId)
      .catch((error: unknown) => {
        if (error instanceof SheetFault) log.info({ companyId, fault: error.code, err: error.cause }, 'cannot read a spreadsheet')
        else if (!(error instanceof LeaseLost)) log.warn({ companyId, err: error }, 'unexpected error while reading a spreadsheet')
      })
      .finally(() => underWay.delete(companyId))
    const reading = { done, since: performance.now() }
    underWay.set(companyId, reading)
    return reading
  }

  return {
    /** Reads the sheet once for concurrent callers. Resolves at the latest `waitMs` after the read started. Stores errors, never rejects. */
    async read(companyId: string, waitMs: number): Promise<void> {
      const { done, since } = underWay.get(companyId) ?? begin(companyId)
      const left = since + waitMs - performance.now()
      if (left > 0) await Promise.race([done, sleep(left, undefined, { ref: false })])
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}
