import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRelay } from '@app/chassis/testing/relay.ts'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { testComposerKilled } from './composed-mails/composer-killed.ts'
import { testComposerUnusable } from './composed-mails/composer-unusable.ts'
import { testDecidedMeanwhile } from './composed-mails/decided-meanwhile.ts'
import { startMailedProduct } from './composed-mails/mailed-product.ts'
import type { Sent } from './fleet/dispatch.ts'
import { startMailSink } from './fleet/mail-sink.ts'
import { type Mailing, startMailing } from './fleet/mailing.ts'
import { testClosedAfterDot, testClosedAtData } from './fleet/relay-connection-loss.ts'
import type { Replica } from './fleet/replica.ts'
import { say, sayErrorsIn } from './fleet/report.ts'
import { areDuplicatesFlagged, beginSending, finishSending, type Received, until } from './fleet/sending.ts'
import { unsubscribed } from './fleet/unsubscribed.ts'

const { values: options } = parseArgs({
  options: { mails: { type: 'string', default: '5000' }, kills: { type: 'string', default: '3' }, only: { type: 'string' } },
})
const MAILS = Number(options.mails)
const KILLS = Number(options.kills)
/** Number of mails that a sender claims at a time. */
const CLAIMS = 40
/** How long the database is frozen. This time is shorter than the lease of a claim, so the senders keep their claims. */
const FROZEN_MS = 20_000
const MAILS_PER_SECOND = 10

/** Waits until no mail is queued or being sent, and then finishes the dispatch. Returns the number of mails with an unknown result. */
async function finishAfter(what: string, mailing: Mailing, look: () => Promise<Sent>): Promise<number> {
  const isOpen = ({ rows }: Sent) => (rows.queued ?? 0) + (rows.sending ?? 0) > 0
  await until('all mails are sent or unknown', async () => !isOpen(await look()))
  const { accepted = 0, unknown = 0 } = (await look()).rows
  say(`${MAILS} mails, ${what}: ${accepted} accepted, ${unknown} unknown`)
  await finishSending(mailing, look)
  return unknown
}

/** Kills the two senders alternately during a dispatch. */
async function killed(mailing: Mailing, received: Received): Promise<boolean> {
  const { replicas } = mailing
  const sending = await beginSending(mailing, MAILS)
  let isDoneEarly = false
  const look = async () => {
    const sent = await sending.look()
    const { accepted = 0, failed = 0, suppressed = 0 } = sent.rows
    if (sent.state === 'done' && accepted + failed + suppressed !== MAILS) isDoneEarly = true
    return { ...sent, accepted }
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    await until('more mails are sent', async () => (await look()).accepted > (MAILS * kill) / (KILLS + 1))
    const replica = replicas[kill % replicas.length] as Replica
    await replica.end('SIGKILL')
    await unlessInterrupted(mailing.start(replica))
  }
  const unknown = await finishAfter(`${KILLS} kills`, mailing, look)
  return unknown <= CLAIMS * KILLS && !isDoneEarly && (await areDuplicatesFlagged(mailing, sending.id, received, CLAIMS * KILLS))
}

/** Freezes the database during a dispatch. Checks that no mail is lost or sent twice, and that no result is unknown. */
async function frozen(mailing: Mailing, received: Received): Promise<boolean> {
  const { id, look } = await beginSending(mailing, MAILS)
  await until('half of the mails is sent', async () => ((await look()).rows.accepted ?? 0) > MAILS / 2)
  await mailing.freezeFor(FROZEN_MS)
  const unknown = await finishAfter(`database frozen for ${FROZEN_MS / 1_000} s`, mailing, look)
  return unknown === 0 && (await areDuplicatesFlagged(mailing, id, received, 0))
}

async function paced(mailing: Mailing, received: Received): Promise<boolean> {
  // During this pause, no email is waiting, so the senders do not use their limit. The unused part of the limit must expire. After the
  // pause, the senders must not send more emails per second than the limit allows.
  await unlessInterrupted(sleep(2_000))
  await beginSending(mailing, 100 * MAILS_PER_SECOND)
  await until('the first mail is received', async () => received.size > 0)
  await unlessInterrupted(sleep(60_000))
  const { size } = received
  say(`Limit of ${MAILS_PER_SECOND} mails per second with ${mailing.replicas.length} senders: ${size} mails in a minute`)
  return Math.abs(size - 60 * MAILS_PER_SECOND) <= 10
}

type Options = Parameters<typeof startMailing>[0]

async function withSenders(options: Options, checks: readonly ((mailing: Mailing) => Promise<boolean>)[]): Promise<boolean> {
  const mailing = await startMailing(options)
  try {
    await Promise.all(mailing.replicas.map((replica) => mailing.start(replica)))
    let isSound = true
    for (const check of checks) isSound = (await check(mailing)) && isSound
    return isSound
  } finally {
    await mailing.stop()
  }
}

const secondsSince = (begunAt: number): number => Math.round((Date.now() - begunAt) / 1_000)

/** Lets senders, the database and the mail relay fail. Checks that no campaign email is lost, and that all duplicates are flagged. */
async function testCampaigns(): Promise<boolean[]> {
  const [sink, slow, relay] = await Promise.all([startMailSink(), startMailSink(), startRelay()])
  try {
    return [
      await withSenders({ smtpUrl: sink.url, rate: 2_000, replicas: 2 }, [
        (mailing) => killed(mailing, sink.received),
        (mailing) => frozen(mailing, sink.received),
        (mailing) => unsubscribed(mailing, MAILS),
      ]),
      await withSenders({ smtpUrl: relay.url, rate: 2_000, replicas: 2 }, [
        (mailing) => testClosedAfterDot(mailing, relay),
        (mailing) => testClosedAtData(mailing, relay),
      ]),
      await withSenders({ smtpUrl: slow.url, rate: MAILS_PER_SECOND, replicas: 3 }, [(mailing) => paced(mailing, slow.received)]),
    ]
  } finally {
    await Promise.all([sink.stop(), slow.stop(), relay.close()])
  }
}

/** Lets the service that composes emails fail, and owners decide while emails are being composed. */
async function testComposedMails(): Promise<boolean[]> {
  const product = await startMailedProduct()
  try {
    const results = [await testComposerKilled(product, KILLS), await testComposerUnusable(product), await testDecidedMeanwhile(product)]
    await sayErrorsIn(product.logs)
    return results
  } finally {
    await product.stop()
  }
}

const tests = { campaigns: testCampaigns, composed: testComposedMails }

/** Implements `npm run mail-faults`. */
async function main(): Promise<void> {
  const { only } = options
  if (only !== undefined && !Object.hasOwn(tests, only)) throw new Error(`--only must be one of ${Object.keys(tests).join(', ')}`)
  const results: boolean[] = []
  for (const [name, test] of Object.entries(tests)) {
    if (only !== undefined && name !== only) continue
    const begunAt = Date.now()
    results.push(...(await test()))
    say(`\n${name}: ${secondsSince(begunAt)} s`)
  }
  const isSound = results.every(Boolean)
  say(isSound ? 'PASSED.' : 'FAILED.')
  process.exitCode = isSound ? 0 : 1
}

interruptOnSignal()
await main()
