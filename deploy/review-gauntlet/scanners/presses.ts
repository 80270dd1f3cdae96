import type { Locator, Page } from 'playwright-core'

/** Clicks like a script of the page. The event is not trusted. */
export const clickByScript = (button: Locator): Promise<void> => button.evaluate((element: { click(): void }) => element.click())

/** Presses a button with the mouse. The events are trusted. */
export async function clickByMouse(page: Page, button: Locator, heldMs: number): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) return
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.down()
  await page.waitForTimeout(heldMs)
  await page.mouse.up()
}

/** Presses a button with a key. The events are trusted. */
export async function pressByKey(page: Page, button: Locator, key: 'Enter' | 'Space', heldMs: number): Promise<void> {
  await button.focus()
  await page.keyboard.press(key, { delay: heldMs })
}
