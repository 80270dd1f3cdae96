import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Visit } from './visit.ts'

interface Look extends BrowserContextOptions {
  /** Whether the page cannot see that a program controls the browser. */
  isHidden?: boolean
}

/**
 * Sets `navigator.webdriver` to false, so that the page cannot see that a program controls the browser. This function runs in the page
 * before the scripts of the page.
 */
const hideDriver = () => Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })

interface Opened {
  visit: Pick<Visit, 'browser' | 'link' | 'traffic'>
  address: string
  look: Look
}

/** Opens a link in a new browser profile and waits until the page has loaded its data. Closes the profile after `use`. */
export async function withPage<T>({ visit, address, look }: Opened, use: (page: Page) => Promise<T>): Promise<T> {
  const { isHidden, ...options } = look
  const context = await visit.browser.newContext({ ...options, extraHTTPHeaders: { 'x-forwarded-for': address } })
  try {
    if (isHidden) await context.addInitScript(hideDriver)
    const page = await context.newPage()
    page.on('request', (sent) => {
      if (sent.method() === 'POST') visit.traffic.posts += 1
      else if (sent.isNavigationRequest() || sent.url().includes('/api/review/')) visit.traffic.opens += 1
    })
    await page.goto(visit.link)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return await use(page)
  } finally {
    await context.close()
  }
}
