import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import type { World } from './world.ts'

export interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** Returns a function that opens a screen. Each user has one browser context with this width and theme, without animations. */
export function windowsOf(
  browser: Browser,
  origin: string,
  world: World,
  { width, colorScheme }: Look,
  prepare?: (context: BrowserContext) => Promise<unknown>,
) {
  const open = new Map<Screen['as'], Promise<Page>>()

  async function newPage(as: Screen['as']): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: width < 700 ? 844 : 900 }, colorScheme, reducedMotion: 'reduce' })
    if (as) {
      const session = [as === 'admin' ? 'adminToken' : 'token', world.tokens[as]] as const
      await context.addInitScript(([key, token]) => localStorage.setItem(key, token), session)
    }
    await prepare?.(context)
    return context.newPage()
  }

  return async function show(screen: Screen): Promise<Page> {
    const page = await (open.get(screen.as) ?? newPage(screen.as))
    open.set(screen.as, Promise.resolve(page))
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
    if (page.url().startsWith(origin)) await page.evaluate(dropDrafts)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await screen.answer?.(page)
    await page.goto(origin + screen.path(world))
    await screen.shown(page, world)
    await page.evaluate(() => document.fonts.ready)
    return page
  }
}

/** Deletes form drafts, so that input of one screen does not appear on the next. */
function dropDrafts(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith('draft ')) storage.removeItem(key)
}
