import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** User agents of people's browsers. Scanners that pretend to be a person send the same user agents. */
export const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
export const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Runs in the page before its scripts, so that the page cannot see that a program controls the browser. */
const hideDriver = () => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })

/**
 * Opens a link in a new browser profile and waits until the page has loaded its data. Closes the profile after `use`. Without a user agent in
 * `look`, the page can see that a program controls the browser.
 */
export async function withPage<T>(
  { browser, link, address, look }: { browser: Browser; link: string; address: string; look: BrowserContextOptions },
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...look, extraHTTPHeaders: { 'x-forwarded-for': address } })
  try {
    if (look.userAgent) await context.addInitScript(hideDriver)
    const page = await context.newPage()
    await page.goto(link)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return await use(page)
  } finally {
    await context.close()
  }
}
