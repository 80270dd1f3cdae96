import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { screens } from './all-screens.ts'
import { launchChromium } from './chromium.ts'
import { windowsOf } from './open-screen.ts'
import { makeWorld, type World } from './world.ts'

/** JavaScript a page may load before it is shown, gzip. */
const BUDGET = 130_000

let browser: Browser
let world: World

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchChromium(), makeWorld(inject('productUrl'))])
})
afterAll(() => browser?.close())

/** One screen of each page of the router, as it first stands there. */
const pages = screens.filter(({ name }) =>
  [
    'login',
    'forgot-password',
    'code',
    'new-company',
    'management',
    'admin-login',
    'admin-tasks',
    'home',
    'services',
    'blog',
    'article',
    'contact',
    'not-found',
  ].includes(name),
)

/** Public pages name the app's scripts and fetch them once they are drawn. */
function allFetched(): boolean {
  const named: string[] = JSON.parse(document.getElementById('app-scripts')?.textContent ?? '[]')
  const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  return named.every((path) => fetched.has(path))
}

describe('JavaScript of the first load', () => {
  it.each(pages)('$name stays in the budget', async (screen) => {
    const page = await windowsOf(browser, inject('productUrl'), world, { width: 1440, colorScheme: 'light' })(screen)
    await page.waitForFunction(allFetched)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    )
    const sizes = await Promise.all(scripts.map(async (url) => gzipSync(await (await fetch(url)).text(), { level: 9 }).length))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(scripts.length).toBeGreaterThan(0)
    expect(total, `${(total / 1000).toFixed(1)} kB`).toBeLessThanOrEqual(BUDGET)
    await page.context().close()
  })
})
