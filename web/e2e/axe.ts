import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { expectAccessible, expectAxeFindsNothing } from './accessible.ts'
import { screens, variants } from './all-screens.ts'
import { windowsOf } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { makeWorld } from './world.ts'

/**
 * Tests the screens that `isMeant` selects, at a phone's width in the dark theme. Axe must find no violation, and nothing may scroll
 * sideways at 320 px. `variants` are further states of screens, such as errors. All other screens are also tested with axe at a desktop's
 * width in the light theme.
 */
export function checkWithAxe(isMeant: (screen: Screen) => boolean): void {
  let browser: Browser
  let show: (screen: Screen) => Promise<Page>
  beforeAll(async () => {
    const [chromium, world] = await Promise.all([
      launchChromium(),
      makeWorld({ url: inject('productUrl'), sheetsUrl: inject('sheetsUrl'), inboxUrl: inject('inboxUrl') }),
    ])
    browser = chromium
    show = windowsOf(browser, inject('productUrl'), world, { width: 390, colorScheme: 'dark' })
  })
  afterAll(() => browser?.close())

  it.each(variants.filter(isMeant))('$name: on a phone', async (screen) => {
    await expectAccessible(await show(screen))
  })

  it.each(screens.filter(isMeant))('$name: on a phone and on a desktop', async (screen) => {
    const page = await show(screen)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAxeFindsNothing(page)
    await page.emulateMedia({ colorScheme: 'dark' })
  })
}
