import { parseArgs } from 'node:util'
import { interruptOnSignal } from '../bench/interruption.ts'
import { exitWith } from '../local/console.ts'
import { say } from '../test/apart/report.ts'
import { checkLimits } from './check-limits.ts'
import { deliverAll } from './deliver.ts'
import { evaluate, missedTargets } from './evaluate.ts'
import { type Gauntlet, startGauntlet } from './gauntlet.ts'
import { inParallel } from './in-parallel.ts'
import { plansFor } from './plan.ts'
import { tableOf } from './print-figures.ts'
import { type Profile, profiles } from './profiles.ts'
import { type LetterResult, launch, runLetter } from './run-letter.ts'
import { approvedTasks } from './stored.ts'

const { values: options } = parseArgs({
  options: {
    emails: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const EMAILS = Number(options.emails)
const SEED = Number(options.seed)
/** For each kind of scanner: the number of links that simulated people open in a browser. */
const SAMPLE = 40
/** Number of emails in a batch. The next batch is delivered after the links of this batch were visited. */
const BATCH = 100
const CONCURRENCY = 6

/** Delivers the emails for one kind of scanner, and lets the scanner and simulated people visit the links. */
async function runProfile(gauntlet: Gauntlet, profile: Profile, index: number): Promise<LetterResult[]> {
  const plans = plansFor(profile, EMAILS, SAMPLE, SEED * profiles.length + index)
  const results: LetterResult[] = []
  for (let from = 0; from < EMAILS; from += BATCH) {
    const batch = plans.slice(from, from + BATCH)
    const letters = await deliverAll(
      gauntlet,
      batch.map((_, at) => `Gauntlet ${index + 1}-${from + at + 1}`),
    )
    const runs = letters.map((letter, at) => ({ gauntlet, profile, letter, plan: batch[at] as (typeof batch)[number] }))
    results.push(...(await inParallel(runs, CONCURRENCY, runLetter)))
  }
  return results
}

/** Tries to launch all Approved tasks. Returns the ids of those that the product launched. */
async function launchAll(gauntlet: Gauntlet): Promise<ReadonlySet<string>> {
  const ids = await approvedTasks(gauntlet.database)
  const isLaunched = await inParallel(ids, CONCURRENCY, (id) => launch(gauntlet, id))
  return new Set(ids.filter((_, at) => isLaunched[at]))
}

/** Implements `npm run review-gauntlet`: lets scanners and people visit review links. Returns whether all targets are met. */
async function main(): Promise<boolean> {
  say(`seed ${SEED}, ${EMAILS} emails for each of ${profiles.length} scanners`)
  const gauntlet = await startGauntlet()
  try {
    const [letter] = await deliverAll(gauntlet, ['Gauntlet limits'])
    const faults = letter ? await checkLimits(gauntlet, letter) : []
    const all: { name: string; results: LetterResult[] }[] = []
    for (const [index, profile] of profiles.entries()) {
      if (!profile.name.includes(options.only)) continue
      all.push({ name: profile.name, results: await runProfile(gauntlet, profile, index) })
      say(`${new Date().toISOString().slice(11, 19)}  ${profile.name}`)
    }
    const launched = await launchAll(gauntlet)
    const figures = all.map(({ name, results }) => evaluate(name, results, launched))
    say(`\n${tableOf(figures)}\n`)
    const missed = [...faults, ...missedTargets(figures)]
    for (const sentence of missed) say(`MISSED ${sentence}`)
    say(missed.length === 0 ? 'PASSED.' : 'FAILED.')
    return missed.length === 0
  } finally {
    await gauntlet.stop()
  }
}

interruptOnSignal()
process.exitCode = (await main().catch(exitWith)) ? 0 : 1
