import { readFile } from 'node:fs/promises'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { listTasks } from '@app/contracts/http/tasks.ts'
import { must } from '../test/system/client.ts'
import { addAdmins } from './admin-tokens.ts'
import { asOwner, type BrowserBench, inPage, measureOften, openBrowserBench } from './browser.ts'
import type { Open } from './open.ts'
import { until } from './owner.ts'
import { photo } from './pictures.ts'
import { listed, type Measure, median } from './report.ts'

const ROUNDS = 6

/** Delivers two versions of a preview, each with one picture of 12 megapixels. Returns the number of the task. */
async function deliverTwoVersions({ url, servers, owner }: BrowserBench): Promise<number> {
  const [taskId = ''] = owner.taskIds
  const [admin] = await addAdmins(servers, url, 1)
  for (const name of ['first', 'second']) {
    const file1 = new File([await readFile(await photo(servers, name))], `${name}.jpg`, { type: 'image/jpeg' })
    await must(owner.send('POST', uploadPreview.url.replace(':id', taskId), { token: admin, fields: { caption: name }, files: { file1 } }))
  }
  const path = listTasks.url.replace(':companyProfileId', owner.companyId)
  const [task] = await must(owner.send<{ taskId: number }[]>('GET', path, { token: owner.token }))
  return task?.taskId ?? 0
}

/** Durations of one comparison, in ms. */
interface Times {
  /** From the click on "Compare versions" until the page shows the sentence about the difference. */
  comparing: number
  /** Duration of only decoding the two compared pictures at the same time, in the same page after the comparison. */
  decoding: number
}

/**
 * Compares two pictures in a browser that has loaded only the task's panel with the newer picture. If `hasCopies` is false, the previews
 * have no smaller copies, so the uploaded pictures are compared.
 */
const compareOnce = (bench: BrowserBench, taskNumber: number, hasCopies: boolean): Promise<Times> =>
  asOwner(bench, { viewport: { width: 1440, height: 900 } }, async (page) => {
    if (!hasCopies) {
      await page.route(new RegExp(`/api${listPreviews.url.replace(':id', '[^/]+')}`), async (route) => {
        const response = await route.fetch()
        const previews: Preview[] = await response.json()
        const json = previews.map((preview) => ({ ...preview, files: preview.files.map((file) => ({ ...file, display: null })) }))
        await route.fulfill({ response, json })
      })
    }
    await page.goto(`${bench.url}/management?show=task-${taskNumber}`)
    await page.getByRole('button', { name: 'Compare versions' }).waitFor()
    // `waitForFunction` would need `eval`, which the content security policy of the product forbids.
    const untilLoaded = () => until('the pictures are loaded', () => inPage<boolean>(page, 'hasLoadedPictures()'))
    await untilLoaded()
    const comparing = await inPage<number>(page, 'timeUntilDifference()')
    await untilLoaded()
    return { comparing, decoding: await inPage<number>(page, 'timeToDecode()') }
  })

/**
 * Measures how long the portal needs to compare two pictures of 12 megapixels: first the uploaded files, and then their smaller copies.
 */
export async function benchCompareVersions(open: Open): Promise<Measure[]> {
  const bench = await openBrowserBench(open, 1)
  const task = await deliverTwoVersions(bench)
  const uploaded = await measureOften('Comparing uploaded pictures', ROUNDS, () => compareOnce(bench, task, false))
  const copies = await measureOften('Comparing smaller copies', ROUNDS, () => compareOnce(bench, task, true))
  const all = (times: readonly Times[], which: keyof Times) => times.map((time) => time[which])
  const ratio = median(uploaded.map(({ comparing, decoding }) => comparing / decoding))
  const ofUploaded = `comparing ${listed(all(uploaded, 'comparing'))}, decoding ${listed(all(uploaded, 'decoding'))} ms`
  const time = median(all(copies, 'comparing'))
  const ofCopies = `median of ${ROUNDS} rounds (${listed(all(copies, 'comparing'))} ms)`
  return [
    {
      what: 'time to compare two uploaded pictures of 12 megapixels, relative to decoding them',
      measured: ratio,
      unit: 'x',
      below: 5,
      detail: `median of ${ROUNDS} rounds; ${ofUploaded}`,
    },
    { what: 'time to compare the smaller copies of these pictures', measured: time, unit: 'ms', below: 1_000, detail: ofCopies },
  ]
}
