import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startApart } from './apart.ts'
import { type LoadTarget, type Round, runRound } from './compare.ts'
import { unlessInterrupted } from './interruption.ts'
import { ownerWithTasks } from './owner.ts'
import { lostRequests } from './paced.ts'
import type { Pace, Paced } from './paced-worker.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, say } from './report.ts'
import { startWorker } from './worker.ts'

const TASKS = 100
/** Maximum number of parallel requests of a slowed replica, and the delay of a request. The CPU could handle far more requests. */
const PLACES = 6
const EACH_MS = 100
/** Enough connections to keep both slowed replicas busy. */
const CONNECTIONS = 24
const ROUNDS = 3
const ROUND_MS = 4_000
/** Time until the gateway has noticed a DNS change. The gateway resolves names every 2 s. */
const NOTICE_MS = 3_000
/** Requests per second while a replica stops. One replica alone can handle more. */
const PER_SECOND = 40
const CHUNK_SECONDS = 2

const NAME = 'tasks.bench'
const [FIRST, SECOND] = ['127.0.0.1', '127.0.0.2'] as const

const importing = (file: string): string => `--import=${fileURLToPath(new URL(file, import.meta.url))}`

async function meanwhile(ask: () => Promise<Paced>, work: () => Promise<void>): Promise<Paced[]> {
  const asked: Paced[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  const asking = async () => {
    do asked.push(await ask())
    while (!isOver)
  }
  await Promise.all([working, asking()])
  return asked
}

function measuresOf(one: readonly Round[], two: readonly Round[], stops: readonly Paced[]): Measure[] {
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ requestsPerSecond }) => requestsPerSecond))
  const processors = (rounds: readonly Round[]) =>
    median(rounds.map(({ requestsPerSecond, processor }) => (requestsPerSecond * processor) / 1_000))
  const inWords = (rounds: readonly Round[]) => `${rate(rounds).toFixed(0)}/s with ${processors(rounds).toFixed(2)}`
  return [
    {
      what: 'rate of listing 100 tasks with two slowed replicas, ratio to one',
      measured: median(two.map(({ requestsPerSecond }, round) => requestsPerSecond / (one[round]?.requestsPerSecond ?? Number.NaN))),
      unit: 'x',
      target: { atLeast: 1.8 },
      detail: `${inWords(two)} vs. ${inWords(one)} of ${availableParallelism()} CPUs in use; ${PLACES} at a time per replica, ${EACH_MS} ms each, ${((two[0]?.bytes ?? 0) / 1000).toFixed(0)} kB`,
    },
    lostRequests(`lists that failed while one of two replicas stopped, ${ROUNDS} times`, stops),
  ]
}

/**
 * Compares the request rate of one replica of the tasks service with the rate of two replicas, in alternate turns. Each replica delays its
 * requests, so that this delay limits the rate. Without the delay, the machine's CPUs would limit the rate, because the replicas share
 * them. At the end of each measurement with two replicas, the second replica stops as in a rollout.
 */
export async function benchReplicas(parts: Parts): Promise<Measure[]> {
  const hosts = join(parts.dataDir, 'hosts')
  const standFor = (...addresses: string[]) => writeFile(hosts, addresses.map((address) => `${address} ${NAME}\n`).join(''))
  await standFor(FIRST)
  const product = await startApart(parts, ({ TASKS_URL = '' }) => ({
    tasks: {
      NODE_OPTIONS: importing('slowed.ts'),
      SLOWED_PLACES: String(PLACES),
      SLOWED_MS: String(EACH_MS),
      // Production uses the same value.
      STOP_WAIT_MS: '5000',
    },
    gateway: { NODE_OPTIONS: importing('hosts.ts'), HOSTS_FILE: hosts, TASKS_URL: TASKS_URL.replace(FIRST, NAME) },
  }))
  const generator = startWorker('load-worker.ts')
  const asker = startWorker('paced-worker.ts')
  try {
    const { companyId, token } = await ownerWithTasks(product.url, parts.database, TASKS)
    const [url, headers] = [`${product.url}/api/task/tasks/${companyId}`, { authorization: `Bearer ${token}` }]
    const pids = Object.values(product.pids)
    const rate = async (target: LoadTarget) => {
      await runRound(generator, target, NOTICE_MS)
      return runRound(generator, target, ROUND_MS)
    }
    const one: Round[] = []
    const two: Round[] = []
    const stops: Paced[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`Listing 100 tasks of one replica, of two, and while one of them stops, round ${round} of ${ROUNDS}`)
      const load = { urls: [url], headers, connections: CONNECTIONS }
      one.push(await rate({ load, pids }))
      const second = await product.startAlso('tasks', SECOND)
      await standFor(FIRST, SECOND)
      two.push(await rate({ load, pids: [...pids, second.pid] }))
      const list = () => asker.ask<Paced>({ urls: [url], headers, perSecond: PER_SECOND, seconds: CHUNK_SECONDS } satisfies Pace)
      const stop = async () => {
        await unlessInterrupted(sleep(1_000))
        await second.stop()
        await standFor(FIRST)
        await unlessInterrupted(sleep(NOTICE_MS))
      }
      stops.push(...(await meanwhile(list, stop)))
    }
    return measuresOf(one, two, stops)
  } finally {
    await Promise.all([generator.stop(), asker.stop()])
    await product.stop()
  }
}
