import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listTasks } from '@app/contracts/http/tasks.ts'
import { must } from '../test/system/client.ts'
import { startApart } from './apart.ts'
import type { Forms } from './forms-worker.ts'
import { mintAdmins } from './minted-tokens.ts'
import { newOwner } from './owner.ts'
import type { Parts } from './parts.ts'
import { photo } from './pictures.ts'
import { growthDuring } from './process-memory.ts'
import { processorTime } from './process-time.ts'
import { type Measure, median, say } from './report.ts'
import type { Scaling } from './scale-worker.ts'
import { addTasks } from './seed.ts'
import { startWorker } from './worker.ts'

const PICTURES = ['one', 'two', 'three']
/** Maximum number of parallel uploads per caller in the gateway. */
const AT_ONCE = 8
const TURNS = 12
const PER_TURN = 2

/**
 * Measures the delivery of previews with three pictures of 12 megapixels each. First measures the memory growth of new processes while
 * eight previews are delivered at once. Then compares the CPU time of a delivery with that of a program that only scales the same pictures.
 */
export async function benchPreviews(parts: Parts): Promise<Measure[]> {
  const product = await startApart(parts)
  const sender = startWorker('forms-worker.ts')
  const scaler = startWorker('scale-worker.ts')
  try {
    const { gateway = 0, tasks = 0 } = product.pids
    const { companyId, send, token } = await newOwner(product.url)
    // With this request, the tasks service fetches the company if it has not received the company's event yet.
    await must(send('GET', listTasks.url.replace(':companyProfileId', companyId), { token }))
    const [admin = ''] = await mintAdmins(parts, product.url, 1)
    const paths = await Promise.all(PICTURES.map((name) => photo(parts, name)))
    const taskIds = await addTasks(parts.database, companyId, AT_ONCE)
    const deliver = (count: number, atOnce: number) =>
      sender.ask<{ seconds: number }>({
        urls: taskIds.map((id) => `${product.url}/api${uploadPreview.url.replace(':id', id)}`),
        headers: { authorization: `Bearer ${admin}` },
        fields: { caption: 'Three pictures' },
        files: Object.fromEntries(paths.map((path, index) => [`file${index + 1}`, path])),
        count,
        atOnce,
      } satisfies Forms)
    const scale = (count: number) => scaler.ask({ paths, count } satisfies Scaling)
    /** Runs `work` and returns, for each process, the CPU time per preview in milliseconds. */
    const processor = async (pids: readonly number[], work: (count: number) => Promise<unknown>) => {
      const times = () => Promise.all(pids.map((pid) => processorTime([pid])))
      const before = await times()
      await work(PER_TURN)
      return (await times()).map((after, index) => (after - (before[index] ?? 0)) / PER_TURN)
    }

    say(`Delivering ${AT_ONCE} previews with three pictures of 12 megapixels at once`)
    let seconds = Number.NaN
    const [growth = Number.NaN, growthOfGateway = Number.NaN] = await growthDuring([tasks, gateway], async () => {
      seconds = (await deliver(AT_ONCE, AT_ONCE)).seconds
    })

    say('Delivering previews with three pictures one after the other')
    const turns: { ofGateway: number; ofTasks: number; scaled: number }[] = []
    await scale(1)
    for (let turn = 0; turn < TURNS; turn++) {
      const [ofGateway = 0, ofTasks = 0] = await processor([gateway, tasks], (count) => deliver(count, 1))
      const [scaled = 0] = await processor([scaler.pid], scale)
      turns.push({ ofGateway, ofTasks, scaled })
    }
    const inMs = (of: keyof (typeof turns)[number]) => `${median(turns.map((turn) => turn[of])).toFixed(0)} ms`
    return [
      {
        what: 'CPU time of delivering a preview with three pictures, ratio to scaling them',
        measured: median(turns.map(({ ofGateway, ofTasks, scaled }) => (ofGateway + ofTasks) / scaled)),
        unit: 'x',
        target: { below: 2.5 },
        detail: `gateway ${inMs('ofGateway')} and tasks ${inMs('ofTasks')} vs. ${inMs('scaled')}`,
      },
      {
        what: `memory growth of tasks by ${AT_ONCE} previews with three pictures at once`,
        measured: growth,
        unit: 'MB',
        target: { below: 200 },
        detail: `gateway ${growthOfGateway.toFixed(0)} MB; all delivered after ${seconds.toFixed(1)} s`,
      },
    ]
  } finally {
    await scaler.stop()
    await sender.stop()
    await product.stop()
  }
}
