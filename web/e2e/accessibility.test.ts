import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { screens, variants } from './all-screens.ts'
import { launchChromium } from './chromium.ts'
import { windowsOf } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { makeWorld, type World } from './world.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const NARROW = 320

let browser: Browser
let world: World

beforeAll(async () => {
  ;[browser, world] = await Promise.all([launchChromium(), makeWorld(inject('productUrl'))])
})
afterAll(() => browser?.close())

describe.each([
  { width: 1440, colorScheme: 'light', shown: screens },
  { width: 390, colorScheme: 'dark', shown: [...screens, ...variants] },
] as const)('at $width px, $colorScheme', ({ shown, ...look }) => {
  let show: (screen: Screen) => Promise<Page>
  beforeAll(() => {
    show = windowsOf(browser, inject('productUrl'), world, look)
  })

  it.each(shown)('$name: axe finds nothing, nothing scrolls sideways at 320 px', async (screen) => {
    const page = await show(screen)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
    expect(found).toEqual([])
    await page.setViewportSize({ width: NARROW, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
  })
})
