import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { clientOf, PASSWORD, signUpOwner } from '../../deploy/tests/support/client.ts'
import { disconnectCalls, failCalls } from './network.ts'
import { ownerWithCompany, signIn, visit } from './people.ts'
import { toastSaid, toastsSaid } from './toasts.ts'

const send = clientOf(inject('productUrl'))

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

async function atWork(search = ''): Promise<Page> {
  return visit(browser, { path: `/management${search}`, as: (await ownerWithCompany()).session })
}

it('redirects anonymous visitors to the login, and owners without a company to its creation', async () => {
  const stranger = await visit(browser, { path: '/management' })
  await toastSaid(stranger, 'Please log in again')
  await stranger.waitForURL('**/login')
  const { token } = await signUpOwner(send)
  const newcomer = await visit(browser, { path: '/management', as: { key: 'token', token } })
  await toastSaid(newcomer, 'Please create a company profile first')
  await newcomer.waitForURL('**/new-company')
})

it('signs out if the user cannot be loaded, with the reason only in the console', async () => {
  const { session } = await ownerWithCompany()
  const page = await visit(browser, { path: '/no-such-page', as: session })
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await failCalls(page, '**/api/me')
  await page.goto(new URL('/management', page.url()).href)
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  expect(await toastsSaid(page)).toEqual([])
  expect(logged.some((text) => text.startsWith('Failed to fetch user data'))).toBe(true)
})

it('shows an error in place of a chunk that failed to load, and requests it again', async () => {
  const { session } = await ownerWithCompany()
  const page = await visit(browser, { path: '/no-such-page', as: session })
  const heal = await disconnectCalls(page, '**/assets/DigitalContent-*.js')
  await page.goto(new URL('/management', page.url()).href)
  const missing = page.getByRole('main').getByRole('alert')
  await missing.getByText('We couldn’t load this part of the page. Check your connection and try again.').waitFor()
  await page.getByRole('navigation').getByText('Digital Content').waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
  await heal()
  await missing.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
  expect(await page.locator('[data-before]').count()).toBe(1)
})

it('shows an error when the company cannot be loaded, with a retry button', async () => {
  const { session } = await ownerWithCompany()
  const page = await visit(browser, { path: '/login', as: session })
  // The live stream is blocked, because the page would load the company again when the stream opens.
  await page.route('**/api/notifications/stream', (route) => route.abort())
  const heal = await failCalls(page, '**/api/company/get-company-profile')
  await page.goto(new URL('/management', page.url()).href)
  await page.getByText('Failed to load company profile').waitFor()
  await heal()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Tasks' }).waitFor()
})

it('does not change when a request fails after the user returns to the tab', async () => {
  const page = await atWork('?show=new')
  await page.getByLabel('Title').fill('Half written')
  await failCalls(page, '**/api/company/get-company-profile')
  await failCalls(page, '**/api/me')
  const refused = page.waitForResponse('**/api/company/get-company-profile')
  const listed = page.waitForResponse('**/api/task/tasks/*')
  // Advances the clock, so that the cached data is stale.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await Promise.all([refused, listed])
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Half written')
  expect(await page.getByText('Failed to load company profile').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})

it('reloads when another user signs in in another tab, and keeps that session', async () => {
  const [first, second] = await Promise.all([ownerWithCompany('First Fish'), ownerWithCompany('Second Shells')])
  const page = await visit(browser, { path: '/login' })
  await signIn(page, first.email, PASSWORD)
  await page.getByRole('banner').getByText('First Fish').first().waitFor()
  const other = await page.context().newPage()
  await other.goto(new URL('/login', page.url()).href)
  await signIn(other, second.email, PASSWORD)
  await Promise.all([page, other].map((tab) => tab.getByRole('banner').getByText('Second Shells').first().waitFor()))
})

it('marks the open section, which is no link; the logo links to the home page', async () => {
  const page = await atWork()
  const section = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current=page]')
  await section.getByText('Digital Content').waitFor()
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Digital Content' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: /, home$/ }).getAttribute('href')).toBe('/')
})

it('signs out from the company menu, without a message', async () => {
  const page = await atWork()
  await page.getByRole('button', { name: 'Menu of Harbor & Pine Coffee' }).click()
  await page.getByRole('menuitem', { name: 'Logout & Go Home' }).click()
  await page.waitForURL((url) => url.pathname !== '/management')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('companyProfileId')])).toEqual([null, null])
  expect(await toastsSaid(page)).toEqual([])
})
