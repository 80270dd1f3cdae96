import type { Locator } from 'playwright-core'

/** Duration of a simulated press, in ms. It is longer than `HOLD_MS`, the duration that the buttons of the review page require. */
const HELD_MS = 900

/** A phone on which the user can press and hold. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

/** Presses a button with a simulated finger for `HELD_MS`. */
export async function holdByTouch(button: Locator): Promise<void> {
  const box = await button.boundingBox()
  if (!box) throw new Error(`The button ${button} is not visible`)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  const session = await button.page().context().newCDPSession(button.page())
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await new Promise((resolve) => setTimeout(resolve, HELD_MS))
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
