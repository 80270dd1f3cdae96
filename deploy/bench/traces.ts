import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Collector, startCollector } from '@app/chassis/testing/collector.ts'
import { startApart } from './apart.ts'
import { CONNECTIONS, type Comparison, compare, type LoadTarget } from './compare.ts'
import { ownerWithTasks, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, say } from './report.ts'
import { startWorker, type Worker } from './worker.ts'

const TASKS = 100
const SIGNAL_MS = 200
const SWITCH = fileURLToPath(new URL('switch-tracing.ts', import.meta.url))

type Apart = Awaited<ReturnType<typeof startApart>>

/** Returns a function that switches the tracing of a product on or off. Products start with tracing. */
function switchOf({ pids }: Apart): (isOn: boolean) => void {
  let isTracing = true
  return (isOn) => {
    if (isOn === isTracing) return
    for (const pid of Object.values(pids)) process.kill(pid, 'SIGUSR2')
    isTracing = isOn
  }
}

/** Starts a product, and compares the CPU time of its requests with and without tracing. If there is a `collector`, requests are traced. */
async function compareTracing(parts: Parts, generator: Worker, collector?: Collector): Promise<Comparison> {
  const endpoint = collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const product = await startApart({ ...parts, env: { ...parts.env, ...endpoint, NODE_OPTIONS: `--import=${SWITCH}` } })
  try {
    const { companyId, token } = await ownerWithTasks(product.url, parts.database, TASKS)
    const setTracing = switchOf(product)
    const url = `${product.url}/api/task/tasks/${companyId}`
    const headers = { authorization: `Bearer ${token}` }
    if (collector) await requireSwitch(setTracing, () => fetch(url, { headers }), collector)
    const target = (isOn: boolean): LoadTarget => ({
      load: { urls: [url], headers, connections: CONNECTIONS },
      pids: Object.values(product.pids),
      prepare: () => setTracing(isOn),
    })
    return await compare(generator, target(true), target(false))
  } finally {
    await product.stop()
  }
}

/** Requests a list without tracing and a list with tracing. Fails if the collector does not receive exactly the trace of the second list. */
async function requireSwitch(setTracing: (isOn: boolean) => void, list: () => Promise<unknown>, { spans }: Collector): Promise<void> {
  const tracedLists = () => spans.filter(({ service, name }) => service === 'gateway' && name.includes('/task/tasks/')).length
  for (const isOn of [false, true]) {
    setTracing(isOn)
    // `process.kill` returns before the processes have handled the signal.
    await sleep(SIGNAL_MS)
    await list()
  }
  await until('a list is traced', async () => tracedLists() > 0)
  assert.equal(tracedLists(), 1, 'lists were traced while tracing was off')
}

/**
 * Compares the product with and without its tracing code, in the same processes: `switch-tracing.ts` switches tracing off and on. First,
 * the product has no trace collector. Then the product sends a trace of each request to a collector.
 */
export async function benchTraces(parts: Parts): Promise<Measure[]> {
  const collector = await startCollector()
  const generator = startWorker('load-worker.ts')
  try {
    say('Listing 100 tasks without a trace collector')
    const off = await compareTracing(parts, generator)
    say('Listing 100 tasks with a trace of each request')
    const on = await compareTracing(parts, generator, collector)
    return [
      {
        what: 'CPU time of a list without tracing code, ratio to tracing without a collector',
        measured: off.processorRatio,
        unit: 'x',
        target: { atLeast: 0.97 },
        detail: off.detail,
      },
      {
        what: 'the same, ratio to tracing of each request',
        measured: on.processorRatio,
        unit: 'x',
        target: { atLeast: 0.5 },
        detail: on.detail,
      },
    ]
  } finally {
    await Promise.all([generator.stop(), collector.stop()])
  }
}
