import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { toastsSaid } from './toasts.ts'

/**
 * Time from now until the clock stops. The clock still runs when the test calls `pauseAt`, and `pauseAt` rejects a time in the past. So the
 * clock stops only some seconds later.
 */
const AHEAD_MS = 5_000

/** Stops the page's clock. After that, the clock advances only with `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + AHEAD_MS)
}

/** Waits for a toast while the clock is stopped. Each check advances the clock by 1 ms, because no timer fires otherwise. */
export async function toastSaidWhileStopped(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return toastsSaid(page)
    })
    .toContain(text)
}
