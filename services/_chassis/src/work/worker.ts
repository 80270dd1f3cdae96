import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Context, currentContext, runInContext } from '../logging/context.ts'
import type { Logger } from '../logging/logger.ts'
import { createSignal } from '../messaging/signal.ts'
import { startInterval } from '../time/start-interval.ts'
import { inContextSpan } from '../tracing/span.ts'
import { parseTraceparent } from '../tracing/trace-context.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { attempt, type Handle } from './attempt.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { type Claimed, type ClaimLimit, claimName, correctDueTimes, LEASE_MS, renewLeases, settleAndClaim } from './lease.ts'
import type { WorkMetrics } from './metrics.ts'
import { hold, type Outcome, type Settlement, settlementOf } from './outcome.ts'
import { type Queue, URGENT } from './queue.ts'

export interface SettledWork<P> {
  key: string
  payload: P
  attempts: number
  maybeTwice: boolean
  settlement: Settlement
}

export interface WorkerOptions<T, P> {
  db: Kysely<T>
  queue: Queue<P>
  /** Maximum number of concurrent attempts in this replica. */
  capacity: number
  /** Additional slots for `URGENT` work, so that slow work does not delay urgent work. Default: 0. */
  reserved?: number
  handle: Handle<P>
  /** Called in the transaction that stores the outcomes, for example to update a ledger. */
  onSettled?(trx: Transaction<T>, settled: SettledWork<P>[]): Promise<void>
  metrics: WorkMetrics
  tracer?: Tracer
  log: Logger
}

export interface Worker {
  wake(): void
  /** Stops claiming work, and waits a few seconds for running attempts. */
  stop(): Promise<void>
}

/** Outcomes that do not show whether the external system is available. */
const saysNothing: ReadonlySet<Outcome['kind']> = new Set(['unknown', 'wait', 'obsolete'])

/** A running attempt, or an attempt whose outcome is not stored yet. */
interface Attempt<P> {
  claimed: Claimed<P>
  abort: AbortController
  context: Context
  settlement?: Settlement
}

/** Polling finds work that becomes due later, and work whose notification was lost. */
const POLL_MS = 5_000
const RENEW_MS = LEASE_MS / 3
const CORRECT_MS = 10_000
const MOST_SETTLED = 100
const SETTLE_AGAIN_MS = 100
/** Running attempts get `STOP_LIMIT_MS` to end. Then their signals abort, and they get `STOP_GRACE_MS` more. */
const STOP_LIMIT_MS = 4_000
const STOP_GRACE_MS = 2_000

/** Starts a worker. Several replicas may run workers of a queue: an item is claimed by one worker until its lease expires. */
export function startWorker<T, P>({
  db,
  queue,
  capacity,
  reserved = 0,
  handle,
  onSettled,
  metrics,
  tracer,
  log,
}: WorkerOptions<T, P>): Worker {
  const running = new Set<Attempt<P>>()
  const giveUp = new AbortController()
  const woken = createSignal()
  const circuitBreaker = createCircuitBreaker()
  let isStopping = false
  let isTooLate = false
  let failures = 0
  metrics.watch(queue)

  function settle(entry: Attempt<P>, outcome: Outcome, begunAt: number): void {
    const { attempts, repeats } = entry.claimed
    const tried = { attempts, maybeTwice: repeats > 0 }
    const isHeld = outcome.kind === 'hold' || (outcome.kind === 'retry' && outcome.opensCircuit)
    const holdMs = isHeld ? circuitBreaker.open() : 0
    if (!isHeld && !saysNothing.has(outcome.kind)) circuitBreaker.close()
    // An attempt that was interrupted because this process stops is not counted. Another replica may claim the work.
    const isCutShort = outcome.kind === 'retry' && giveUp.signal.aborted
    entry.settlement = settlementOf(isCutShort ? hold(outcome.reason) : outcome, tried, holdMs)
    metrics.tried(queue, entry.settlement, (performance.now() - begunAt) / 1_000)
    woken.raise()
  }

  function start(claimed: Claimed<P>): void {
    const { id, key, attempts, traceparent, correlationId } = claimed
    const context = { correlationId: correlationId ?? crypto.randomUUID(), trace: parseTraceparent(traceparent), tracer }
    const entry: Attempt<P> = { claimed, abort: new AbortController(), context }
    running.add(entry)
    const signal = AbortSignal.any([entry.abort.signal, giveUp.signal])
    const begunAt = performance.now()
    const attributes = { 'work.id': id, 'work.key': key, 'work.attempt': attempts }
    const outcome = inContextSpan(context, { name: `work ${queue.name}`, kind: 'consumer', attributes }, async (note) => {
      entry.context = currentContext()
      const outcome = await attempt(db, claimed, signal, handle, log)
      note({ 'work.outcome': outcome.kind })
      return outcome
    })
    void outcome.then((outcome) => settle(entry, outcome, begunAt))
  }

  /**
   * Returns how many rows to claim. `settling` is the number of ended attempts whose outcomes are stored together with the claim, so their
   * slots count as free. Only urgent rows may take reserved slots.
   */
  function claimLimit(settling: number): ClaimLimit {
    const busy = running.size - settling
    if (isStopping) return { count: 0, priority: 0 }
    if (busy < capacity) return { count: circuitBreaker.allowed(capacity - busy), priority: 0 }
    return { count: circuitBreaker.allowed(capacity + reserved - busy), priority: URGENT }
  }

  const exchange = (settling: readonly Attempt<P>[], limit: ClaimLimit) => {
    const rows = settling.flatMap(({ claimed: { id, token }, settlement }) => (settlement ? [{ id, token, settlement }] : []))
    if (rows.length === 0 || !onSettled) return settleAndClaim(db, queue, rows, limit)
    return db.transaction().execute(async (trx) => {
      const exchanged = await settleAndClaim(trx, queue, rows, limit)
      const settled = settling.flatMap(({ claimed, settlement }) => {
        const { key, payload, attempts, repeats } = claimed
        return settlement && exchanged.settled.has(claimName(claimed))
          ? [{ key, payload, attempts, maybeTwice: repeats > 0, settlement }]
          : []
      })
      if (settled.length) await onSettled(trx, settled)
      return exchanged
    })
  }

  const hasOutcome = ({ settlement }: Attempt<P>): boolean => settlement !== undefined
  const hasOutcomes = (): boolean => [...running].some(hasOutcome)

  /** Stores outcomes and claims rows. Returns whether to run again without a pause, because more rows may be waiting. */
  async function turn(): Promise<boolean> {
    // After a failure, outcomes are stored one by one, so that one row cannot block the others.
    const settling = [...running].filter(hasOutcome).slice(0, failures > 0 ? 1 : MOST_SETTLED)
    const limit = claimLimit(settling.length)
    if (settling.length === 0 && limit.count === 0) return false
    try {
      const { settled, claimed } = await exchange(settling, limit)
      for (const entry of settling) {
        running.delete(entry)
        runInContext(entry.context, () => note(entry, settled.has(claimName(entry.claimed))))
      }
      claimed.forEach(start)
      failures = 0
      return hasOutcomes() || (circuitBreaker.isClosed() && claimed.length === limit.count)
    } catch (error) {
      if (failures === 0) log.warn({ err: error, queue: queue.name }, 'cannot settle or claim work; retrying')
      failures += 1
      // The attempts move to the end of the set, so that the outcomes of other attempts are stored first.
      for (const entry of settling) running.delete(entry) && running.add(entry)
      await sleep(Math.min(SETTLE_AGAIN_MS * 2 ** failures, POLL_MS))
      return settling.length > 0
    }
  }

  function note({ claimed: { key, attempts }, settlement }: Attempt<P>, isOurs: boolean): void {
    const seen = { queue: queue.name, key, attempts, ...(settlement?.reason && { reason: settlement.reason }) }
    if (isOurs && settlement?.state === 'queued' && settlement.waitMs < POLL_MS) setTimeout(woken.raise, settlement.waitMs).unref()
    if (!isOurs) log.warn(seen, 'the claim on work was lost, so its outcome is ignored')
    else if (settlement?.state === 'done') log.info(seen, 'work done')
    else if (settlement?.state === 'failed') log.warn(seen, 'work given up')
    else if (settlement?.state === 'unknown') log.warn(seen, 'the outcome of this work is unknown; it will be tried once more')
    else log.info(seen, 'work will be tried again')
  }

  async function run(): Promise<void> {
    while (!isTooLate && (!isStopping || running.size > 0)) {
      if (await turn()) continue
      await woken.wait(Math.min(POLL_MS, circuitBreaker.remainingMs() || POLL_MS))
    }
  }

  async function renew(): Promise<void> {
    const entries = [...running]
    if (entries.length === 0) return
    const valid = await renewLeases(
      db,
      entries.map(({ claimed }) => claimed),
    )
    for (const { claimed, abort } of entries) if (!valid.has(claimName(claimed))) abort.abort()
  }

  const stopRenewing = startInterval({ ms: RENEW_MS, name: `renewing the leases of ${queue.name}`, log, run: renew })
  const stopCorrecting = startInterval({
    ms: CORRECT_MS,
    name: `correcting the due times of ${queue.name}`,
    log,
    run: () => correctDueTimes(db, queue),
  })
  const done = run()

  return {
    wake: woken.raise,
    async stop() {
      isStopping = true
      woken.raise()
      const early = setTimeout(() => giveUp.abort(), STOP_LIMIT_MS)
      const late = setTimeout(() => {
        isTooLate = true
        woken.raise()
      }, STOP_LIMIT_MS + STOP_GRACE_MS)
      await done
      clearTimeout(early)
      clearTimeout(late)
      await Promise.all([stopRenewing(), stopCorrecting()])
    },
  }
}
