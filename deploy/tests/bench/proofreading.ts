import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { type Poster, posterImage } from '../../demo/pictures/poster.ts'
import { addAdmins } from './admin-tokens.ts'
import { lostRequests } from './load-ratio.ts'
import type { Open } from './open.ts'
import { newOwner, until } from './owner.ts'
import { startInProcesses } from './product.ts'
import { listed, type Measure, median, percentile, say } from './report.ts'
import { type Servers, startServers } from './servers.ts'
import { startWorker } from './worker.ts'

const PREVIEWS = 300
/** Maximum number of parallel uploads per caller in the gateway. */
const AT_ONCE = 8
const PER_SECOND = 50
/** The p99 is calculated for each part of this length. Otherwise, one short disturbance of the machine would determine the p99. */
const PART_SECONDS = 4
const PARTS = 8
const LIMIT_MS = 10 * 60_000

const poster: Poster = {
  layout: 'split',
  motif: 'cup',
  palette: 'garden',
  headline: 'A fresh bunch each Monday',
  line: 'Four weeks for $96',
}

const waitingChecks = async ({ database }: Servers): Promise<number> => {
  const { rows } = await database.query<{ waiting: number }>(
    `select count(*)::int as waiting from tasks.proofreading where state = 'waiting'`,
  )
  return rows[0]?.waiting ?? Number.NaN
}

/**
 * Delivers 300 previews with a picture at once. Measures how long their checks take, and how these slow the requests of owners: the p99 of
 * lists while the checks run, compared with the p99 before the deliveries and after the checks.
 */
export async function benchProofreading(open: Open): Promise<Measure[]> {
  const servers = await startServers(open)
  const { url } = await open(startInProcesses(servers))
  const sender = await open(startWorker<typeof import('./workers/forms.ts')>('forms.ts'))
  const generator = await open(startWorker<typeof import('./workers/http-load.ts')>('http-load.ts'))
  const { taskIds } = await newOwner(url, servers.database, PREVIEWS)
  const { headers, tasksUrl } = await newOwner(url, servers.database, 100)
  const [admin] = await addAdmins(servers, url, 1)
  const path = join(servers.dataDir, 'poster.png')
  await writeFile(path, posterImage(poster, 'Fern & Fable'))

  const list = () => generator.call('getAtRate', { urls: [tasksUrl], headers }, PER_SECOND, PART_SECONDS)
  const listRepeatedly = async () => {
    const parts = []
    for (let part = 0; part < PARTS; part++) parts.push(await list())
    return parts
  }
  const p99Of = (parts: Awaited<ReturnType<typeof listRepeatedly>>) => parts.map(({ milliseconds }) => percentile(milliseconds, 0.99))

  await list()
  say('Listing tasks without checks')
  const before = await listRepeatedly()

  say(`Delivering ${PREVIEWS} previews with a picture`)
  const begun = performance.now()
  const { seconds } = await sender.call('sendForms', {
    urls: taskIds.map((id) => `${url}/api${uploadPreview.url.replace(':id', id)}`),
    headers: { authorization: `Bearer ${admin}` },
    fields: { caption: 'A fresh bunch each Monday: four weeks for $96.' },
    files: { file1: path },
    count: PREVIEWS,
    atOnce: AT_ONCE,
  })
  say('Listing tasks while previews are checked')
  const during = await listRepeatedly()
  const left = await waitingChecks(servers)
  if (left === 0) throw new Error('The checks ended before the lists, so their effect was not measured')
  await until('all previews are checked', async () => (await waitingChecks(servers)) === 0, LIMIT_MS)
  const checkedAfter = (performance.now() - begun) / 1_000

  say('Listing tasks after the checks')
  const after = await listRepeatedly()
  const free = p99Of([...before, ...after])
  return [
    {
      what: `p99 of a list while ${PREVIEWS} previews are checked, ratio to none`,
      measured: median(p99Of(during)) / median(free),
      unit: 'x',
      below: 1.2,
      detail: `parts of ${PART_SECONDS} s: ${listed(p99Of(during), 1)} ms vs. ${listed(free, 1)} ms`,
    },
    lostRequests('lists that failed meanwhile', during),
    {
      what: `time until ${PREVIEWS} previews are delivered and checked`,
      measured: checkedAfter * 1_000,
      unit: 'ms',
      below: LIMIT_MS,
      detail: `${seconds.toFixed(0)} s of it to deliver them`,
    },
  ]
}
