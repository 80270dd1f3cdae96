import type { Page } from 'playwright-core'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { expectAccessible, expectAxeFindsNothing } from './accessible.ts'
import { screens } from './all-screens.ts'
import { windowsOf } from './open-screen.ts'
import { takePictures } from './pictures.ts'
import type { Screen } from './screen.ts'
import { makeWorld } from './world.ts'

let show: (screen: Screen) => Promise<Page>
let close: () => Promise<void>
beforeAll(async () => {
  const [browser, world] = await Promise.all([
    sharedChromium(),
    makeWorld({ url: inject('productUrl'), sheetsUrl: inject('sheetsUrl'), inboxUrl: inject('inboxUrl') }),
  ])
  close = () => browser.close()
  show = windowsOf(browser, inject('productUrl'), world, { width: 390, colorScheme: 'dark' })
})
afterAll(() => close?.())

/** Axe must find no violation on a phone in the dark theme and on a desktop in the light theme. At 320 px, the page may not scroll sideways. */
it.each(screens)('$name is accessible on a phone and on a desktop', async (screen) => {
  const page = await show(screen)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAxeFindsNothing(page)
  await takePictures(page, screen.name)
  await page.emulateMedia({ colorScheme: 'dark' })
})
