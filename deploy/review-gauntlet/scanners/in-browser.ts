import { fillFields } from './fill-fields.ts'
import { withPage } from './page.ts'
import { pressButtons } from './press-buttons.ts'
import { clickByMouse, clickByScript, pressByKey } from './presses.ts'
import { DESKTOP, type Scan } from './visit.ts'

const READ_MS = 15_000
const WIDE = { width: 1280, height: 900 }
const hidden = { userAgent: DESKTOP, isHidden: true, viewport: WIDE }

const between = (least: number, most: number, random: () => number): number => least + random() * (most - least)

/** Opens the page in headless Chromium, scrolls to its end and lets its clock run for 15 s. */
export const readOnly: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: { viewport: WIDE } }, async (page) => {
    await page.clock.install()
    await page.mouse.wheel(0, 5_000)
    await page.clock.fastForward(READ_MS)
  })

/** Opens the page in a browser that runs scripts, and leaves it at once. */
export const openOnly: Scan = (visit) => withPage({ visit, address: visit.newAddress(), look: hidden }, async () => {})

/** Clicks each button once with `element.click()`. */
export const scriptClicks: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: hidden }, (page) => pressButtons(page, clickByScript))

/** Clicks each button once with the mouse, and releases it at once. */
export const mouseClicks: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: hidden }, (page) => pressButtons(page, (button) => clickByMouse(page, button, 10)))

/** Presses each button with the Enter key, then each button with the Space key. */
export const keyPresses: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: hidden }, async (page) => {
    await pressButtons(page, (button) => pressByKey(page, button, 'Enter', 10))
    await pressButtons(page, (button) => pressByKey(page, button, 'Space', 10))
  })

/** Types a text into each field, and clicks each button, also those that send a form. */
export const formFiller: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: hidden }, (page) =>
    pressButtons(
      page,
      (button) => clickByMouse(page, button, 10),
      () => fillFields(page),
    ),
  )

/** Moves the pointer, scrolls, and presses each button for 50 to 300 ms. */
export const likePerson: Scan = (visit) =>
  withPage({ visit, address: visit.newAddress(), look: hidden }, async (page) => {
    await page.mouse.move(between(0, WIDE.width, visit.random), between(0, WIDE.height, visit.random), { steps: 10 })
    await page.mouse.wheel(0, between(200, 2_000, visit.random))
    await pressButtons(page, (button) => clickByMouse(page, button, between(50, 300, visit.random)))
  })
