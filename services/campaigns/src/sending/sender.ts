import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '@app/chassis/db/listen.ts'
import { every } from '@app/chassis/every.ts'
import type { Logger } from '@app/chassis/logger.ts'
import { smtpTransport } from '@app/chassis/mail/smtp-transport.ts'
import { createSignal } from '@app/chassis/messaging/signal.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { createRest } from '@app/chassis/work/rest.ts'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { isPassing } from '../is-passing.ts'
import { compiledMails } from './compiled-mails.ts'
import { handOver } from './hand-over.ts'
import { createHand, type InHand } from './in-hand.ts'
import { type Lane, LEASE_MS, renewLeases, takeOver } from './ledger.ts'
import { sendingMetrics } from './metrics.ts'
import { noteRelayAway, noteRelayBack, type OpenDispatch, openDispatchesFinder } from './open-dispatches.ts'
import { isRelayAway, outcomeOf, type RelayAway, released, suppressed, unmade } from './outcome.ts'
import { providers } from './providers.ts'
import { addBuckets, type Rates, speedUp } from './rates.ts'
import { createSettlement } from './settlement.ts'
import { createUnheardClaims } from './unheard-claims.ts'

export interface SenderDeps {
  /** For background work. */
  db: Kysely<Tables>
  databaseUrl: string
  smtpUrl: string
  rates: Rates
  /** How long a stop may wait for the relay's answers. */
  stopMs: number
  registry: Registry
  tracer?: Tracer
  log: Logger
}

/** Who pauses, cancels or brakes says it here: a dispatch's id, or nothing for all. */
const STOP_CHANNEL = 'campaigns_stop'

const LOOK_MS = 1_000
/** How long to wait for a rate to let the next mails through: less than it saves up for. */
const TOKEN_MS = 100
const KEEP_MS = LEASE_MS / 6
const AGAIN_MS = 100
const LONGEST_AGAIN_MS = 5_000
const UNREADABLE_WAIT_MS = 60_000

/**
 * Sends what is due of all dispatches, beside any number of other replicas. Each mail is claimed by one; what a sender that
 * died had in its hands is taken over by the others.
 */
export function startSender({ db, databaseUrl, smtpUrl, rates, stopMs, registry, tracer, log }: SenderDeps): () => Promise<void> {
  const transport = smtpTransport(smtpUrl)
  const metrics = sendingMetrics(registry)
  const mails = compiledMails(db)
  const hand = createHand()
  const unheard = createUnheardClaims(db)
  const settleAndClaimMore = createSettlement({ db, rates, unheard, log })
  const findOpen = openDispatchesFinder(db, log)
  const rest = createRest()
  const woken = createSignal()
  let open: OpenDispatch[] = []
  /** When the companies that have some were served last. */
  let servedAt = new Map<string, number>()
  let looksAgainAt = 0
  /** Dispatches that were stopped while a claim was under way, which may bring some of their mails all the same. */
  let stoppedMeanwhile: string[] = []
  let isStopping = false
  /** It did not answer when it was asked last. */
  let isAway = false
  // Whatever a process said that is no more.
  let isRelayNoted = true

  function stopSending(dispatchId: string): void {
    stoppedMeanwhile.push(dispatchId)
    hand.giveBack(dispatchId || undefined)
    looksAgainAt = 0
    woken.raise()
  }

  /** The relay is away: nothing is sent for a while, unless it only takes no more connections than it has. */
  function makeDo({ isCrowded = false }: RelayAway): void {
    if (isCrowded && hand.useFewer()) return
    isAway = !isCrowded
    rest.begin()
    hand.giveBack()
  }

  async function send(one: InHand): Promise<void> {
    one.isBegun = true
    const { claimed, abort } = one
    try {
      const verdict = await handOver(one, { mails, transport, tracer })
      const wasStopped = verdict.kind === 'lost' && abort.signal.aborted
      one.outcome = wasStopped ? released(null) : outcomeOf(verdict, claimed)
      if (isRelayAway(verdict)) makeDo(verdict)
      else if (!wasStopped) {
        rest.end()
        isAway = false
      }
    } catch (error) {
      log.error({ err: error, delivery: claimed.id }, 'a mail could not be made')
      one.outcome = isPassing(error)
        ? released('unreadable', UNREADABLE_WAIT_MS)
        : unmade(claimed, error instanceof Error ? error.name : 'unknown')
    }
    beginMore()
    woken.raise()
  }

  function beginMore(): void {
    for (let next = hand.next(); next; next = hand.next()) void send(next)
  }

  /** Whom the next claim is for: companies take turns, and so do the dispatches of one. */
  function lanesInTurn(): Lane[] {
    const inTurn = open.toSorted((one, other) => (servedAt.get(one.companyId) ?? 0) - (servedAt.get(other.companyId) ?? 0))
    const [first, ...others] = inTurn
    if (first) {
      servedAt.set(first.companyId, performance.now())
      open = [...others, first]
    }
    return inTurn.flatMap(({ id: dispatchId, companyId }) =>
      providers.map((provider) => ({ dispatchId, companyId, provider, most: hand.roomIn({ dispatchId, provider }) })),
    )
  }

  async function look(): Promise<void> {
    if (Date.now() < looksAgainAt) return
    looksAgainAt = Date.now() + LOOK_MS
    await unheard.giveBack()
    open = await findOpen()
    const added = open.map(({ companyId }) => companyId).filter((id) => !servedAt.has(id))
    if (added.length > 0) await addBuckets(db, added)
    servedAt = new Map(open.map(({ companyId }) => [companyId, servedAt.get(companyId) ?? 0]))
    mails.keep(open.map(({ id }) => id))
  }

  async function noteRelay(): Promise<void> {
    if (isAway === isRelayNoted) return
    const isNoted = isAway
    await (isNoted ? noteRelayAway(db) : noteRelayBack(db))
    isRelayNoted = isNoted
  }

  /** Settles what has an outcome and claims what there is room for. Answers whether there may be more at once. */
  async function turn(): Promise<boolean> {
    const settling = hand.settling()
    if (!isStopping) await look()
    const room = isStopping || open.length === 0 ? 0 : rest.room(hand.room())
    if (settling.length === 0 && room === 0) return false
    stoppedMeanwhile = []
    const settled = settling.flatMap(({ claimed, outcome }) => (outcome ? [{ claimed, outcome }] : []))
    const exchanged = await settleAndClaimMore(settled, room > 0 ? lanesInTurn() : [], room)
    for (const one of settling) {
      hand.all.delete(one)
      if (exchanged.settled.has(one.claimed.id)) metrics.settled(one.outcome?.state)
      else log.warn({ delivery: one.claimed.id }, 'the claim on a mail was lost, its outcome does not count')
    }
    for (const claimed of exchanged.claimed) {
      const one = hand.add(claimed)
      if (claimed.suppression) one.outcome = suppressed(claimed.suppression)
    }
    for (const id of stoppedMeanwhile) hand.giveBack(id || undefined)
    await noteRelay()
    beginMore()
    // Perhaps that was the last one of a dispatch.
    if (hand.all.size === 0) looksAgainAt = 0
    return hand.settling().length > 0 || (room > 0 && exchanged.claimed.length === room)
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!isStopping || hand.all.size > 0) {
      try {
        const mayGoOn = await turn()
        failures = 0
        if (mayGoOn) continue
        await woken.wait(open.length > 0 || isStopping ? TOKEN_MS : looksAgainAt - Date.now())
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'cannot settle or claim mails, trying again')
        failures += 1
        await sleep(Math.min(AGAIN_MS * 2 ** failures, LONGEST_AGAIN_MS))
      }
    }
  }

  async function keep(): Promise<void> {
    const ours = [...hand.all].filter(({ outcome }) => !outcome)
    const held = await renewLeases(
      db,
      ours.map(({ claimed }) => claimed),
    )
    for (const { claimed, abort, hasDotLeft } of ours) if (!held.has(claimed.id) && !hasDotLeft) abort.abort()
    await unheard.giveBack()
    await takeOver(db)
    await speedUp(db, rates.relay)
  }

  const listening = listen({
    url: databaseUrl,
    log,
    channels: { [STOP_CHANNEL]: stopSending },
    // What was said before was not heard.
    onListening: () => stopSending(''),
  })
  const stopKeeping = every({ ms: KEEP_MS, firstMs: 0, name: 'keeping claims on mails', log, run: keep })
  const running = run()

  return async () => {
    isStopping = true
    hand.giveBack()
    woken.raise()
    // Who still has no answer by then is unknown.
    const late = setTimeout(() => {
      for (const { abort } of hand.all) abort.abort()
    }, stopMs)
    await running
    clearTimeout(late)
    await Promise.all([listening.stop(), stopKeeping()])
    await unheard.giveBack().catch((error: unknown) => log.warn({ err: error }, 'cannot give back claims on mails'))
    transport.close()
  }
}
