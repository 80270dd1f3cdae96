import { exitWith } from '../local/console.ts'
import { type RunningProduct, startTestProduct } from '../test/product.ts'
import { canStartRabbitmq, startRabbitmq } from '../test/rabbitmq.ts'
import { benchAdmin } from './admin.ts'
import { benchApprovals } from './approvals.ts'
import { benchCustomers } from './customers.ts'
import { benchEventRate } from './event-rate.ts'
import { benchForms } from './forms.ts'
import { benchGrowth, benchLedgerGrowth } from './growth.ts'
import { benchHeld } from './held.ts'
import { benchMemory } from './idle-memory.ts'
import { interruption, interruptOnSignal } from './interruption.ts'
import { benchListing } from './listing.ts'
import { benchLoadMemory } from './load-memory.ts'
import { benchMail } from './mail.ts'
import { benchMailBeside } from './mail-beside.ts'
import { openParts, type Parts } from './parts.ts'
import { benchPhone } from './phone.ts'
import { type Measure, printTable, say } from './report.ts'
import type { SinkAnswer } from './sink-worker.ts'
import { benchStreams } from './streams.ts'
import { benchTraces } from './traces.ts'
import { benchUploads } from './uploads.ts'
import { benchWork } from './work-rate.ts'
import { startWorker } from './worker.ts'

type Bench = (product: RunningProduct, parts: Parts) => Promise<Measure[]>

const eventsOver =
  (transport: string, amqpUrl?: string): Bench =>
  async ({ url }, parts) => [...(await benchApprovals(url, parts, transport)), ...(await benchEventRate(parts, transport, amqpUrl))]

/** In the order they run in: events before what fills disks and caches. */
const names = [
  'memory',
  'load',
  'events',
  'uploads',
  'forms',
  'work',
  'listing',
  'admin',
  'customers',
  'mail',
  'held',
  'streams',
  'traces',
  'phone',
]
/** Only by name: it takes 20 GB of disk and half an hour. */
const LARGE = 'growth'
const asked = process.argv.slice(2)
const isAsked = (name: string): boolean => asked.length === 0 || asked.includes(name)

async function withParts(bench: (parts: Parts) => Promise<Measure[]>): Promise<Measure[]> {
  interruption.throwIfAborted()
  const parts = await openParts()
  return bench(parts).finally(() => parts.stop())
}

/** On one product in one process. */
function withProduct(bench: Bench, env: Record<string, string> = {}): Promise<Measure[]> {
  return withParts(async (parts) => {
    interruption.throwIfAborted()
    const product = await startTestProduct({ ...parts.env, ...env })
    return bench(product, parts).finally(() => product.stop())
  })
}

async function eventsOverRabbitmq(): Promise<Measure[]> {
  if (!canStartRabbitmq) {
    say('There is no RabbitMQ on this machine (Debian: rabbitmq-server) and AMQP_URL is not set: its benches are left out')
    return []
  }
  const broker = await startRabbitmq()
  try {
    return await withProduct(eventsOver('RabbitMQ', broker.url), { AMQP_URL: broker.url })
  } finally {
    await broker.remove()
  }
}

/** With a relay that takes everything, in a process of its own. */
async function withSink(bench: (smtpUrl: string) => Promise<Measure[]>): Promise<Measure[]> {
  const sink = startWorker('sink-worker.ts')
  const { url } = await sink.ask<SinkAnswer>({})
  return bench(url).finally(() => sink.stop())
}

async function main(): Promise<void> {
  const stranger = asked.find((name) => ![...names, LARGE].includes(name))
  if (stranger) throw new Error(`There is no bench "${stranger}": choose one of ${names.join(', ')}, ${LARGE}.`)
  const begun = performance.now()
  const measures = [
    ...(isAsked('memory') ? await benchMemory() : []),
    ...(isAsked('load') ? await withParts(benchLoadMemory) : []),
    ...(isAsked('events') ? await withProduct(eventsOver('in-process')) : []),
    ...(isAsked('events') ? await eventsOverRabbitmq() : []),
    ...(isAsked('uploads') ? await withProduct(benchUploads) : []),
    ...(isAsked('forms') ? await withParts(benchForms) : []),
    ...(isAsked('work') ? await withParts(benchWork) : []),
    ...(isAsked('listing') ? await withParts(benchListing) : []),
    ...(isAsked('admin') ? await withParts(benchAdmin) : []),
    ...(isAsked('customers') ? await benchCustomers() : []),
    ...(isAsked('mail') ? await withSink(benchMail) : []),
    ...(isAsked('mail') ? await withSink((SMTP_URL) => withProduct(benchMailBeside, { SMTP_URL, CAMPAIGN_RATE: '100000' })) : []),
    ...(isAsked('held') ? await withParts(benchHeld) : []),
    ...(isAsked('streams') ? await withParts(benchStreams) : []),
    ...(isAsked('traces') ? await withParts(benchTraces) : []),
    ...(isAsked('phone') ? await withProduct(benchPhone) : []),
    ...(asked.includes(LARGE) ? [...(await withParts(benchGrowth)), ...(await withSink(benchLedgerGrowth))] : []),
  ]
  const allMet = printTable(measures)
  say(`Done after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  process.exitCode = allMet ? 0 : 1
}

interruptOnSignal()
main().catch((error: unknown) => exitWith(interruption.aborted ? interruption.reason : error))
