import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { toastsSaid } from './toasts.ts'

/** The clock is stopped at a time in the future, because it still runs until it is stopped. */
const AHEAD_MS = 5_000

/** Stops the page's clock. It then advances only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + AHEAD_MS)
}

/** Waits for a toast while the clock is stopped. Advances the clock by 1 ms per check, because even the shortest timers need that. */
export async function toastSaidWhileStopped(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return toastsSaid(page)
    })
    .toContain(text)
}
