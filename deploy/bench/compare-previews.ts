import { readFile } from 'node:fs/promises'
import { withTimeout } from '@app/chassis/with-timeout.ts'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { listTasks } from '@app/contracts/http/tasks.ts'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/chromium.ts'
import type { RunningProduct } from '../test/product.ts'
import { type Client, must } from '../test/system/client.ts'
import { unlessInterrupted } from './interruption.ts'
import { mintAdmins } from './minted-tokens.ts'
import { newOwner, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { photo } from './pictures.ts'
import { type Measure, median, say } from './report.ts'
import { addTasks } from './seed.ts'

const ROUNDS = 6
const TIMEOUT_MS = 60_000
const WINDOW = { viewport: { width: 1440, height: 900 } }

interface Compared {
  url: string
  /** Path of the task's panel in the portal. */
  path: string
  kept: Readonly<Record<string, string>>
}

/** Delivers two versions of a preview, each with one picture of 12 megapixels. */
async function deliverTwoVersions(send: Client, admin: string, taskId: string, parts: Parts): Promise<void> {
  for (const name of ['first', 'second']) {
    const file1 = new File([await readFile(await photo(parts, name))], `${name}.jpg`, { type: 'image/jpeg' })
    await must(send('POST', uploadPreview.url.replace(':id', taskId), { token: admin, fields: { caption: name }, files: { file1 } }))
  }
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
async function compareOnce(browser: Browser, { url, path, kept }: Compared, hasCopies: boolean): Promise<Times> {
  const context = await browser.newContext(WINDOW)
  try {
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(kept)})`)
    await context.addInitScript({ path: `${import.meta.dirname}/compare-in-page.js` })
    const page = await context.newPage()
    if (!hasCopies) {
      await page.route(new RegExp(`/api${listPreviews.url.replace(':id', '[^/]+')}`), async (route) => {
        const response = await route.fetch()
        const previews: Preview[] = await response.json()
        const json = previews.map((preview) => ({ ...preview, files: preview.files.map((file) => ({ ...file, display: null })) }))
        await route.fulfill({ response, json })
      })
    }
    await page.goto(url + path)
    await page.getByRole('button', { name: 'Compare versions' }).waitFor()
    // `waitForFunction` would need `eval`, which the content security policy of the product forbids.
    await until('the pictures are loaded', () => page.evaluate<boolean>('hasLoadedPictures()'))
    const comparing = await withTimeout(TIMEOUT_MS, 'The comparison', page.evaluate<number>('timeUntilDifference()'))
    await until('the compared pictures are loaded', () => page.evaluate<boolean>('hasLoadedPictures()'))
    return {
      comparing,
      decoding: await withTimeout(TIMEOUT_MS, 'Decoding', page.evaluate<number>('timeToDecode()')),
    }
  } finally {
    await context.close()
  }
}

/**
 * Measures how long the portal needs to compare two pictures of 12 megapixels: first the uploaded files, and then their smaller copies.
 */
export async function benchCompare({ url }: RunningProduct, parts: Parts): Promise<Measure[]> {
  const { companyId, send, token } = await newOwner(url)
  // With this request, the tasks service fetches the company if it has not received the company's event yet.
  await must(send('GET', listTasks.url.replace(':companyProfileId', companyId), { token }))
  const [taskId = ''] = await addTasks(parts.database, companyId, 1)
  const [admin = ''] = await mintAdmins(parts, url, 1)
  await deliverTwoVersions(send, admin, taskId, parts)
  const [task] = await must(send<{ taskId: number }[]>('GET', listTasks.url.replace(':companyProfileId', companyId), { token }))
  const compared = { url, path: `/management?show=task-${task?.taskId}`, kept: { token, companyProfileId: companyId } }

  const browser = await launchChromium()
  try {
    const uploaded = await compareOften('uploaded pictures', () => compareOnce(browser, compared, false))
    const copies = await compareOften('smaller copies', () => compareOnce(browser, compared, true))
    const ratios = uploaded.map(({ comparing, decoding }) => comparing / decoding)
    return [
      {
        what: 'time to compare two uploaded pictures of 12 megapixels, relative to decoding them',
        measured: median(ratios),
        unit: 'x',
        target: { below: 5 },
        detail: `median of ${ROUNDS} rounds; comparing ${listed(uploaded, 'comparing')}, decoding ${listed(uploaded, 'decoding')} ms`,
      },
      {
        what: 'time to compare the smaller copies of these pictures',
        measured: median(copies.map(({ comparing }) => comparing)),
        unit: 'ms',
        target: { below: 1_000 },
        detail: `median of ${ROUNDS} rounds (${listed(copies, 'comparing')} ms)`,
      },
    ]
  } finally {
    await browser.close()
  }
}

/** Returns the times of `ROUNDS` comparisons. Another comparison runs first and is not measured. */
async function compareOften(what: string, compare: () => Promise<Times>): Promise<Times[]> {
  await unlessInterrupted(compare())
  const times: Times[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`Comparing ${what}, round ${round} of ${ROUNDS}`)
    times.push(await unlessInterrupted(compare()))
  }
  return times
}

const listed = (times: readonly Times[], which: keyof Times): string => times.map((time) => time[which].toFixed(0)).join(', ')
