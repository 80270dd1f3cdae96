import { parseArgs } from 'node:util'
import { exitWith } from '../../local/console.ts'
import { interruptOnSignal } from '../bench/interruption.ts'
import { withParts } from '../bench/open.ts'
import { say } from '../faults/fleet/report.ts'
import { inParallel } from '../support/in-parallel.ts'
import { deliverAll } from './deliver.ts'
import { type Gauntlet, startGauntlet } from './gauntlet.ts'
import { plansFor } from './plan.ts'
import { profiles } from './profiles.ts'
import { missedTargets, tableOf } from './results.ts'
import { type LetterResult, runLetter } from './run-letter.ts'

const option = (value: string) => ({ type: 'string', default: value }) as const
const { values } = parseArgs({ options: { emails: option('500'), seed: option('1'), only: option('') } })
const [EMAILS, SEED] = [Number(values.emails), Number(values.seed)]
/** For each kind of scanner: the number of links that simulated people open in a browser. */
const SAMPLE = 40
const CONCURRENCY = 6

/** Delivers the emails for a kind of scanner, and lets the scanner and simulated people visit the links. */
async function runProfile(gauntlet: Gauntlet, index: number, profile: (typeof profiles)[number]): Promise<LetterResult[]> {
  const plans = plansFor(profile, EMAILS, SAMPLE, SEED * profiles.length + index)
  const titles = plans.map((_, at) => `Gauntlet ${index + 1}-${at + 1}`)
  const letters = await deliverAll(gauntlet, titles)
  const runs = plans.flatMap((plan, at) => (letters[at] ? [{ gauntlet, profile, plan, letter: letters[at] }] : []))
  return inParallel(runs, CONCURRENCY, runLetter)
}

/** Tries to launch all Approved tasks without accepting unconfirmed approvals. Returns the ids of those that the product launched. */
async function launchAll({ database, newClient, adminToken }: Gauntlet): Promise<ReadonlySet<string>> {
  const sent = { token: adminToken, json: { currentStatus: 'Posted', adminPostComment: 'Live since nine.' } }
  const { rows } = await database.query<{ id: string }>("select id from tasks.task where status = 'Approved' order by id")
  const launched = await inParallel(rows, CONCURRENCY, async ({ id }) => {
    const { status, body } = await newClient()<{ code?: string }>('PUT', `/task/update-task/${id}`, sent)
    if (status === 200) return [id]
    if (body.code === 'approval-unconfirmed') return []
    throw new Error(`The launch of ${id} failed: ${status} ${body.message}`)
  })
  return new Set(launched.flat())
}

/** Implements `npm run review-gauntlet`: lets scanners and people visit review links. Returns whether all targets are met. */
const main = (): Promise<boolean> =>
  withParts(async (open) => {
    say(`seed ${SEED}, ${EMAILS} emails for each of ${profiles.length} scanners`)
    const gauntlet = await startGauntlet(open)
    const all: { name: string; results: LetterResult[] }[] = []
    for (const [index, profile] of profiles.entries()) {
      if (!profile.name.includes(values.only)) continue
      all.push({ name: profile.name, results: await runProfile(gauntlet, index, profile) })
      say(`${new Date().toISOString().slice(11, 19)}  ${profile.name}`)
    }
    const launched = await launchAll(gauntlet)
    const evaluated = all.map((each) => ({ ...each, launched }))
    say(`\n${tableOf(evaluated)}\n`)
    const missed = evaluated.flatMap(missedTargets)
    for (const sentence of missed) say(`MISSED ${sentence}`)
    say(missed.length === 0 ? 'PASSED.' : 'FAILED.')
    return missed.length === 0
  })

interruptOnSignal()
process.exitCode = (await main().catch(exitWith)) ? 0 : 1
