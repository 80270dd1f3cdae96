import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { toastsSaid } from './toasts.ts'

/** Time far enough ahead that the page's own clock has not passed it when it is stopped there. */
const AHEAD_MS = 5_000

/** From here on the page's clock moves only when `page.clock.runFor` is called. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + AHEAD_MS)
}

/** With the clock stopped: waits for a toast, a millisecond a look, since even the shortest timers stand still. */
export async function toastSaidWhileStopped(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1)
      return toastsSaid(page)
    })
    .toContain(text)
}
