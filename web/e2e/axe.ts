import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { launchChromium } from '../../deploy/test/chromium.ts'
import { expectAccessible, expectAxeFindsNothing } from './accessible.ts'
import { screens, variants } from './all-screens.ts'
import { windowsOf } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { makeWorld } from './world.ts'

/** Opens a browser with the data of all screens. Returns a function that shows a screen at a phone's width in the dark theme. */
function openScreens(): (screen: Screen) => Promise<Page> {
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
  return (screen) => show(screen)
}

/**
 * Tests the screens that `isMeant` selects. Axe must find no violation, at a phone's width in the dark theme and at a desktop's width in the
 * light theme. At 320 px, the page may not scroll sideways.
 */
export function checkScreens(isMeant: (screen: Screen) => boolean): void {
  const show = openScreens()
  it.each(screens.filter(isMeant))('$name: on a phone and on a desktop', async (screen) => {
    const page = await show(screen)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAxeFindsNothing(page)
    await page.emulateMedia({ colorScheme: 'dark' })
  })
}

/** Tests further states of screens, such as errors, in the same way, but only at a phone's width. */
export function checkVariants(isMeant: (screen: Screen) => boolean): void {
  const show = openScreens()
  it.each(variants.filter(isMeant))('$name: on a phone', async (screen) => {
    await expectAccessible(await show(screen))
  })
}
