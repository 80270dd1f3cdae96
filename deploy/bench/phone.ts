import { withTimeout } from '@app/chassis/with-timeout.ts'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../test/chromium.ts'
import type { RunningProduct } from '../test/product.ts'
import { unlessInterrupted } from './interruption.ts'
import { newOwner, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, say } from './report.ts'
import { addTasks } from './seed.ts'

const ROUNDS = 6
const TASKS = 100
const TIMEOUT_MS = 60_000

/** Network speed (slow 4G) of Lighthouse's mobile preset. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
/**
 * CPU speed of the phone, as Lighthouse's BenchmarkIndex. Before each page load, the bench measures the index of this machine, because other
 * virtual machines on the same host change the CPU speed. Chromium then slows down the CPU by the ratio of the two indexes. For comparison,
 * Chromium's developer tools use 1,000 for a mid-tier phone (Pixel 5) and 264 for a low-tier phone.
 */
const PHONE_INDEX = 850
/**
 * Playwright requests the position in the script from which each request was sent. To find the position, V8 would parse large scripts a second
 * time, which takes 0.14 s on the phone. A browser without developer tools does not need these positions. With this flag, V8 stores all
 * positions when V8 compiles a script.
 */
const WITHOUT_SECOND_PARSE = '--js-flags=--no-enable-lazy-source-positions'
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Arrival of the scripts and of the task list, and the first frame with a card, in milliseconds from the start of the page. */
interface Start {
  scripts: number
  data: number
  card: number
  /** Ratio of the CPU speed of this machine to the CPU speed of the phone. */
  timesSlower: number
}

/** Returns Lighthouse's BenchmarkIndex, which is higher on a faster machine. The measurement takes a second. */
async function benchmarkIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  try {
    return await page.evaluate<number>(`(${pageFunctions.computeBenchmarkIndex})()`)
  } finally {
    await page.close()
  }
}

/** Loads the page in a new browser context. The cache is empty, and localStorage contains only `kept`. */
async function startOnce(browser: Browser, url: string, kept: Readonly<Record<string, string>>): Promise<Start> {
  const timesSlower = Math.max(1, (await benchmarkIndex(browser)) / PHONE_INDEX)
  const context = await browser.newContext(PHONE)
  try {
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(kept)})`)
    await context.addInitScript({ path: `${import.meta.dirname}/first-card.js` })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
    await page.goto(`${url}/management`, { waitUntil: 'commit' })
    const start = await withTimeout(TIMEOUT_MS, 'The first card', page.evaluate<Omit<Start, 'timesSlower'>>('firstCard'))
    return { ...start, timesSlower }
  } finally {
    await context.close()
  }
}

/** Measures the owner's task page on a slow phone, from navigation to the first card, with an empty browser cache. */
export async function benchPhone({ url }: RunningProduct, { database }: Parts): Promise<Measure[]> {
  const { token, companyId } = await newOwner(url)
  const isKnown = async () => (await database.query('select from tasks.company where id = $1', [companyId])).rowCount === 1
  await until('the tasks service has the company', isKnown)
  await addTasks(database, companyId, TASKS)
  const browser = await launchChromium(WITHOUT_SECOND_PARSE)
  try {
    const kept = { token, companyProfileId: companyId }
    await unlessInterrupted(startOnce(browser, url, kept))
    const starts: Start[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      say(`Opening the tasks on a slow phone, round ${round} of ${ROUNDS}`)
      starts.push(await unlessInterrupted(startOnce(browser, url, kept)))
    }
    const of = (moment: keyof Start) => median(starts.map((start) => start[moment]))
    const cards = starts.map(({ card }) => (card / 1000).toFixed(2))
    const rates = starts.map(({ timesSlower }) => timesSlower.toFixed(1))
    return [
      {
        what: `time to the first of ${TASKS} task cards on a slow phone`,
        measured: of('card'),
        unit: 'ms',
        target: { below: 2_000 },
        detail: `median of ${ROUNDS} cold starts (${cards.join(', ')} s), CPU ${rates.join(', ')} times slower; scripts arrived at ${of('scripts').toFixed(0)}, tasks at ${of('data').toFixed(0)} ms`,
      },
    ]
  } finally {
    await browser.close()
  }
}
