import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@app/chassis/db/listen.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import { smtpTransport } from '@app/chassis/mail/smtp-transport.ts'
import { createSignal } from '@app/chassis/messaging/signal.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { createCircuitBreaker } from '@app/chassis/work/circuit-breaker.ts'
import type { Kysely } from 'kysely'
import { Counter, type Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { isTransientError } from '../is-transient-error.ts'
import { compiledMails, deliverMail } from './deliver-mail.ts'
import { createInFlightMails, type InFlightMail } from './in-flight-mails.ts'
import { LEASE_MS, type ProviderQueue, renewLeases, takeOverClaims } from './ledger.ts'
import { type OpenDispatch, openDispatchesFinder, recordRelayAvailable, recordRelayUnavailable } from './open-dispatches.ts'
import { isRelayUnavailable, notComposedOutcome, outcomeOf, type RelayUnavailable, releasedOutcome, suppressed } from './outcome.ts'
import { providers } from './providers.ts'
import { createSettlement } from './settlement.ts'
import { addTokenBuckets, raiseRates, type SendingRates } from './token-buckets.ts'
import { createUnconfirmedClaims } from './unconfirmed-claims.ts'

export interface SenderDeps {
  /** Connection pool for background jobs. */
  db: Kysely<Tables>
  databaseUrl: string
  smtpUrl: string
  rates: SendingRates
  /** How long `stop` waits for responses of the mail relay, in milliseconds. */
  stopMs: number
  registry: Registry
  tracer?: Tracer
  log: Logger
}

/** Notification channel. The payload is the id of a stopped dispatch, or an empty string for all dispatches. */
const STOP_CHANNEL = 'campaigns_stop'

const REFRESH_MS = 1_000
/**
 * Longest pause before the next claim, in milliseconds, while the token buckets get new tokens. An empty bucket needs at least 500 ms to
 * fill (`BURST_SECONDS`), and a full bucket gets no more tokens. The pause is shorter than 500 ms. Therefore an emptied bucket does not
 * fill up before the next claim, and the pause does not reduce the sending rate.
 */
const TOKEN_MS = 100
const RENEW_MS = LEASE_MS / 6
const RETRY_MS = 100
const MAX_RETRY_MS = 5_000
const UNREADABLE_WAIT_MS = 60_000

/** Sends the due emails of all dispatches, and takes over the claims of senders that died. Senders of other replicas do the same. */
export function startSender({ db, databaseUrl, smtpUrl, rates, stopMs, registry, tracer, log }: SenderDeps): () => Promise<void> {
  const transport = smtpTransport(smtpUrl)
  const tries = new Counter({
    name: 'campaign_mails_total',
    help: 'Attempts to send campaign emails, by outcome',
    labelNames: ['state'],
    registers: [registry],
  })
  const mails = compiledMails(db)
  const inFlight = createInFlightMails()
  const unconfirmed = createUnconfirmedClaims(db)
  const storeAndClaim = createSettlement({ db, rates, unconfirmed, log })
  const findOpen = openDispatchesFinder(db, log)
  const circuitBreaker = createCircuitBreaker()
  const woken = createSignal()
  let open: OpenDispatch[] = []
  /** When each company with open dispatches was last served, in milliseconds of `performance.now()`. */
  let servedAt = new Map<string, number>()
  let refreshAt = 0
  /** Dispatches that were stopped while a claim was in progress. If the claim returns their emails, the sender releases them. */
  let stoppedDuringClaim: string[] = []
  let isStopping = false
  let isUnavailable = false
  // Starts as true, because an earlier process may have recorded the mail relay as unavailable.
  let isRecordedUnavailable = true

  function stopSending(dispatchId: string): void {
    stoppedDuringClaim.push(dispatchId)
    inFlight.release(dispatchId || undefined)
    refreshAt = 0
    woken.raise()
  }

  /** If the mail relay refuses only additional connections, keeps the open connections. Otherwise opens the circuit breaker. */
  function handleRelayUnavailable({ isCrowded = false }: RelayUnavailable): void {
    if (isCrowded && inFlight.reduceConnections()) return
    isUnavailable = !isCrowded
    circuitBreaker.open()
    inFlight.release()
  }

  async function send(one: InFlightMail): Promise<void> {
    one.isStarted = true
    const { claimed, abort } = one
    try {
      const verdict = await deliverMail(one, { mails, transport, tracer })
      const wasStopped = verdict.kind === 'lost' && abort.signal.aborted
      one.outcome = wasStopped ? releasedOutcome(null) : outcomeOf(verdict, claimed)
      if (isRelayUnavailable(verdict)) handleRelayUnavailable(verdict)
      else if (!wasStopped) {
        circuitBreaker.close()
        isUnavailable = false
      }
    } catch (error) {
      log.error({ err: error, delivery: claimed.id }, 'cannot compose an email')
      one.outcome = isTransientError(error)
        ? releasedOutcome('unreadable', UNREADABLE_WAIT_MS)
        : notComposedOutcome(claimed, error instanceof Error ? error.name : 'unknown')
    }
    startMore()
    woken.raise()
  }

  function startMore(): void {
    for (let next = inFlight.next(); next; next = inFlight.next()) void send(next)
  }

  /**
   * Returns the queues in the order in which the next claim serves them. A queue contains the emails of one dispatch to one mailbox
   * provider. Companies take turns. The dispatches of one company also take turns.
   */
  function queuesInOrder(): ProviderQueue[] {
    const inTurn = open.toSorted((one, other) => (servedAt.get(one.companyId) ?? 0) - (servedAt.get(other.companyId) ?? 0))
    const [first, ...others] = inTurn
    if (first) {
      servedAt.set(first.companyId, performance.now())
      open = [...others, first]
    }
    return inTurn.flatMap(({ id: dispatchId, companyId }) =>
      providers.map((provider) => ({ dispatchId, companyId, provider, most: inFlight.freeClaimsOf({ dispatchId, provider }) })),
    )
  }

  async function refreshOpenDispatches(): Promise<void> {
    if (Date.now() < refreshAt) return
    refreshAt = Date.now() + REFRESH_MS
    await unconfirmed.release()
    open = await findOpen()
    const added = open.map(({ companyId }) => companyId).filter((id) => !servedAt.has(id))
    if (added.length > 0) await addTokenBuckets(db, added)
    servedAt = new Map(open.map(({ companyId }) => [companyId, servedAt.get(companyId) ?? 0]))
    mails.keep(open.map(({ id }) => id))
  }

  async function recordRelayState(): Promise<void> {
    if (isUnavailable === isRecordedUnavailable) return
    const isRecorded = isUnavailable
    await (isRecorded ? recordRelayUnavailable(db) : recordRelayAvailable(db))
    isRecordedUnavailable = isRecorded
  }

  /** Stores outcomes and claims emails. Returns whether to call this function again without a pause. */
  async function settleAndClaim(): Promise<boolean> {
    const settling = inFlight.settling()
    if (!isStopping) await refreshOpenDispatches()
    const free = isStopping || open.length === 0 ? 0 : circuitBreaker.allowed(inFlight.freeClaims())
    if (settling.length === 0 && free === 0) return false
    stoppedDuringClaim = []
    const settled = settling.flatMap(({ claimed, outcome }) => (outcome ? [{ claimed, outcome }] : []))
    const result = await storeAndClaim(settled, free > 0 ? queuesInOrder() : [], free)
    for (const one of settling) {
      inFlight.all.delete(one)
      if (result.settled.has(one.claimed.id)) tries.inc({ state: one.outcome?.state ?? 'queued' })
      else log.warn({ delivery: one.claimed.id }, 'the claim on an email was lost; its outcome is discarded')
    }
    for (const claimed of result.claimed) {
      const one = inFlight.add(claimed)
      if (claimed.suppression) one.outcome = suppressed(claimed.suppression)
    }
    for (const id of stoppedDuringClaim) inFlight.release(id || undefined)
    // The circuit breaker may have opened during the claim.
    if (circuitBreaker.remainingMs() > 0) inFlight.release()
    await recordRelayState()
    startMore()
    // If no email is in progress, a dispatch may have sent its last email. Reading the open dispatches again finishes it.
    if (inFlight.all.size === 0) refreshAt = 0
    return inFlight.settling().length > 0 || (free > 0 && result.claimed.length === free)
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!isStopping || inFlight.all.size > 0) {
      try {
        const hasMore = await settleAndClaim()
        failures = 0
        if (hasMore) continue
        await woken.wait(open.length > 0 || isStopping ? TOKEN_MS : refreshAt - Date.now())
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'cannot store outcomes or claim emails; retrying')
        failures += 1
        await sleep(Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS))
      }
    }
  }

  async function renewClaims(): Promise<void> {
    const ours = [...inFlight.all].filter(({ outcome }) => !outcome)
    const claims = ours.map(({ claimed }) => claimed)
    const held = await renewLeases(db, claims)
    for (const { claimed, abort, isDotSent } of ours) if (!held.has(claimed.id) && !isDotSent) abort.abort()
    await unconfirmed.release()
    await takeOverClaims(db)
    await raiseRates(db, rates.relay)
  }

  const listening = listen({
    url: databaseUrl,
    log,
    channels: { [STOP_CHANNEL]: stopSending },
    // Earlier notifications may have been lost, so the sender releases all claims.
    onListening: () => stopSending(''),
  })
  const stopRenewing = startInterval({ ms: RENEW_MS, firstMs: 0, name: 'renewing claims on emails', log, run: renewClaims })
  const running = run()

  return async () => {
    isStopping = true
    inFlight.release()
    woken.raise()
    // After `stopMs`, emails without a response of the mail relay get the outcome `unknown`.
    const late = setTimeout(() => {
      for (const { abort } of inFlight.all) abort.abort()
    }, stopMs)
    await running
    clearTimeout(late)
    await Promise.all([listening.stop(), stopRenewing()])
    await unconfirmed.release().catch((error: unknown) => log.warn({ err: error }, 'cannot release claims on emails'))
    transport.close()
  }
}
