import type { Locator, Page } from 'playwright-core'
import type { Letter } from './deliver.ts'
import type { Gauntlet } from './gauntlet.ts'
import { DESKTOP, withPage } from './page.ts'
import { pressButtons } from './press-buttons.ts'

const TIMEOUT_MS = 30_000
const READ_MS = 15_000
/** Duration of a press in ms, if the scanner releases a button at once. */
const RELEASED_MS = 10
const WIDE = { width: 1280, height: 900 }
/** The headers `Accept` of a browser that opens a page, and of a program that takes any media type. */
const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8'
const ANY = '*/*'

/** The visit of a scanner to the link of an email. `html` is the HTML of the email. */
type Visit = Pick<Gauntlet, 'browser' | 'newAddress'> & Pick<Letter, 'html' | 'link'> & { random: () => number }

/** Sends a request of a program that runs no scripts. */
async function request(url: string, address: string, accept = ANY, init: RequestInit = {}) {
  const headers = { ...init.headers, 'x-forwarded-for': address, 'user-agent': DESKTOP, accept }
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
  return { status: response.status, text: await response.text() }
}

/** Returns the http URLs in the attributes `href` and `src` of a page. */
function urlsIn(html: string, base: string): string[] {
  const found = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => new URL(url.replaceAll('&amp;', '&'), base))
  return [...new Set(found.filter(({ protocol }) => protocol === 'http:').map(({ href }) => href))]
}

/** Returns the URLs of the routes that the page's scripts name, for the token of this link. */
async function routesInScripts(link: string, address: string): Promise<string[]> {
  const { text } = await request(link, address, PAGE)
  const scripts = await Promise.all(urlsIn(text, link).flatMap((url) => (url.endsWith('.js') ? [request(url, address)] : [])))
  const paths = new Set(scripts.flatMap((script) => [...script.text.matchAll(/\/review\/:token(\/[\w-]+)/g)].map(([, path]) => path)))
  if (paths.size === 0) throw new Error('The scripts of the page contain no routes of review links')
  const { origin, pathname } = new URL(link)
  return [...paths].map((path) => `${origin}/api${pathname}${path}`)
}

/** Returns requests that a program could send if it has seen only the page's fields: without a body, two JSON bodies and a form. */
function blindPosts(): RequestInit[] {
  const form = new FormData()
  form.set('previewNo', '1')
  form.set('feedback', 'test')
  const headers = { 'content-type': 'application/json' }
  return [{}, { body: '{}', headers }, { body: '{"previewNo":1}', headers }, { body: form }].map((sent) => ({ ...sent, method: 'POST' }))
}

/** What scanners do without a browser. */
const requestSteps = {
  'HEAD all links of the email': async ({ html, link }, address) => {
    for (const url of urlsIn(html, link)) await request(url, address, ANY, { method: 'HEAD' })
  },
  'GET all links of the email': async ({ html, link }, address) => {
    for (const url of urlsIn(html, link)) await request(url, address, PAGE)
  },
  'GET the link': ({ link }, address) => request(link, address, PAGE),
  'GET the link as any media type': ({ link }, address) => request(link, address),
  'GET the link from three addresses': ({ link, newAddress }) =>
    Promise.all([newAddress(), newAddress(), newAddress()].map((address) => request(link, address))),
  'GET all files of the page': async ({ link }, address) => {
    const { text } = await request(link, address, PAGE)
    await Promise.all(urlsIn(text, link).map((url) => request(url, address)))
  },
  'POST to all routes in the scripts': async ({ link }, address) => {
    for (const url of await routesInScripts(link, address)) for (const sent of blindPosts()) await request(url, address, ANY, sent)
  },
} satisfies Record<string, (visit: Visit, address: string) => Promise<unknown>>

const between = (least: number, most: number, random: () => number): number => least + random() * (most - least)

/** Presses a button with the mouse. The events are trusted. */
async function clickByMouse(page: Page, button: Locator, heldMs: number): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) return
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.down()
  await page.waitForTimeout(heldMs)
  await page.mouse.up()
}

/** What scanners do in Chromium. They press each button of the page once. */
const browserSteps = {
  // Sets the clock of the page forward, without waiting.
  'read for 15 s': async (page) => {
    await page.clock.install()
    await page.mouse.wheel(0, 5_000)
    await page.clock.fastForward(READ_MS)
  },
  'move the pointer': (page: Page, random: () => number) =>
    page.mouse.move(between(0, WIDE.width, random), between(0, WIDE.height, random), { steps: 10 }),
  scroll: (page, random) => page.mouse.wheel(0, between(200, 2_000, random)),
  // The event of this click is not trusted.
  'click by script': (page, random) =>
    pressButtons(page, random, (button) => button.evaluate((element: { click(): void }) => element.click())),
  'press by mouse': (page, random) => pressButtons(page, random, (button) => clickByMouse(page, button, RELEASED_MS)),
  'press by key': (page, random) =>
    pressButtons(page, random, async (button) => {
      await button.focus()
      await page.keyboard.press(random() < 0.5 ? 'Enter' : 'Space', { delay: RELEASED_MS })
    }),
  'fill fields and press by mouse': (page, random) =>
    pressButtons(page, random, (button) => clickByMouse(page, button, RELEASED_MS), { fillsFields: true }),
  'press like a person': (page, random) => pressButtons(page, random, (button) => clickByMouse(page, button, between(50, 300, random))),
} satisfies Record<string, (page: Page, random: () => number) => Promise<void>>

/** A kind of mail scanner. */
export interface Profile {
  name: string
  /** Product or report that shows this behavior. */
  source: string
  /** Seconds from the delivery of the email to the visit: at least and at most. */
  arrives: readonly [number, number]
  /** Whether the scanner visits the link when the person clicks on it. */
  isAtClick?: true
  requests?: readonly (keyof typeof requestSteps)[]
  /** Opens the page in Chromium, which is recognizable as headless or pretends to be a person's browser. */
  browser?: 'headless' | 'disguised'
  inBrowser?: readonly (keyof typeof browserSteps)[]
}

/** Visits a link as a scanner. */
export async function scan({ requests = [], browser, inBrowser = [] }: Profile, visit: Visit): Promise<void> {
  const address = visit.newAddress()
  for (const step of requests) await requestSteps[step](visit, address)
  if (!browser) return
  const look = { viewport: WIDE, ...(browser === 'disguised' && { userAgent: DESKTOP }) }
  await withPage({ ...visit, address, look }, async (page) => {
    for (const step of inBrowser) await browserSteps[step](page, visit.random)
  })
}
