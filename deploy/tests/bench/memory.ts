import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { png } from '@app/chassis/testing/pictures.ts'
import { listAllCompanies } from '@app/contracts/http/all-companies.ts'
import { createTask } from '@app/contracts/http/tasks.ts'
import { weekly } from '../support/client.ts'
import { addAdmins } from './admin-tokens.ts'
import { unlessInterrupted } from './interruption.ts'
import type { Open } from './open.ts'
import { newOwner } from './owner.ts'
import { peaksDuring, residentMegabytes } from './process-usage.ts'
import { startInOneProcess, startInProcesses } from './product.ts'
import { type Measure, say } from './report.ts'
import { fillTable } from './seed.ts'
import { startServers } from './servers.ts'
import { startWorker } from './worker.ts'

const IDLE_MS = 30_000
const TASKS = 100
const COMPANIES = 60
const LOAD_MS = 20_000
const SMALL_FORMS = 600
const LARGE_FORMS = 150

/** Measures the memory of the Node process of `npm start`, without Postgres, after 30 s without requests. */
export async function benchIdleMemory(open: Open): Promise<Measure[]> {
  say('Waiting while a local run is idle')
  const { pid } = await open(startInOneProcess({ LOG_LEVEL: 'warn' }))
  const atStart = await residentMegabytes(pid)
  await unlessInterrupted(sleep(IDLE_MS))
  const idle = await residentMegabytes(pid)
  const detail = `${IDLE_MS / 1000} s after the start; ${atStart.toFixed(0)} MB right after the start`
  return [{ what: 'local run, idle', measured: idle, unit: 'MB', below: 200, detail }]
}

/** Measures the peak memory of the tasks service while owners list tasks and send forms, and admins list all companies. */
export async function benchLoadMemory(open: Open): Promise<Measure[]> {
  const servers = await startServers(open)
  const { url, pidOf } = await open(startInProcesses(servers))
  const { companyId, headers, tasksUrl } = await newOwner(url, servers.database, TASKS)
  await fillTable(servers.database, COMPANIES, TASKS)
  const [admin] = await addAdmins(servers, url, 1)
  const list = async (listUrl: string, connections: number, sent: Record<string, string>) => {
    const worker = await open(startWorker<typeof import('./workers/http-load.ts')>('http-load.ts'))
    const requests = { urls: [listUrl], headers: { ...sent, 'accept-encoding': 'zstd, br' } }
    return () => worker.call('getContinuously', requests, connections, LOAD_MS)
  }
  const create = async (pictureBytes: number, count: number) => {
    const worker = await open(startWorker<typeof import('./workers/forms.ts')>('forms.ts'))
    const fields = { companyProfileId: companyId, title: 'Winter blend launch', platform_x: 'true', ...weekly }
    const referenceImage = join(servers.dataDir, `${pictureBytes}.png`)
    await writeFile(referenceImage, png({ padding: pictureBytes }))
    return () =>
      worker.call('sendForms', { urls: [`${url}/api${createTask.url}`], headers, fields, files: { referenceImage }, count, atOnce: 3 })
  }
  const loads = [
    await list(tasksUrl, 6, headers),
    await list(`${url}/api${listAllCompanies.url}`, 2, { authorization: `Bearer ${admin}` }),
    await create(2_000, SMALL_FORMS),
    await create(1_000_000, LARGE_FORMS),
  ]
  const tasks = pidOf('tasks')
  const atStart = (await residentMegabytes(tasks)).toFixed(0)
  say('Listing and creating tasks and listing all companies at the same time')
  const [peak = Number.NaN] = await peaksDuring([tasks], () => Promise.all(loads.map((load) => load())))
  const atEnd = (await residentMegabytes(tasks)).toFixed(0)
  const detail = `${atStart} MB at the start, ${atEnd} MB at the end of ${LOAD_MS / 1000} s of lists, forms and lists of all companies`
  return [{ what: 'peak memory of tasks under load', measured: peak, unit: 'MB', below: 330, detail }]
}
