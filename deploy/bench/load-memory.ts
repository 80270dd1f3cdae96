import { listAllCompanies } from '@app/contracts/http/all-companies.ts'
import { createTask } from '@app/contracts/http/tasks.ts'
import { must } from '../test/system/client.ts'
import { startApart } from './apart.ts'
import { recurringTask } from './forms.ts'
import type { Forms } from './forms-worker.ts'
import type { Load } from './load-worker.ts'
import { mintAdmins } from './minted-tokens.ts'
import { newOwner } from './owner.ts'
import type { Parts } from './parts.ts'
import { smallPicture } from './pictures.ts'
import { peaksDuring, residentMegabytes } from './process-memory.ts'
import { type Measure, say } from './report.ts'
import { addTasks, copyCompany, liftQuota } from './seed.ts'
import { startWorker } from './worker.ts'

const TASKS = 100
const COMPANIES = 60
const LOAD_MS = 20_000
const SMALL_FORMS = 600
const LARGE_FORMS = 150

/** Measures the peak memory of the tasks service while owners list tasks and send forms, and admins list all companies. */
export async function benchLoadMemory(parts: Parts): Promise<Measure[]> {
  const product = await startApart(parts)
  const loads = [startWorker('load-worker.ts'), startWorker('load-worker.ts')] as const
  const forms = [startWorker('forms-worker.ts'), startWorker('forms-worker.ts')] as const
  try {
    const { url, pids } = product
    const { tasks = 0 } = pids
    const { companyId, headers: owner, send, token } = await newOwner(url)
    // With this request, the tasks service fetches the company if it has not received the company's event yet.
    await must(send('GET', `/task/tasks/${companyId}`, { token }))
    await liftQuota(parts.database, companyId)
    await addTasks(parts.database, companyId, TASKS)
    await copyCompany(parts.database, companyId, COMPANIES)
    const [admin = ''] = await mintAdmins(parts, url, 1)
    const list = (path: string, connections: number, headers: Load['headers'] = owner): Load => ({
      urls: [url + path],
      headers: { ...headers, 'accept-encoding': 'zstd, br' },
      connections,
      milliseconds: LOAD_MS,
    })
    const form = async (pictureBytes: number, count: number): Promise<Forms> => ({
      urls: [url + createTask.url],
      headers: owner,
      fields: recurringTask(companyId),
      files: { referenceImage: await smallPicture(parts, pictureBytes) },
      count,
      atOnce: 3,
    })
    const [small, large] = [await form(2_000, SMALL_FORMS), await form(1_000_000, LARGE_FORMS)]
    const atStart = await residentMegabytes(tasks)
    say('Listing and creating tasks and listing all companies at the same time')
    const [peak = Number.NaN] = await peaksDuring([tasks], async () => {
      await Promise.all([
        loads[0].ask(list(`/api/task/tasks/${companyId}`, 6)),
        loads[1].ask(list(`/api${listAllCompanies.url}`, 2, { authorization: `Bearer ${admin}` })),
        forms[0].ask(small),
        forms[1].ask(large),
      ])
    })
    const after = await residentMegabytes(tasks)
    return [
      {
        what: 'peak memory of tasks under load',
        measured: peak,
        unit: 'MB',
        target: { below: 330 },
        detail: `${atStart.toFixed(0)} MB at the start, ${after.toFixed(0)} MB at the end of ${LOAD_MS / 1000} s of lists, forms and lists of all companies`,
      },
    ]
  } finally {
    await Promise.all([...loads, ...forms].map((worker) => worker.stop()))
    await product.stop()
  }
}
