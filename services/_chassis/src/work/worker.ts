import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { type Context, currentContext, runInContext } from '../context.ts'
import type { Logger } from '../logger.ts'
import { createSignal } from '../messaging/signal.ts'
import { startInterval } from '../start-interval.ts'
import { inContextSpan } from '../tracing/span.ts'
import { parseTraceparent } from '../tracing/trace-context.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { attempt, type Handle } from './attempt.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { type Claimed, type ClaimLimit, claimName, correctDueTimes, LEASE_MS, renewLeases, settleAndClaim } from './lease.ts'
import type { WorkMetrics } from './metrics.ts'
import { hold, type Outcome, type Settlement, settlementOf } from './outcome.ts'
import { type Queue, URGENT } from './queue.ts'

/** A piece of work and what became of it. */
export interface SettledWork<P> {
  key: string
  payload: P
  attempts: number
  /** It was tried before, and nobody knows whether it happened. */
  maybeTwice: boolean
  settlement: Settlement
}

interface WorkerOptions<T, P> {
  db: Kysely<T>
  queue: Queue<P>
  /** Pieces one replica has under way at once. */
  capacity: number
  /** Additional slots that only `URGENT` work may take, so that slow work does not delay it; 0 by default. */
  reserved?: number
  handle: Handle<P>
  /** Writes what goes with the outcome, such as a ledger, in the transaction that settles. */
  onSettled?(trx: Transaction<T>, settled: SettledWork<P>[]): Promise<void>
  metrics: WorkMetrics
  tracer?: Tracer
  log: Logger
}

export interface Worker {
  /** There may be something to do. */
  wake(): void
  /** Claims nothing more, and lets what is under way end, for a few seconds. */
  stop(): Promise<void>
}

interface UnderWay<P> {
  claimed: Claimed<P>
  abort: AbortController
  /** That of what queued it. */
  context: Context
  /** Once there is an outcome, until it stands in the table. */
  settlement?: Settlement
}

/** Finds what became due by time, and what was queued while the notice got lost. */
const POLL_MS = 5_000
const RENEW_MS = LEASE_MS / 3
const PULL_BACK_MS = 10_000
const MOST_SETTLED = 100
const SETTLE_AGAIN_MS = 100
/** What is under way when the process stops has this long to end by itself, and then this long to end early. */
const STOP_LIMIT_MS = 4_000
const STOP_GRACE_MS = 2_000

/** Does what is in a queue. Any number of replicas may: each piece is claimed by one, and again only if that one died. */
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
  const underWay = new Set<UnderWay<P>>()
  const giveUp = new AbortController()
  const woken = createSignal()
  const circuitBreaker = createCircuitBreaker()
  let isStopping = false
  let isTooLate = false
  let failures = 0
  metrics.watch(queue)

  function settle(one: UnderWay<P>, outcome: Outcome, begunAt: number): void {
    const { attempts, repeats } = one.claimed
    const tried = { attempts, maybeTwice: repeats > 0 }
    const isHeld = outcome.kind === 'hold' || (outcome.kind === 'retry' && outcome.opensCircuit)
    const holdMs = isHeld ? circuitBreaker.open() : 0
    if (!isHeld && outcome.kind !== 'unknown') circuitBreaker.close()
    // What only ended because we stop is put back for others.
    const isCutShort = outcome.kind === 'retry' && giveUp.signal.aborted
    one.settlement = settlementOf(isCutShort ? hold(outcome.reason) : outcome, tried, holdMs)
    metrics.tried(queue, one.settlement, (performance.now() - begunAt) / 1_000)
    woken.raise()
  }

  function start(claimed: Claimed<P>): void {
    const { id, key, attempts, traceparent, correlationId } = claimed
    const context = { correlationId: correlationId ?? crypto.randomUUID(), trace: parseTraceparent(traceparent), tracer }
    const one: UnderWay<P> = { claimed, abort: new AbortController(), context }
    underWay.add(one)
    const signal = AbortSignal.any([one.abort.signal, giveUp.signal])
    const begunAt = performance.now()
    const attributes = { 'work.id': id, 'work.key': key, 'work.attempt': attempts }
    const outcome = inContextSpan(context, { name: `work ${queue.name}`, kind: 'consumer', attributes }, async (note) => {
      one.context = currentContext()
      const outcome = await attempt(db, claimed, signal, handle, log)
      note({ 'work.outcome': outcome.kind })
      return outcome
    })
    void outcome.then((outcome) => settle(one, outcome, begunAt))
  }

  /** Returns how many rows to claim while `settling` attempts are being settled. Only urgent rows may take the reserved slots. */
  function claimLimit(settling: number): ClaimLimit {
    const busy = underWay.size - settling
    if (isStopping) return { count: 0, priority: 0 }
    if (busy < capacity) return { count: circuitBreaker.allowed(capacity - busy), priority: 0 }
    return { count: circuitBreaker.allowed(capacity + reserved - busy), priority: URGENT }
  }

  const exchange = (settling: readonly UnderWay<P>[], limit: ClaimLimit) => {
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

  const hasOutcome = ({ settlement }: UnderWay<P>): boolean => settlement !== undefined
  const hasOutcomes = (): boolean => [...underWay].some(hasOutcome)

  /** Stores outcomes and claims rows for free slots. Returns whether to run again at once, because there may be more of either. */
  async function turn(): Promise<boolean> {
    // One by one after a failure, so that none keeps the others from being settled.
    const settling = [...underWay].filter(hasOutcome).slice(0, failures > 0 ? 1 : MOST_SETTLED)
    const limit = claimLimit(settling.length)
    if (settling.length === 0 && limit.count === 0) return false
    try {
      const { settled, claimed } = await exchange(settling, limit)
      for (const one of settling) {
        underWay.delete(one)
        runInContext(one.context, () => note(one, settled.has(claimName(one.claimed))))
      }
      claimed.forEach(start)
      failures = 0
      return hasOutcomes() || (circuitBreaker.isClosed() && claimed.length === limit.count)
    } catch (error) {
      if (failures === 0) log.warn({ err: error, queue: queue.name }, 'cannot settle or claim work, trying again')
      failures += 1
      // To the end of the line.
      for (const one of settling) underWay.delete(one) && underWay.add(one)
      await sleep(Math.min(SETTLE_AGAIN_MS * 2 ** failures, POLL_MS))
      return settling.length > 0
    }
  }

  function note({ claimed: { key, attempts }, settlement }: UnderWay<P>, isOurs: boolean): void {
    const seen = { queue: queue.name, key, attempts, ...(settlement?.reason && { reason: settlement.reason }) }
    if (!isOurs) log.warn(seen, 'the claim on a piece of work was lost, its outcome does not count')
    else if (settlement?.state === 'done') log.info(seen, 'work done')
    else if (settlement?.state === 'failed') log.warn(seen, 'work given up')
    else if (settlement?.state === 'unknown') log.warn(seen, 'nobody knows whether this work was done; it will be tried once more')
    else log.info(seen, 'work will be tried again')
  }

  async function run(): Promise<void> {
    while (!isTooLate && (!isStopping || underWay.size > 0)) {
      if (await turn()) continue
      await woken.wait(Math.min(POLL_MS, circuitBreaker.remainingMs() || POLL_MS))
    }
  }

  async function renew(): Promise<void> {
    const ours = [...underWay]
    if (ours.length === 0) return
    const held = await renewLeases(
      db,
      ours.map(({ claimed }) => claimed),
    )
    for (const { claimed, abort } of ours) if (!held.has(claimName(claimed))) abort.abort()
  }

  const stopRenewing = startInterval({ ms: RENEW_MS, name: `renewing the leases of ${queue.name}`, log, run: renew })
  const stopPullingBack = startInterval({
    ms: PULL_BACK_MS,
    name: `looking at the due times of ${queue.name}`,
    log,
    run: () => correctDueTimes(db, queue),
  })
  const running = run()

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
      await running
      clearTimeout(early)
      clearTimeout(late)
      await Promise.all([stopRenewing(), stopPullingBack()])
    },
  }
}
