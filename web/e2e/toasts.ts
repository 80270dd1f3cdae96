import type { BrowserContext, Page } from 'playwright-core'

/** One toast that came up: its words and, once it went, how long it stayed. */
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

/** Toasts may stay for half a second only: the page itself takes them down as they come, so that none is missed. */
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

/** Waits until the page has said these words in a toast, also if they are gone again. */
export async function toastSaid(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => window.toastsSaid.some((said) => said.text === wanted), text)
}

/** How long a toast stayed; waits until it has gone. */
export async function toastTime(page: Page, text: string): Promise<number> {
  const gone = await page.waitForFunction(
    (wanted) => window.toastsSaid.find((said) => said.text === wanted && said.milliseconds !== undefined)?.milliseconds,
    text,
  )
  return gone.evaluate((milliseconds) => milliseconds ?? 0)
}

export const toastsSaid = (page: Page): Promise<string[]> => page.evaluate(() => window.toastsSaid.map(({ text }) => text))
