import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { screens } from './all-screens.ts'
import { windowsOf } from './open-screen.ts'
import { makeWorld, type World } from './world.ts'

/**
 * Maximum JavaScript in bytes (gzip) that a screen loads in its first seconds, with about 10% room. `OPENED` is for open panels and large
 * forms. The admins' dashboard and its panel for the delivery of previews have their own limits.
 */
const PUBLIC_PAGE = 135_000
const SIGN_IN = 141_000
const PORTAL_PAGE = 161_000
/** The form for a new company loads code that checks the logo in the browser, and suggests the colors of the logo as brand colors. */
const NEW_COMPANY = 166_000
const OPENED = 174_000
const DASHBOARD = 166_000
/** The compact table of tasks on the dashboard. The task panel is not included: the page loads this panel later, while the page is idle. */
const DASHBOARD_TABLE = 170_000
const DELIVERY = 187_000
const budgets: Readonly<Record<string, number>> = {
  home: PUBLIC_PAGE,
  services: PUBLIC_PAGE,
  blog: PUBLIC_PAGE,
  article: PUBLIC_PAGE,
  contact: PUBLIC_PAGE,
  'not-found': PUBLIC_PAGE,
  login: SIGN_IN,
  'forgot-password': SIGN_IN,
  code: SIGN_IN,
  'admin-login': SIGN_IN,
  'new-company': NEW_COMPANY,
  management: PORTAL_PAGE,
  documents: PORTAL_PAGE,
  customers: OPENED,
  campaigns: OPENED,
  'company-profile': PORTAL_PAGE,
  'admin-tasks': DASHBOARD,
  'admin-tasks-dense': DASHBOARD_TABLE,
  'new-task': OPENED,
  review: OPENED,
  'company-profile-edit': OPENED,
  'upload-document': OPENED,
  document: OPENED,
  'admin-task': DELIVERY,
}
const FIRST_SECONDS_MS = 5_000
/** Number of screens that are open at once. Two cores can render five screens within `FIRST_SECONDS_MS`. */
const AT_ONCE = 5

let browser: Browser
let world: World
const scripts = new Map<string, string[]>()

/**
 * Returns the scripts that a screen requests until 5 s after the request for the app's entry script. The 5 s start at this request and not
 * earlier, because public pages request the entry script at varying times.
 */
async function scriptsOf(name: string): Promise<string[]> {
  const screen = screens.find((one) => one.name === name)
  if (!screen) throw new Error(`There is no screen ${name}`)
  // The live stream is blocked, because events of other tests would load further chunks.
  const undisturbed = (context: BrowserContext) => context.route('**/api/notifications/stream', (route) => route.abort())
  const page = await windowsOf(browser, inject('productUrl'), world, { width: 1440, colorScheme: 'light' }, undisturbed)(screen)
  const fetched = await page.waitForFunction((firstSeconds) => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    const app = scripts.find(({ name }) => /\/assets\/index-[^/]+$/.test(name))
    const end = (app?.startTime ?? Number.POSITIVE_INFINITY) + firstSeconds
    return performance.now() > end && scripts.filter(({ startTime }) => startTime <= end).map(({ name }) => name)
  }, FIRST_SECONDS_MS)
  const names = await fetched.jsonValue()
  await page.context().close()
  return names || []
}

const compressedSize = async (url: string): Promise<number> => gzipSync(await (await fetch(url)).text(), { level: 9 }).length

beforeAll(async () => {
  ;[browser, world] = await Promise.all([
    sharedChromium(),
    makeWorld({ url: inject('productUrl'), sheetsUrl: inject('sheetsUrl'), inboxUrl: inject('inboxUrl') }),
  ])
  const waiting = Object.keys(budgets)
  const openInTurn = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) scripts.set(name, await scriptsOf(name))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, openInTurn))
})
afterAll(() => browser?.close())

describe('JavaScript loaded in the first seconds', () => {
  it.each(Object.entries(budgets))('%s stays within its budget', async (name, budget) => {
    const sizes = await Promise.all((scripts.get(name) ?? []).map(compressedSize))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(sizes.length).toBeGreaterThan(0)
    expect(total, `${(total / 1000).toFixed(1)} kB`).toBeLessThanOrEqual(budget)
  })
})
