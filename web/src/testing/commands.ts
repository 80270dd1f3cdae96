import { defineBrowserCommand } from '@vitest/browser-playwright'
import type { CDPSession, Page } from 'playwright-core'

declare module 'vitest/browser' {
  interface BrowserCommands {
    setOffline: (offline: boolean) => Promise<void>
    readingOrder: (selector: string) => Promise<string>
  }
}

const UNTOUCHED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** What a session set holds as long as that lives. */
const sessions = new WeakMap<Page, CDPSession>()

/**
 * Takes the page's network away and gives it back. Not by `context.setOffline`: that would end the WebSocket over which Vitest
 * reaches the page.
 */
export const setOffline = defineBrowserCommand<[offline: boolean]>(async ({ page, context }, offline) => {
  const session = sessions.get(page) ?? (await context.newCDPSession(page))
  sessions.set(page, session)
  const noHttp = { ...UNTOUCHED, urlPattern: 'http://*:*/*', offline: true }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions: offline ? [noHttp] : [] })
  await session.send('Network.overrideNetworkState', { ...UNTOUCHED, offline })
})

/** What a screen reader is given of an element, in its order: roles, names and states, without what is hidden from it. */
export const readingOrder = defineBrowserCommand<[selector: string]>(async ({ frame }, selector) =>
  (await frame()).locator(selector).ariaSnapshot(),
)
