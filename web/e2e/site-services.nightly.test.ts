import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { visit } from './people.ts'
import { atEachWidth } from './screen.ts'

let browser: Browser

beforeAll(async () => {
  browser = await sharedChromium()
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
})
afterAll(() => browser?.close())

const cardTitled = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const tops = (page: Page, names: readonly string[]) =>
  Promise.all(names.map(async (name) => Math.round((await cardTitled(page, name).boundingBox())?.y ?? Number.NaN)))

const SERVICES = ['Business consultation', 'Online staffing support', 'Social media marketing']
const PLANS = ['First proof', 'Short run', 'Full run']

describe('the services', () => {
  it('have a slogan and three cards, each with a drawing and a description', async () => {
    const page = await visit(browser, { path: '/service' })
    await atEachWidth(page, async () => {
      await page.getByRole('heading', { level: 1, name: 'Take the help you need, leave the rest.' }).waitFor()
      await page.getByText('Three services that work alone or together. All prices are on this page.').waitFor()
      for (const name of SERVICES) {
        const card = cardTitled(page, name)
        expect(await card.count(), name).toBe(1)
        expect(await card.getByRole('img').getAttribute('aria-label')).toMatch(/\w/)
        expect(await card.getByRole('listitem').count()).toBe(3)
      }
      await cardTitled(page, 'Social media marketing').getByText('Up to 3 posts per week per platform').waitFor()
    })
  })

  it.each([
    { name: 'First proof', price: 'Free', holds: 'Up to 3 posts per week per platform', button: 'Sign up free', to: '/login' },
    { name: 'Short run', price: '$99/month', holds: 'Everything in First proof, and:', button: 'Ask about Short run', to: '/contact' },
    { name: 'Full run', price: '$199/month', holds: 'Everything in Short run, and:', button: 'Ask about Full run', to: '/contact' },
  ])('$name costs $price and leads to $to', async ({ name, price, holds, button, to }) => {
    const page = await visit(browser, { path: '/service' })
    const plan = cardTitled(page, name)
    await atEachWidth(page, async () => {
      await plan.getByText(price, { exact: true }).waitFor()
      await plan.getByText(holds, { exact: true }).waitFor()
    })
    await plan.getByRole('link', { name: button }).click()
    await page.waitForURL(`**${to}`)
  })

  it('include staffing and consultation in the higher plans, and name what prices exclude', async () => {
    const page = await visit(browser, { path: '/service' })
    await atEachWidth(page, async () => {
      await cardTitled(page, 'Short run').getByText('Your job posted on the hiring platform').waitFor()
      await cardTitled(page, 'Short run').getByText('A consultation call each month').waitFor()
      await cardTitled(page, 'Full run').getByText('A shortlist of candidates').waitFor()
      await cardTitled(page, 'Full run').getByText('A consultation call every two weeks').waitFor()
      await page.getByText('Prices in US dollars. Wages of people you hire and money spent on ads are not included.').waitFor()
    })
  })
})

describe('the prices', () => {
  it('are reached by a link at the top', async () => {
    const page = await visit(browser, { path: '/service', width: 390 })
    await page.getByRole('link', { name: 'Prices Free · $99 · $199' }).click()
    await expect.poll(async () => (await cardTitled(page, 'First proof').boundingBox())?.y).toBeLessThan(300)
    expect(new URL(page.url()).hash).toBe('#pricing')
  })

  it.each([1440, 768])('are compared in cards side by side at %i px', async (width) => {
    const page = await visit(browser, { path: '/service', width })
    await cardTitled(page, 'Full run').waitFor()
    expect(new Set(await tops(page, PLANS)).size).toBe(1)
    expect(await page.getByRole('table').count()).toBe(0)
  })

  it('are compared in a table at 390 px', async () => {
    const page = await visit(browser, { path: '/service', width: 390 })
    const table = page.getByRole('table', { name: 'Side by side' })
    await table.waitFor()
    expect(new Set(await tops(page, PLANS)).size).toBe(3)
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['First proof\nFree', 'Short run\n$99', 'Full run\n$199'])
    const marks = (item: string) =>
      table
        .getByRole('row', { name: item })
        .getByRole('img')
        .evaluateAll((icons) => icons.map((icon) => icon.getAttribute('aria-label')))
    expect(await marks('Up to 3 posts per week per platform')).toEqual(['Included', 'Included', 'Included'])
    expect(await marks('Applications sorted for you')).toEqual(['Not included', 'Included', 'Included'])
    expect(await marks('A shortlist of candidates')).toEqual(['Not included', 'Not included', 'Included'])
  })
})
