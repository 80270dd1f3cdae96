import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serviceNames } from '@app/contracts/define.ts'
import { exitWith } from '../../local/console.ts'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { gatherTaskEmails } from './fleet/audit-task-emails.ts'
import { type Code, codeOf, copyAsLaterRelease, thisRelease } from './fleet/code.ts'
import type { Fleet } from './fleet/fleet.ts'
import { say } from './fleet/report.ts'
import { underTraffic } from './fleet/under-traffic.ts'

const OWNERS = 3
const TRAFFIC_BETWEEN_CHANGES_MS = 10_000
/** Time for which a stopping process still serves requests, in ms. */
const STOP_WAIT_MS = '500'

const { values: options } = parseArgs({ options: { from: { type: 'string' } } })

async function rollTo(fleet: Fleet, { folder }: Code, what: string): Promise<void> {
  for (const replica of fleet.replicas) {
    say(`  ${replica.name} becomes ${what}`)
    await replica.end('SIGTERM')
    await unlessInterrupted(replica.start(folder))
  }
  await unlessInterrupted(sleep(TRAFFIC_BETWEEN_CHANGES_MS))
}

/**
 * Upgrades to the next release under traffic, goes back to the first release, and upgrades again. The first release cannot handle the new
 * events of the next release, so these events wait in the table `dead_letter`. After the second upgrade, the next release handles them.
 */
async function deploy(fleet: Fleet, first: Code, next: Code): Promise<void> {
  await unlessInterrupted(sleep(TRAFFIC_BETWEEN_CHANGES_MS))
  say('Migrating to the next release')
  await fleet.migrate(next.folder)
  await gatherTaskEmails(fleet.database)
  await rollTo(fleet, next, 'the next release')
  say('Going back')
  await rollTo(fleet, first, 'the first release')
  say('Upgrading again')
  await rollTo(fleet, next, 'the next release')
}

/**
 * Implements `npm run rolling-deploy`: upgrades this code to a simulated later release, or an old commit (`--from <commit>`) to this code.
 */
async function main(): Promise<boolean> {
  const here: Code = { folder: thisRelease, stop: async () => {} }
  const [first, next] = options.from ? [await codeOf(options.from, serviceNames), here] : [here, await copyAsLaterRelease()]
  try {
    return await underTraffic({
      code: first.folder,
      env: { STOP_WAIT_MS },
      owners: OWNERS,
      meanwhile: (fleet) => deploy(fleet, first, next),
    })
  } finally {
    await first.stop()
    await next.stop()
  }
}

interruptOnSignal()
const isSound = await main().catch(exitWith)
// Exits at once, like soak.ts.
process.exit(isSound ? 0 : 1)
