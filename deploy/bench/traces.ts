import { fileURLToPath } from 'node:url'
import { startCollector } from '@app/chassis/testing/collector.ts'
import { startApart } from './apart.ts'
import { ownerWithTasks } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, say } from './report.ts'
import { CONNECTIONS, compare, type Rival } from './rivals.ts'
import { startWorker } from './worker.ts'

const TASKS = 100
const WITHOUT = fileURLToPath(new URL('without-tracing.ts', import.meta.url))

type Apart = Awaited<ReturnType<typeof startApart>>

/** Lists 100 tasks where no traces are kept, and where they are, each beside the same without any tracing in it, in turns. */
export async function benchTraces(parts: Parts): Promise<Measure[]> {
  const collector = await startCollector()
  const generator = startWorker('load-worker.ts')
  const start = (env: Readonly<Record<string, string>>) => startApart({ ...parts, env: { ...parts.env, ...env } })
  const without = await start({ NODE_OPTIONS: `--import=${WITHOUT}` })
  try {
    const { companyId, token } = await ownerWithTasks(without.url, parts.database, TASKS)
    const rival = ({ url, pids }: Apart): Rival => ({
      load: { urls: [`${url}/api/task/tasks/${companyId}`], headers: { authorization: `Bearer ${token}` }, connections: CONNECTIONS },
      pids: Object.values(pids),
    })
    const compareWith = async (env: Readonly<Record<string, string>>) => {
      const product = await start(env)
      return compare(generator, rival(product), rival(without)).finally(() => product.stop())
    }
    say('Listing 100 tasks, no traces kept')
    const off = await compareWith({})
    say('Listing 100 tasks, each request a trace')
    const on = await compareWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    return [
      {
        what: 'processor of a listing without tracing, of that with it, no traces kept',
        measured: off.processorRatio,
        unit: 'x',
        target: { atLeast: 0.97 },
        detail: off.detail,
      },
      { what: 'the same, each request a trace', measured: on.processorRatio, unit: 'x', target: { atLeast: 0.5 }, detail: on.detail },
    ]
  } finally {
    await Promise.all([generator.stop(), collector.stop(), without.stop()])
  }
}
