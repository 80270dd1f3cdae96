import { fileURLToPath } from 'node:url'
import { defineBrowserCommand } from '@vitest/browser-playwright'
import type { CDPSession, Page } from 'playwright-core'
import { axeViolations as violationsIn } from './axe-violations.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    setOffline: (offline: boolean) => Promise<void>
    setReducedMotion: (reducedMotion: 'reduce' | 'no-preference') => Promise<void>
    setColorScheme: (colorScheme: 'light' | 'dark') => Promise<void>
    readingOrder: (selector: string) => Promise<string>
    axeViolations: () => Promise<string[]>
    savePicture: (name: string) => Promise<void>
  }
}

const PICTURES = fileURLToPath(new URL('../../../screens', import.meta.url))
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

/** Sets the media feature `prefers-color-scheme` of the page. */
export const setColorScheme = defineBrowserCommand<[colorScheme: 'light' | 'dark']>(({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme }),
)

/** Returns the violations that axe finds in the tested page. */
export const axeViolations = defineBrowserCommand<[]>(async ({ frame }) => violationsIn(await frame()))

/** Writes a screenshot of the tested page to `screens/`. */
export const savePicture = defineBrowserCommand<[name: string]>(async ({ page }, name) => {
  await page.screenshot({ path: `${PICTURES}/${name}.png` })
})
