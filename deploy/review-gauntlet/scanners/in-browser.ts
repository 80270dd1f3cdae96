import type { Page } from 'playwright-core'
import { fillFields } from './fill-fields.ts'
import { withPage } from './page.ts'
import { pressButtons } from './press-buttons.ts'
import { clickByMouse, clickByScript, pressByKey } from './presses.ts'
import { DESKTOP, type Scan } from './visit.ts'

const READ_MS = 15_000
/** Duration of a press in ms, if the scanner releases a button at once. */
const RELEASED_MS = 10
const WIDE = { width: 1280, height: 900 }
const hidden = { userAgent: DESKTOP, isHidden: true, viewport: WIDE }

const between = (least: number, most: number, random: () => number): number => least + random() * (most - least)

/**
 * Opens the page in headless Chromium and scrolls to the end of the page. Then sets the clock of the page forward by 15 s, without waiting.
 */
export const readOnly: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: { viewport: WIDE } }, async (page) => {
    await page.clock.install()
    await page.mouse.wheel(0, 5_000)
    await page.clock.fastForward(READ_MS)
  })

/** Opens the page in a browser that runs scripts, and leaves it at once. */
export const openOnly: Scan = (visit) => withPage({ visit, address: visit.newAddress(), look: hidden }, async () => {})

/** Opens the page in a browser that hides its automation, and presses each button once. */
const pressing =
  (presses: (page: Page, random: () => number) => Omit<Parameters<typeof pressButtons>[1], 'random'>): Scan =>
  (visit) =>
    withPage({ visit, address: visit.newAddress(), look: hidden }, (page) =>
      pressButtons(page, { ...presses(page, visit.random), random: visit.random }),
    )

/** Clicks each button with `element.click()`. */
export const scriptClicks: Scan = pressing(() => ({ press: clickByScript }))

/** Clicks each button with the mouse, and releases it at once. */
export const mouseClicks: Scan = pressing((page) => ({ press: (button) => clickByMouse(page, button, RELEASED_MS) }))

/** Presses each button with the Enter key or the Space key. */
export const keyPresses: Scan = pressing((page, random) => ({
  press: (button) => pressByKey(page, button, random() < 0.5 ? 'Enter' : 'Space', RELEASED_MS),
}))

/** Types a text into each field, and clicks each button, also those that send a form. */
export const formFiller: Scan = pressing((page) => ({
  press: (button) => clickByMouse(page, button, RELEASED_MS),
  before: () => fillFields(page),
}))

/** Moves the pointer, scrolls, and presses each button for 50 to 300 ms. */
export const likePerson: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: hidden }, async (page) => {
    const { random } = visit
    await page.mouse.move(between(0, WIDE.width, random), between(0, WIDE.height, random), { steps: 10 })
    await page.mouse.wheel(0, between(200, 2_000, random))
    await pressButtons(page, { press: (button) => clickByMouse(page, button, between(50, 300, random)), random })
  })
