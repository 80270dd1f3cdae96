import { fileURLToPath } from 'node:url'
import { withTimeout } from '@app/chassis/time/with-timeout.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { unlessInterrupted } from './interruption.ts'
import type { Open } from './open.ts'
import { type BenchOwner, newOwner } from './owner.ts'
import { startInOneProcess } from './product.ts'
import { say } from './report.ts'
import { type Servers, startServers } from './servers.ts'

const TIMEOUT_MS = 60_000
const IN_PAGE = fileURLToPath(new URL('in-page.js', import.meta.url))

/** A product with an owner, and a browser. */
export interface BrowserBench {
  url: string
  servers: Servers
  owner: BenchOwner
  browser: Browser
}

/** Starts a product and Chromium with additional command-line arguments. The owner has a company with tasks. */
export async function openBrowserBench(open: Open, tasks: number, ...flags: string[]): Promise<BrowserBench> {
  const servers = await startServers(open)
  const { url } = await open(startInOneProcess(servers.env))
  const owner = await newOwner(url, servers.database, tasks)
  const browser = await launchChromium(...flags)
  await open(Promise.resolve({ stop: () => browser.close() }))
  return { url, servers, owner, browser }
}

/** Opens a page as the signed-in owner, with an empty cache and `in-page.js`. Closes it after `use`. */
export async function asOwner<T>(
  { browser, owner }: BrowserBench,
  look: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(look)
  try {
    const kept = { token: owner.token, companyProfileId: owner.companyId }
    await context.addInitScript(`Object.assign(localStorage, ${JSON.stringify(kept)})`)
    await context.addInitScript({ path: IN_PAGE })
    return await unlessInterrupted(use(await context.newPage()))
  } finally {
    await context.close()
  }
}

/** Evaluates an expression in the page, for example a call of a function of `in-page.js`. */
export const inPage = <T>(page: Page, expression: string): Promise<T> => withTimeout(TIMEOUT_MS, expression, page.evaluate<T>(expression))

/** Runs `measure` once without its result, and then `rounds` times. */
export async function measureOften<T>(what: string, rounds: number, measure: () => Promise<T>): Promise<T[]> {
  await measure()
  const results: T[] = []
  for (let round = 1; round <= rounds; round++) {
    say(`${what}, round ${round} of ${rounds}`)
    results.push(await measure())
  }
  return results
}
