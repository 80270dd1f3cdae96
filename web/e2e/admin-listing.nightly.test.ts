import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, weekly } from '../../deploy/tests/support/client.ts'
import { disconnectCalls, failCalls } from './network.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'

const LISTING = '**/api/admin/board/companies*'

let browser: Browser
let session: Awaited<ReturnType<typeof adminSession>>
beforeAll(async () => {
  ;[browser, session] = await Promise.all([sharedChromium(), adminSession()])
})
afterAll(() => browser?.close())

/** Calls `before`, then opens the dashboard. The live stream is blocked, because changes by other tests would update the list. */
async function dashboard(before: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await visit(browser, { path: '/no-such-page', as: session })
  await page.route('**/api/notifications/stream', (route) => route.abort())
  await before(page)
  await page.goto(new URL('/admin/dashboard?tab=tasks', page.url()).href)
  return page
}

// This test needs the production build, because the development server loads the styles in another order.
it('the search text is beside its icon and in one line with the other tools', async () => {
  const { send, token, company } = await ownerWithCompany(`Searched ${crypto.randomUUID().slice(0, 6)}`)
  await assignTask(send, token, company._id, 'One', weekly)
  const page = await visit(browser, { path: '/admin/dashboard?tab=tasks', as: session })
  const search = page.getByRole('searchbox')
  const icon = await search.locator('xpath=../*[name()="svg"]').boundingBox()
  const text = await search.evaluate((input) => input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft))
  expect(icon && icon.x + icon.width).toBeLessThan(text)
  const middleOf = async (locator: typeof search) => {
    const box = await locator.boundingBox()
    return box && box.y + box.height / 2
  }
  expect(await middleOf(search)).toBe(await middleOf(page.getByRole('combobox')))
})

describe('the companies and their tasks', () => {
  it('show a message when no company has tasks', async () => {
    const page = await dashboard((page) => page.route(LISTING, (route) => route.fulfill({ json: [] })))
    await page.getByText('No company has tasks.').waitFor()
  })

  it('show an error when the list cannot be loaded, with a retry button', async () => {
    let heal = async () => {}
    const page = await dashboard(async (page) => {
      heal = await failCalls(page, LISTING)
    })
    await toastSaid(page, 'Failed to fetch company profile')
    await heal()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await page
      .getByRole('link', { name: /^View / })
      .first()
      .waitFor()
  })

  it('redirect to the login when the server does not respond', async () => {
    const page = await dashboard((page) => disconnectCalls(page, LISTING))
    await toastSaid(page, 'An error occurred while fetching company details.')
    await page.waitForURL('**/admin/login')
  })

  it('have their tabs in a menu on narrow screens', async () => {
    const page = await visit(browser, { path: '/admin/dashboard', as: session, width: 390 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Companies' }).click()
    await page.getByRole('heading', { name: 'Companies' }).waitFor()
    await page
      .getByRole('link', { name: /^Add Task for/ })
      .first()
      .waitFor()
  })

  it('are in a strip, with arrows that scroll by a card if there are more than four tasks', async () => {
    const { send, token, company } = await ownerWithCompany(`Strip ${crypto.randomUUID().slice(0, 6)}`)
    const assign = (title: string) => assignTask(send, token, company._id, title, weekly)
    for (const title of ['One', 'Two', 'Three', 'Four']) await assign(title)
    // Shows only this test's company, because other tests change their tasks at the same time.
    const path = `/admin/dashboard?${new URLSearchParams({ tab: 'tasks', q: company.companyName })}`
    const page = await visit(browser, { path, as: session })
    const strip = page.getByLabel(`Tasks of ${company.companyName}`)
    await expect.poll(() => strip.getByRole('article').count()).toBe(4)
    expect(await page.getByRole('button', { name: 'Scroll right' }).count()).toBe(0)

    await page.setViewportSize({ width: 800, height: 900 })
    await assign('Five')
    await page.getByRole('button', { name: 'Scroll right' }).click()
    await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(260)
  })
})
