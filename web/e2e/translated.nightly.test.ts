import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { translatePage } from '../src/testing/translate-page.ts'
import { screens } from './all-screens.ts'
import { windowsOf } from './open-screen.ts'
import type { Screen } from './screen.ts'
import { makeWorld } from './world.ts'

/** Errors of a text node that is no longer where the app left it. */
const CRASH = /NotFoundError|HierarchyRequestError|removeChild|insertBefore/

const errors: Error[] = []
let show: (screen: Screen) => Promise<Page>
let close: () => Promise<void>

beforeAll(async () => {
  const [browser, world] = await Promise.all([
    sharedChromium(),
    makeWorld({ url: inject('productUrl'), sheetsUrl: inject('sheetsUrl'), inboxUrl: inject('inboxUrl') }),
  ])
  close = () => browser.close()
  show = windowsOf(browser, inject('productUrl'), world, { width: 390, colorScheme: 'light' }, async (context) => {
    // React reports a difference if the translation begins before it hydrates a prerendered page, and renders the page again.
    context.on('weberror', (error) => CRASH.test(String(error.error())) && errors.push(error.error()))
    await context.addInitScript(`document.addEventListener('DOMContentLoaded', ${translatePage})`)
  })
})
afterAll(() => close?.())

it.each(screens)('$name works while the browser translates the page', async (screen) => {
  errors.length = 0
  const page = await show(screen)
  expect(await page.locator('font').count()).toBeGreaterThan(0)
  expect(errors).toEqual([])
})
