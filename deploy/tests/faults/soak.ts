import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import type { Fleet } from './fleet/fleet.ts'
import { say } from './fleet/report.ts'
import { underTraffic } from './fleet/under-traffic.ts'

const code = fileURLToPath(new URL('../../..', import.meta.url))
const OWNERS = 4
const GRACEFUL_SHARE = 0.25
/** Number of restarts of services and gateways after which the broker (`--broker`) or Postgres (`--postgres`) is restarted, too. */
const PARTS_EVERY = 20

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, broker: { type: 'boolean' }, postgres: { type: 'boolean' } },
})
const rounds = Number(options.rounds)

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

/** Yields all items in random order, then all items in another random order, and so on without end. */
function* turns<T>(all: readonly T[]): Generator<T> {
  for (;;) {
    const left = [...all]
    while (left.length > 0) yield left.splice(left.indexOf(pick(left)), 1)[0] as T
  }
}

/** Stops or kills one process after the other, and restarts each process. `npm run soak` calls this function while simulated users work. */
async function kill(fleet: Fleet): Promise<void> {
  const turn = turns(fleet.replicas)
  for (let round = 1; round <= rounds; round++) {
    const replica = turn.next().value
    if (!replica) return
    const signal = Math.random() < GRACEFUL_SHARE ? 'SIGTERM' : 'SIGKILL'
    say(`${String(round).padStart(4)}  ${signal} ${replica.name}`)
    await replica.end(signal)
    await unlessInterrupted(replica.start(code))
    if (options.broker && round % PARTS_EVERY === PARTS_EVERY / 2) {
      say('      SIGKILL broker')
      await fleet.broker.kill()
      await unlessInterrupted(fleet.broker.start())
    }
    if (options.postgres && round % PARTS_EVERY === 0) {
      say('      restart of Postgres')
      await fleet.restartPostgres()
    }
    await unlessInterrupted(sleep(Math.random() * 500))
  }
}

interruptOnSignal()
const isSound = await underTraffic({ code, owners: OWNERS, meanwhile: kill })
// Exits at once: after 60 killed processes, Node's own cleanup of handles once did not end.
process.exit(isSound ? 0 : 1)
