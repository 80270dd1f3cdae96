import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type Look, windowsOf } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { makeWorld } from './world.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const NARROW = 320

/** Makes a test of each screen as it looks: axe finds nothing serious or slight, and nothing scrolls sideways at 320 px. */
export function checkWithAxe(look: Look, shown: readonly Screen[]): void {
  let browser: Browser
  let show: (screen: Screen) => Promise<Page>
  beforeAll(async () => {
    const [chromium, world] = await Promise.all([launchChromium(), makeWorld(inject('productUrl'))])
    browser = chromium
    show = windowsOf(browser, inject('productUrl'), world, look)
  })
  afterAll(() => browser?.close())

  it.each(shown)('$name: axe finds nothing, nothing scrolls sideways at 320 px', async (screen) => {
    const page = await show(screen)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect(found).toEqual([])
    await page.setViewportSize({ width: NARROW, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
  })
}
