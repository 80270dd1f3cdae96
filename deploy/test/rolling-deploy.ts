import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serviceNames } from '@app/contracts/define.ts'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { exitWith } from '../local/console.ts'
import { type Code, codeOf, copyAsLaterRelease, thisRelease } from './apart/code.ts'
import type { Fleet } from './apart/fleet.ts'
import { say } from './apart/report.ts'
import { underTraffic } from './apart/under-traffic.ts'

const TELLERS = 3
/** How long one state of the whole is lived in. */
const DWELL_MS = 10_000
/** What the platform takes to notice that a process stops. */
const STOP_WAIT_MS = '500'

const { values: options } = parseArgs({ options: { from: { type: 'string' } } })

/** Replaces one process after the other. */
async function rollTo(fleet: Fleet, { folder }: Code, what: string): Promise<void> {
  for (const replica of fleet.replicas) {
    say(`  ${replica.name} becomes ${what}`)
    await replica.end('SIGTERM')
    await unlessInterrupted(replica.start(folder))
  }
  await unlessInterrupted(sleep(DWELL_MS))
}

/** From one release to the next and back under traffic; at last on to the next, which takes what only it knows. */
async function deploy(fleet: Fleet, first: Code, next: Code): Promise<void> {
  await unlessInterrupted(sleep(DWELL_MS))
  say('Migrating to the next release')
  await fleet.migrate(next.folder)
  await rollTo(fleet, next, 'the next release')
  say('And back')
  await rollTo(fleet, first, 'the first release')
  say('And forth')
  await rollTo(fleet, next, 'the next release')
}

/** `npm run rolling-deploy`: from this code to a later one, or with `--from <commit>` from an old one to this. */
async function main(): Promise<boolean> {
  const here: Code = { folder: thisRelease, stop: async () => {} }
  const [first, next] = options.from ? [await codeOf(options.from, serviceNames), here] : [here, await copyAsLaterRelease()]
  try {
    return await underTraffic({
      code: first.folder,
      env: { STOP_WAIT_MS },
      tellers: TELLERS,
      meanwhile: (fleet) => deploy(fleet, first, next),
    })
  } finally {
    await first.stop()
    await next.stop()
  }
}

interruptOnSignal()
process.exitCode = (await main().catch(exitWith)) ? 0 : 1
