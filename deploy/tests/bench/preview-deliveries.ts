import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { addAdmins } from './admin-tokens.ts'
import type { Open } from './open.ts'
import { newOwner } from './owner.ts'
import { photo } from './pictures.ts'
import { cpuTime, growthDuring } from './process-usage.ts'
import { startInProcesses } from './product.ts'
import { type Measure, median, say } from './report.ts'
import { startServers } from './servers.ts'
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
export async function benchPreviewDeliveries(open: Open): Promise<Measure[]> {
  const servers = await startServers(open)
  const { url, pidOf } = await open(startInProcesses(servers))
  const [gateway, tasks] = [pidOf('gateway'), pidOf('tasks')]
  const sender = await open(startWorker<typeof import('./workers/forms.ts')>('forms.ts'))
  const scaler = await open(startWorker<typeof import('./workers/bare-scaling.ts')>('bare-scaling.ts'))
  const { taskIds } = await newOwner(url, servers.database, AT_ONCE)
  const [admin] = await addAdmins(servers, url, 1)
  const paths = await Promise.all(PICTURES.map((name) => photo(servers, name)))
  const forms = {
    urls: taskIds.map((id) => `${url}/api${uploadPreview.url.replace(':id', id)}`),
    headers: { authorization: `Bearer ${admin}` },
    fields: { caption: 'Three pictures' },
    files: Object.fromEntries(paths.map((path, index) => [`file${index + 1}`, path])),
  }
  const deliver = (count: number, atOnce: number) => sender.call('sendForms', { ...forms, count, atOnce })
  const scale = (count: number) => scaler.call('scalePictures', paths, count)
  /** Runs `work` and returns the CPU time per preview in milliseconds. */
  const cpuOf = async (pids: readonly number[], work: (count: number) => Promise<unknown>) => {
    const before = await cpuTime(pids)
    await work(PER_TURN)
    return ((await cpuTime(pids)) - before) / PER_TURN
  }

  say(`Delivering ${AT_ONCE} previews with three pictures of 12 megapixels at once`)
  let seconds = Number.NaN
  const [growth = Number.NaN, growthOfGateway = Number.NaN] = await growthDuring([tasks, gateway], async () => {
    seconds = (await deliver(AT_ONCE, AT_ONCE)).seconds
  })

  say('Delivering previews with three pictures one after the other')
  const turns: { delivered: number; scaled: number }[] = []
  await scale(1)
  for (let turn = 0; turn < TURNS; turn++) {
    turns.push({ delivered: await cpuOf([gateway, tasks], (count) => deliver(count, 1)), scaled: await cpuOf([scaler.pid], scale) })
  }
  const inMs = (of: keyof (typeof turns)[number]) => `${median(turns.map((turn) => turn[of])).toFixed(0)} ms`
  return [
    {
      what: 'CPU time of delivering a preview with three pictures, ratio to scaling them',
      measured: median(turns.map(({ delivered, scaled }) => delivered / scaled)),
      unit: 'x',
      below: 2.5,
      detail: `gateway and tasks ${inMs('delivered')} vs. ${inMs('scaled')}`,
    },
    {
      what: `memory growth of tasks by ${AT_ONCE} previews with three pictures at once`,
      measured: growth,
      unit: 'MB',
      below: 200,
      detail: `gateway ${growthOfGateway.toFixed(0)} MB; all delivered after ${seconds.toFixed(1)} s`,
    },
  ]
}
