import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject, it } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { launchChromium } from './chromium.ts'
import { type Look, windowsOf } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { makeWorld } from './world.ts'

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
    await expectAccessible(await show(screen))
  })
}
