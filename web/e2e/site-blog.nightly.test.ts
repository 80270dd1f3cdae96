import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { expectAccessible } from './accessible.ts'
import { visit } from './people.ts'
import { atEachWidth, WIDTHS } from './screen.ts'

const ARTICLES = [
  {
    path: '/blog4',
    title: 'Low-Budget Digital Marketing Strategies That Actually Work',
    day: 'Tue, Nov 17, 2026',
    comments: '21 comments',
  },
  { path: '/blog3', title: 'Case study: a real-estate office that answered faster', day: 'Tue, Oct 27, 2026', comments: '15 comments' },
  { path: '/blog2', title: 'Building a sticky brand: how small shops stay in mind', day: 'Tue, Oct 6, 2026', comments: '8 comments' },
  { path: '/digital', title: 'Digital marketing strategies a small shop can keep up', day: 'Tue, Sep 15, 2026', comments: '12 comments' },
]
const LAST_HEADINGS: Record<string, string> = {
  '/blog4': 'When you would rather hand it over',
  '/blog3': 'What a shop can take from this',
  '/blog2': 'The test',
  '/digital': 'A plan for the first four weeks',
}

let browser: Browser

beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

async function read(path: string): Promise<Page> {
  const page = await visit(browser, { path })
  await page.getByRole('heading', { name: LAST_HEADINGS[path] }).waitFor()
  return page
}

const articleOf = (page: Page) => page.locator('main article', { has: page.locator('h1') })
const bodyOf = (page: Page) => articleOf(page).locator('h2').first().locator('..')

describe('the listing', () => {
  it('has a card for each article, newest first, with its date, comment count and title', async () => {
    const page = await visit(browser, { path: '/blog' })
    await page.getByRole('heading', { level: 1, name: 'Notes for small shops' }).waitFor()
    const cards = page.getByRole('main').getByRole('article')
    expect(await cards.count()).toBe(ARTICLES.length)
    await atEachWidth(page, async () => {
      for (const [index, { path, title, day, comments }] of ARTICLES.entries()) {
        const card = cards.nth(index)
        expect(await card.getByRole('link', { name: title, exact: true }).getAttribute('href')).toBe(path)
        await card.getByText(day, { exact: true }).waitFor()
        await card.getByText(comments, { exact: true }).waitFor()
      }
    })
  })

  it.each(WIDTHS)('opens an article by a click anywhere on its card, at the top of the page, at %i px', async (width) => {
    const page = await visit(browser, { path: '/blog', width })
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'One idea, one look' })
    await card.click({ position: { x: 40, y: 40 } })
    await page.waitForURL('**/blog2')
    await page.getByRole('heading', { level: 1, name: 'Building a sticky brand' }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

describe.each(ARTICLES)('$path', ({ path, title, day, comments }) => {
  let page: Page
  beforeAll(async () => {
    page = await read(path)
  })
  afterAll(() => page.context().close())

  it.each(WIDTHS)('has its title, cover, date, reading time and comment count over 700 to 1200 words at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    const article = articleOf(page)
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([title])
    expect(await article.getByRole('img').first().getAttribute('aria-label')).toMatch(/\w/)
    await article.getByText(day, { exact: true }).waitFor()
    await article.getByText('5-minute read', { exact: true }).waitFor()
    await article.getByText(comments, { exact: true }).waitFor()
    const text = (await bodyOf(page).textContent()) ?? ''
    const words = text.trim().split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(700)
    expect(words).toBeLessThanOrEqual(1200)
    expect(text).not.toMatch(/[{}]|\*\*|^#/m)
  })

  it.each(WIDTHS)('has lines of at most 75 characters at %i px', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    const { measure, fontSize } = await bodyOf(page).evaluate((body) => {
      const style = getComputedStyle(body)
      return { measure: body.clientWidth, fontSize: Number.parseFloat(style.fontSize) }
    })
    expect(fontSize).toBe(18)
    // The average character of the font is about half as wide as the font size.
    expect(measure / (fontSize / 2)).toBeLessThanOrEqual(75)
  })

  it('is accessible, and fits on 320 px', () => expectAccessible(page))

  it('has an id for each heading, and ends with the other three articles and the contact details', async () => {
    const ids = await bodyOf(page)
      .locator('h2, h3')
      .evaluateAll((headings) => headings.map(({ id }) => id))
    expect(ids.every((id) => /^[a-z\d-]+$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    const next = page.getByRole('region', { name: 'Read next' }).getByRole('link')
    const others = ARTICLES.filter((other) => other.path !== path).map((other) => other.path)
    expect(await next.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(others)
    const closing = page.getByRole('region', { name: 'Prefer to talk it through?' })
    expect(await closing.getByRole('link', { name: 'Call (803) 555-0142' }).getAttribute('href')).toBe('tel:+18035550142')
    await closing.getByRole('link', { name: 'Contact us' }).click()
    await page.waitForURL('**/contact')
    await page.goBack()
  })
})

describe('the tips for a low budget', () => {
  it('have an introduction, ten numbered tips, Final Thoughts and a paragraph about the company’s services', async () => {
    const page = await read('/blog4')
    const headings = await bodyOf(page)
      .getByRole('heading', { level: 2 })
      .evaluateAll((all) => all.map((heading) => heading.textContent))
    expect(headings.map((heading) => heading?.match(/^\d+\. \w/)?.[0].split('.')[0] ?? heading)).toEqual([
      ...Array.from({ length: 10 }, (_, tip) => String(tip + 1)),
      'Final Thoughts',
      'When you would rather hand it over',
    ])
    await page.getByText('A small shop’s marketing budget').waitFor()
    await page.getByText('Palmetto Works can prepare your posts, up to 3 posts per week per platform').waitFor()
  })

  it('link to the prices without a page load', async () => {
    const page = await read('/blog4')
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.getByRole('link', { name: 'Compare services and pricing' }).click()
    await page.getByRole('heading', { name: 'Package & Pricing' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/service')
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  it('can be read without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${inject('productUrl')}/blog4`)
    await page.getByRole('heading', { name: 'Measure with one sheet' }).waitFor()
    await page.getByRole('link', { name: 'Compare services and pricing' }).click()
    await page.getByRole('heading', { name: 'Package & Pricing' }).waitFor()
  })
})
