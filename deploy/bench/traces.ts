import { fileURLToPath } from 'node:url'
import { startCollector } from '@app/chassis/testing/collector.ts'
import { startApart } from './apart.ts'
import { CONNECTIONS, compare, type LoadTarget } from './compare.ts'
import { ownerWithTasks } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, say } from './report.ts'
import { startWorker } from './worker.ts'

const TASKS = 100
/**
 * The public URL of both products. The two products share one database, in which the service `tasks` caches the JSON of tasks. The JSON
 * contains the public URL, so products with different URLs would overwrite each other's cache.
 */
const PUBLIC_URL = 'http://127.0.0.1'
const WITHOUT = fileURLToPath(new URL('without-tracing.ts', import.meta.url))

type Apart = Awaited<ReturnType<typeof startApart>>

/**
 * Compares the product with a copy that has no tracing code. First, the product has no trace collector. Then the product sends a trace of
 * each request to a collector.
 */
export async function benchTraces(parts: Parts): Promise<Measure[]> {
  const collector = await startCollector()
  const generator = startWorker('load-worker.ts')
  const start = (env: Readonly<Record<string, string>>) => startApart({ ...parts, env: { ...parts.env, PUBLIC_URL, ...env } })
  const without = await start({ NODE_OPTIONS: `--import=${WITHOUT}` })
  try {
    const { companyId, token } = await ownerWithTasks(without.url, parts.database, TASKS)
    const target = ({ url, pids }: Apart): LoadTarget => ({
      load: { urls: [`${url}/api/task/tasks/${companyId}`], headers: { authorization: `Bearer ${token}` }, connections: CONNECTIONS },
      pids: Object.values(pids),
    })
    const compareWith = async (env: Readonly<Record<string, string>>) => {
      const product = await start(env)
      return compare(generator, target(product), target(without)).finally(() => product.stop())
    }
    say('Listing 100 tasks without a trace collector')
    const off = await compareWith({})
    say('Listing 100 tasks with a trace of each request')
    const on = await compareWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
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
    await Promise.all([generator.stop(), collector.stop(), without.stop()])
  }
}
