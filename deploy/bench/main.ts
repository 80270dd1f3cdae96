import { imageMalloc, imageV8Flags } from '../docker/image-settings.ts'
import { exitWith } from '../local/console.ts'
import { type RunningProduct, startTestProduct } from '../test/product.ts'
import { canStartRabbitmq, startRabbitmq } from '../test/rabbitmq.ts'
import { startFlags, startMalloc } from '../test/start-script.ts'
import { benchAdmin } from './admin.ts'
import { benchApprovals } from './approvals.ts'
import { benchCompare } from './compare-previews.ts'
import { benchCustomers } from './customers.ts'
import { benchEventRate } from './event-rate.ts'
import { benchForms } from './forms.ts'
import { benchGrowth, benchLedgerGrowth, FOR_MILLIONS } from './growth.ts'
import { benchHeld } from './held.ts'
import { benchMemory } from './idle-memory.ts'
import { interruption, interruptOnSignal } from './interruption.ts'
import { benchListing } from './listing.ts'
import { benchLists } from './lists.ts'
import { benchLoadMemory } from './load-memory.ts'
import { benchMail } from './mail.ts'
import { benchMailBeside } from './mail-beside.ts'
import { openParts, type Parts } from './parts.ts'
import { benchPhone } from './phone.ts'
import { benchPreviewMails } from './preview-mails.ts'
import { benchPreviews } from './previews.ts'
import { benchReplicas } from './replicas.ts'
import { type Measure, printTable, say } from './report.ts'
import { benchReviewPage } from './review-page.ts'
import type { SinkAnswer } from './sink-worker.ts'
import { benchStreams } from './streams.ts'
import { benchTraces } from './traces.ts'
import { benchUploads } from './uploads.ts'
import { benchWaiting } from './waiting.ts'
import { benchWork } from './work-rate.ts'
import { startWorker } from './worker.ts'

type Bench = (product: RunningProduct, parts: Parts) => Promise<Measure[]>

const eventsOver =
  (transport: string, amqpUrl?: string): Bench =>
  async ({ url }, parts) => [
    ...(await benchApprovals(url, parts, transport, amqpUrl)),
    ...(await benchEventRate(parts, transport, amqpUrl)),
  ]

async function withParts(bench: (parts: Parts) => Promise<Measure[]>, settings?: readonly string[]): Promise<Measure[]> {
  interruption.throwIfAborted()
  const parts = await openParts(settings)
  return bench(parts).finally(() => parts.stop())
}

/** V8 flags and malloc settings of a process. */
interface MemorySettings {
  flags: readonly string[]
  malloc: Readonly<Record<string, string>>
}

const ofNpmStart: MemorySettings = { flags: startFlags, malloc: startMalloc }
const ofImage: MemorySettings = { flags: imageV8Flags, malloc: imageMalloc }

function withProduct(bench: Bench, env: Record<string, string> = {}, { flags, malloc } = ofNpmStart): Promise<Measure[]> {
  return withParts(async (parts) => {
    interruption.throwIfAborted()
    const product = await startTestProduct({ ...parts.env, ...malloc, ...env, NODE_DISABLE_COMPILE_CACHE: '1' }, flags)
    return bench(product, parts).finally(() => product.stop())
  })
}

async function eventsOverRabbitmq(): Promise<Measure[]> {
  if (!canStartRabbitmq) {
    say('Skipping the RabbitMQ benches: RabbitMQ is not installed (Debian: rabbitmq-server) and AMQP_URL is not set')
    return []
  }
  const broker = await startRabbitmq()
  try {
    // Uses the memory settings of production. With `--optimize-for-size`, the flag of `npm start`, V8 collects garbage more often. Then the p99
    // latency of events is 24 ms instead of 10 ms.
    return await withProduct(eventsOver('RabbitMQ', broker.url), { AMQP_URL: broker.url }, ofImage)
  } finally {
    await broker.remove()
  }
}

async function withSink(bench: (smtpUrl: string) => Promise<Measure[]>): Promise<Measure[]> {
  const sink = startWorker('sink-worker.ts')
  const { url } = await sink.ask<SinkAnswer>({})
  return bench(url).finally(() => sink.stop())
}

/**
 * All benches in the order in which they run. Some benches fill disks and caches. The benches of events run before them, so that the
 * measured latency of events is not affected.
 */
const benches: readonly (readonly [name: string, run: () => Promise<Measure[]>])[] = [
  ['memory', benchMemory],
  ['load', () => withParts(benchLoadMemory)],
  ['events', () => withProduct(eventsOver('in-process'))],
  ['events', eventsOverRabbitmq],
  ['uploads', () => withProduct(benchUploads)],
  ['forms', () => withParts(benchForms)],
  ['previews', () => withParts(benchPreviews)],
  ['review', () => withProduct(benchReviewPage, {}, ofImage)],
  ['work', () => withParts(benchWork)],
  ['listing', () => withParts(benchListing)],
  ['replicas', () => withParts(benchReplicas)],
  ['admin', () => withParts(benchAdmin)],
  ['waiting', () => withParts(benchWaiting)],
  ['customers', benchCustomers],
  ['mail', () => withSink(benchMail)],
  ['mail', () => withSink((SMTP_URL) => withProduct(benchMailBeside, { SMTP_URL, CAMPAIGN_RATE: '100000' }))],
  ['mail', () => withSink((SMTP_URL) => withProduct(benchPreviewMails, { SMTP_URL }))],
  ['held', () => withParts(benchHeld)],
  ['streams', () => withParts(benchStreams)],
  ['traces', () => withParts(benchTraces)],
  ['phone', () => withProduct(benchPhone)],
  ['lists', () => withProduct(benchLists)],
  ['compare', () => withProduct(benchCompare)],
]
/** Benches that run only if the command names them, because they take 30 GB of disk and twenty minutes. */
const large: typeof benches = [
  ['growth', () => withParts(benchGrowth, FOR_MILLIONS)],
  ['growth', () => withSink(benchLedgerGrowth)],
]

async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const known = new Set([...benches, ...large].map(([name]) => name))
  const unknown = asked.find((name) => !known.has(name))
  if (unknown) throw new Error(`There is no bench "${unknown}": choose one of ${[...known].join(', ')}.`)
  const chosen = asked.length === 0 ? benches : [...benches, ...large].filter(([name]) => asked.includes(name))
  const begun = performance.now()
  const measures: Measure[] = []
  try {
    for (const [, run] of chosen) measures.push(...(await run()))
  } finally {
    if (measures.length > 0) process.exitCode = printTable(measures) ? 0 : 1
    say(`Done after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
}

interruptOnSignal()
main().catch((error: unknown) => exitWith(interruption.aborted ? interruption.reason : error))
