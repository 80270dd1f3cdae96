import { exitWith } from '../../local/console.ts'
import { benchCampaignMail } from './campaign-mail.ts'
import { benchEvents } from './events.ts'
import { benchMoreDeliveries, benchMoreTasks, benchMoreWork } from './growth.ts'
import { interruption, interruptOnSignal } from './interruption.ts'
import { benchStreams } from './live-streams.ts'
import { benchIdleMemory, benchLoadMemory } from './memory.ts'
import { type Open, withParts } from './open.ts'
import { benchPhoneStart } from './phone-start.ts'
import { benchPreviewDeliveries } from './preview-deliveries.ts'
import { benchPreviewMail } from './preview-mail.ts'
import { benchProofreading } from './proofreading.ts'
import { type Measure, printTable, say } from './report.ts'
import { benchTaskLists } from './task-lists.ts'
import { benchUploads } from './uploads.ts'

type Bench = (open: Open) => Promise<Measure[]>

/**
 * All benches in the order in which they run. Some benches fill disks and caches. The benches of events run before them, so that the
 * measured latency of events is not affected.
 */
const benches: readonly (readonly [name: string, run: Bench])[] = [
  ['memory', benchIdleMemory],
  ['load', benchLoadMemory],
  ['events', benchEvents],
  ['uploads', benchUploads],
  ['previews', benchPreviewDeliveries],
  ['proofreading', benchProofreading],
  ['lists', benchTaskLists],
  ['mail', benchCampaignMail],
  ['mail', benchPreviewMail],
  ['streams', benchStreams],
  ['phone', benchPhoneStart],
  ['growth', benchMoreTasks],
  ['growth', benchMoreWork],
  ['growth', benchMoreDeliveries],
]

/** Runs only if the command names it, because it takes 30 GB of disk and twenty minutes. */
const LARGE = 'growth'

async function main(): Promise<void> {
  const asked = process.argv.slice(2)
  const known = new Set(benches.map(([name]) => name))
  const unknown = asked.find((name) => !known.has(name))
  if (unknown) throw new Error(`There is no bench "${unknown}": choose one of ${[...known].join(', ')}.`)
  const chosen = benches.filter(([name]) => (asked.length === 0 ? name !== LARGE : asked.includes(name)))
  const begun = performance.now()
  const measures: Measure[] = []
  try {
    for (const [, run] of chosen) measures.push(...(await withParts(run)))
  } finally {
    if (measures.length > 0) process.exitCode = printTable(measures) ? 0 : 1
    say(`Done after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  }
}

interruptOnSignal()
main().catch((error: unknown) => exitWith(interruption.aborted ? interruption.reason : error))
