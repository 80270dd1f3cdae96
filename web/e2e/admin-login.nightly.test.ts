import { brand } from '@app/contracts/brand.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { admin } from '../../deploy/tests/support/product.ts'
import { stopClock, toastSaidWhileStopped } from './clock.ts'
import { delayCalls, disconnectCalls, failCalls } from './network.ts'
import { visit } from './people.ts'
import { toastSaid, toastTime } from './toasts.ts'

const SIGN_IN = '**/api/admin/login'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await sharedChromium()
  page = await visit(browser, { path: '/admin/login' })
})
afterAll(() => browser?.close())

const login = () => page.getByRole('button', { name: 'Login' })
const tokenHere = () => page.evaluate(() => localStorage.getItem('adminToken'))

it('marks both fields as required', async () => {
  await login().click()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByText('Please enter your password').waitFor()
})

it('shows the server’s message for wrong credentials, a general error, or a network error, for half a second', async () => {
  await page.getByLabel('Email').fill(admin.email)
  await page.locator('input[type=password]').fill('Wrong-1!')
  await login().click()
  await toastSaid(page, 'Invalid email or password')

  const heal = await failCalls(page, SIGN_IN)
  await login().click()
  await toastSaid(page, 'Admin Login failed. Please check your credentials.')
  await heal()

  const connect = await disconnectCalls(page, SIGN_IN)
  await login().click()
  const stayed = await toastTime(page, 'An error occurred during Admin login. Please try again.')
  expect(stayed).toBeGreaterThan(400)
  expect(stayed).toBeLessThan(4_000)
  await connect()
  expect(await tokenHere()).toBeNull()
})

it('opens the dashboard half a second after a successful sign-in', async () => {
  await page.getByLabel('Email').fill(admin.email)
  await page.locator('input[type=password]').fill(admin.password)
  const release = await delayCalls(page, SIGN_IN)
  await login().click()
  await page.locator('button[aria-busy=true]').waitFor()
  await stopClock(page)
  await release()
  await expect.poll(tokenHere).not.toBeNull()
  await page.clock.runFor(400)
  expect(new URL(page.url()).pathname).toBe('/admin/login')
  await toastSaidWhileStopped(page, 'Login Successful!')
  await page.clock.runFor(100)
  await page.waitForURL('**/admin/dashboard')
  await page.clock.resume()
  await page.getByRole('heading', { name: `${brand.name} Admin Dashboard` }).waitFor()
})
