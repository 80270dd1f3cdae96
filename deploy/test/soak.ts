import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { interruptOnSignal, unlessInterrupted } from '../bench/interruption.ts'
import { until } from '../bench/owner.ts'
import { audit, underWay } from './apart/audit.ts'
import { type Fleet, startFleet } from './apart/fleet.ts'
import { reportOn, say, sayErrorsIn } from './apart/report.ts'
import { startTraffic } from './apart/traffic.ts'

const code = fileURLToPath(new URL('../..', import.meta.url))
const TELLERS = 4
const QUIET_MS = 300_000
/** So many ends are orderly ones. */
const ORDERLY = 0.25
/** Each how many rounds the broker is killed, or Postgres restarted, where that is asked for. */
const PARTS_EVERY = 20

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, broker: { type: 'boolean' }, postgres: { type: 'boolean' } },
})
const rounds = Number(options.rounds)

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

/** All processes in an order of chance, and again, so that each has its turn. */
function* turns<T>(all: readonly T[]): Generator<T> {
  for (;;) {
    const left = [...all]
    while (left.length > 0) yield left.splice(left.indexOf(pick(left)), 1)[0] as T
  }
}

async function kill(fleet: Fleet): Promise<void> {
  const turn = turns(fleet.replicas)
  for (let round = 1; round <= rounds; round++) {
    const replica = turn.next().value
    if (!replica) return
    const signal = Math.random() < ORDERLY ? 'SIGTERM' : 'SIGKILL'
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

/** `npm run soak`: ends every process in turn under traffic, and looks what became of everything. */
async function soak(): Promise<boolean> {
  say('Starting two processes of everything')
  const fleet = await startFleet(code)
  try {
    const { database, sink } = fleet
    await until(
      'notifications knows the admin',
      async () => (await database.query('select from notifications.recipient')).rowCount === 1,
      QUIET_MS,
    )
    const traffic = await startTraffic(fleet.url, TELLERS)
    await kill(fleet)
    await traffic.end()
    say('Waiting until nothing is under way')
    await until('all is quiet', async () => (await underWay(database)) === 0, QUIET_MS).catch((error: Error) => say(error.message))
    await sayErrorsIn(fleet.logs)
    return reportOn(traffic, await audit(database, traffic.stories, sink))
  } finally {
    await fleet.stop()
  }
}

interruptOnSignal()
process.exitCode = (await soak()) ? 0 : 1
