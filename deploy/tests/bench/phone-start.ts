import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import type { Browser } from 'playwright-core'
import { asOwner, type BrowserBench, inPage, measureOften, openBrowserBench } from './browser.ts'
import type { Open } from './open.ts'
import { listed, type Measure, median } from './report.ts'

const ROUNDS = 6
const TASKS = 100

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

async function startOnce(bench: BrowserBench): Promise<Start> {
  const timesSlower = Math.max(1, (await benchmarkIndex(bench.browser)) / PHONE_INDEX)
  return asOwner(bench, PHONE, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
    await page.goto(`${bench.url}/management`, { waitUntil: 'commit' })
    return { ...(await inPage<Omit<Start, 'timesSlower'>>(page, 'firstCard')), timesSlower }
  })
}

/** Measures the owner's task page on a slow phone, from navigation to the first card, with an empty browser cache. */
export async function benchPhoneStart(open: Open): Promise<Measure[]> {
  const bench = await openBrowserBench(open, TASKS, WITHOUT_SECOND_PARSE)
  const starts = await measureOften('Opening the tasks on a slow phone', ROUNDS, () => startOnce(bench))
  const all = (moment: keyof Start) => starts.map((start) => start[moment])
  const inMs = (moment: keyof Start) => median(all(moment)).toFixed(0)
  const cpu = `CPU ${listed(all('timesSlower'), 1)} times slower`
  const detail = `median of ${ROUNDS} cold starts (${listed(all('card'))} ms), ${cpu}; scripts arrived at ${inMs('scripts')}, tasks at ${inMs('data')} ms`
  const what = `time to the first of ${TASKS} task cards on a slow phone`
  return [{ what, measured: median(all('card')), unit: 'ms', below: 2_300, detail }]
}
