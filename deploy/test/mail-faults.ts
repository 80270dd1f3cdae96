import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { addDispatch, beginDispatch, lookAtDispatch, type Sent } from './apart/dispatch.ts'
import { startMailSink } from './apart/mail-sink.ts'
import { type Mailing, startMailing } from './apart/mailing.ts'
import type { Replica } from './apart/replica.ts'
import { say } from './apart/report.ts'

const { values: options } = parseArgs({ options: { mails: { type: 'string', default: '5000' }, kills: { type: 'string', default: '3' } } })
const MAILS = Number(options.mails)
const KILLS = Number(options.kills)
/** As many as a sender claims at once. */
const CLAIMS = 40
const LIMIT_MS = 120_000
/** Less than claims last. */
const FROZEN_MS = 20_000

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${LIMIT_MS / 1000} s in vain until ${what}`)
    await unlessInterrupted(sleep(20))
  }
}

/** Kills the two senders in turn, in the middle of a dispatch. */
async function killed(mailing: Mailing, received: ReadonlyMap<string, number>): Promise<boolean> {
  const { database, replicas } = mailing
  const id = await addDispatch(database, MAILS)
  await beginDispatch(database, id)
  let isDoneEarly = false
  const look = async () => {
    const sent = await lookAtDispatch(database, id)
    const { accepted = 0, failed = 0, suppressed = 0 } = sent.rows
    if (sent.state === 'done' && accepted + failed + suppressed !== MAILS) isDoneEarly = true
    return { ...sent, accepted }
  }
  for (let kill = 1; kill <= KILLS; kill++) {
    await until('some more are sent', async () => (await look()).accepted > (MAILS * kill) / (KILLS + 1))
    const replica = replicas[kill % replicas.length] as Replica
    await replica.end('SIGKILL')
    await unlessInterrupted(mailing.start(replica))
  }
  const unknown = await untilDone(look, mailing, `${KILLS} kills`)
  return unknown <= CLAIMS * KILLS && !isDoneEarly && (await areFlagged(mailing, id, received, CLAIMS * KILLS))
}

/** Has the database stand still in the middle of a dispatch: what was claimed is settled as soon as it goes on. */
async function frozen(mailing: Mailing, received: ReadonlyMap<string, number>): Promise<boolean> {
  const { database } = mailing
  const id = await addDispatch(database, MAILS)
  await beginDispatch(database, id)
  const look = () => lookAtDispatch(database, id)
  await until('half is sent', async () => ((await look()).rows.accepted ?? 0) > MAILS / 2)
  await mailing.freezeFor(FROZEN_MS)
  const unknown = await untilDone(look, mailing, `a database that stood still for ${FROZEN_MS / 1_000} s`)
  return unknown === 0 && (await areFlagged(mailing, id, received, 0))
}

/** Waits for the end of a dispatch, and leaves out the ten minutes that unknown mails wait. Answers how many were. */
async function untilDone(look: () => Promise<Sent>, { database }: Mailing, after: string): Promise<number> {
  const isOpen = ({ rows }: Sent) => (rows.queued ?? 0) + (rows.sending ?? 0) > 0
  await until('all is sent or unknown', async () => !isOpen(await look()))
  const { accepted = 0, unknown = 0 } = (await look()).rows
  say(`${MAILS} mails, ${after}: ${accepted} accepted, ${unknown} unknown`)
  await database.query("update campaigns.delivery set due_at = now() where state = 'unknown'")
  await until('the dispatch is done', async () => (await look()).state === 'done')
  return unknown
}

/** Whether everybody got the mail, and who got it twice is flagged and one of few. */
async function areFlagged({ database }: Mailing, id: string, received: ReadonlyMap<string, number>, most: number): Promise<boolean> {
  const { rows } = await database.query<{ id: string; state: string; maybe_twice: boolean }>(
    'select id, state, maybe_twice from campaigns.delivery where dispatch_id = $1',
    [id],
  )
  const missing = rows.filter((row) => !received.has(row.id))
  const doubled = rows.filter((row) => (received.get(row.id) ?? 0) > 1)
  const unflagged = doubled.filter((row) => !row.maybe_twice || received.get(row.id) !== 2)
  say(`${missing.length} missing, ${doubled.length} came twice, ${unflagged.length} of them without a flag or more often`)
  return missing.length === 0 && unflagged.length === 0 && doubled.length <= most
}

/** Ten a second over the senders, for a minute. */
async function paced(): Promise<boolean> {
  const sink = await startMailSink()
  const mailing = await startMailing({ smtpUrl: sink.url, rate: 10, replicas: 3 })
  try {
    await Promise.all(mailing.replicas.map((replica) => mailing.start(replica)))
    const id = await addDispatch(mailing.database, 1_000)
    // After a rest nothing is made up for.
    await unlessInterrupted(sleep(2_000))
    await beginDispatch(mailing.database, id)
    await until('the first mail came', async () => sink.received.size > 0)
    await unlessInterrupted(sleep(60_000))
    const { size } = sink.received
    say(`10 a second over 3 senders: ${size} in a minute`)
    return Math.abs(size - 600) <= 10
  } finally {
    await mailing.stop()
    await sink.stop()
  }
}

/** `npm run mail-faults`: who gets a campaign's mail when its senders are killed or their database stands still, and how many a minute when they are many. */
async function main(): Promise<void> {
  const sink = await startMailSink()
  const mailing = await startMailing({ smtpUrl: sink.url, rate: 2_000, replicas: 2 })
  let isSound: boolean
  try {
    await Promise.all(mailing.replicas.map((replica) => mailing.start(replica)))
    isSound = await killed(mailing, sink.received)
    isSound = (await frozen(mailing, sink.received)) && isSound
  } finally {
    await mailing.stop()
    await sink.stop()
  }
  isSound = (await paced()) && isSound
  say(isSound ? 'Sound.' : 'NOT SOUND.')
  process.exitCode = isSound ? 0 : 1
}

interruptOnSignal()
await main()
