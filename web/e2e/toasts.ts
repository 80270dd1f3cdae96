import type { BrowserContext, Page } from 'playwright-core'

/** A toast that was shown. `milliseconds` is how long the toast was visible, set when the toast has closed. */
interface Said {
  text: string
  from: number
  milliseconds?: number
}

declare global {
  interface Window {
    toastsSaid: Said[]
  }
}

/** Records all toasts in the page itself. Some are visible for only half a second, so polling could miss them. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.toastsSaid = []
    const shown = new Map<Element, Said>()
    new MutationObserver(() => {
      const now = performance.now()
      for (const toast of document.querySelectorAll('.toast-host [role="alert"]')) {
        if (shown.has(toast)) continue
        const said = { text: toast.textContent ?? '', from: now }
        shown.set(toast, said)
        window.toastsSaid.push(said)
      }
      for (const [toast, said] of shown) {
        if (said.milliseconds === undefined && !toast.isConnected) said.milliseconds = now - said.from
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Waits until a toast with this text has appeared. The toast may already be closed. */
export async function toastSaid(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => window.toastsSaid.some((said) => said.text === wanted), text)
}

/** Waits until a toast has closed. Returns how long it was visible, in milliseconds. */
export async function toastTime(page: Page, text: string): Promise<number> {
  const gone = await page.waitForFunction(
    (wanted) => window.toastsSaid.find((said) => said.text === wanted && said.milliseconds !== undefined)?.milliseconds,
    text,
  )
  return gone.evaluate((milliseconds) => milliseconds ?? 0)
}

export const toastsSaid = (page: Page): Promise<string[]> => page.evaluate(() => window.toastsSaid.map(({ text }) => text))
