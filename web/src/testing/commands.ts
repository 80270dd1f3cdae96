import { defineBrowserCommand } from '@vitest/browser-playwright'
import type { CDPSession, Page } from 'playwright-core'

declare module 'vitest/browser' {
  interface BrowserCommands {
    setOffline: (offline: boolean) => Promise<void>
    setReducedMotion: (reducedMotion: 'reduce' | 'no-preference') => Promise<void>
    readingOrder: (selector: string) => Promise<string>
  }
}

const UNTOUCHED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** A CDP session (Chrome DevTools Protocol) is kept for each page, because its settings are lost when the session ends. */
const sessions = new WeakMap<Page, CDPSession>()

/** Takes the page offline. `context.setOffline` would also close the WebSocket with which Vitest controls the page. */
export const setOffline = defineBrowserCommand<[offline: boolean]>(async ({ page, context }, offline) => {
  const session = sessions.get(page) ?? (await context.newCDPSession(page))
  sessions.set(page, session)
  const noHttp = { ...UNTOUCHED, urlPattern: 'http://*:*/*', offline: true }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions: offline ? [noHttp] : [] })
  await session.send('Network.overrideNetworkState', { ...UNTOUCHED, offline })
})

/** Sets the media feature `prefers-reduced-motion` of the page. Component tests begin with `reduce`. */
export const setReducedMotion = defineBrowserCommand<[reducedMotion: 'reduce' | 'no-preference']>(({ page }, reducedMotion) =>
  page.emulateMedia({ reducedMotion }),
)

/** Returns the accessibility tree of an element as YAML: roles, names and states in reading order. */
export const readingOrder = defineBrowserCommand<[selector: string]>(async ({ frame }, selector) =>
  (await frame()).locator(selector).ariaSnapshot(),
)
