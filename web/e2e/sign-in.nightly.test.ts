import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { clientOf, PASSWORD, signUpOwner } from '../../deploy/tests/support/client.ts'
import { stopClock } from './clock.ts'
import { delayCalls, disconnectCalls, failCalls } from './network.ts'
import { formTitled, ownerWithCompany, signIn, visit } from './people.ts'
import { toastSaid, toastTime } from './toasts.ts'

const send = clientOf(inject('productUrl'))
const newEmail = () => `sam-${crypto.randomUUID()}@example.com`
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

let browser: Browser
beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

async function openSignUp(): Promise<{ page: Page; form: Locator }> {
  const page = await visit(browser)
  await page.getByRole('button', { name: 'Create an account' }).click()
  return { page, form: formTitled(page, 'Create account') }
}

async function fillSignUp(form: Locator, email: string): Promise<void> {
  await form.getByLabel('Username').fill('Sam Seller')
  await form.getByLabel('Email').fill(email)
  await form.locator('input[type=password]').fill(PASSWORD)
}

describe('creating an account', () => {
  it('shows while typing which password rules are met, and requires all of them', async () => {
    const { page, form } = await openSignUp()
    const password = form.locator('input[type=password]')
    const checklist = form.getByRole('list', { name: 'Password requirements' })
    const missing = checklist.getByLabel('Not met yet:')
    const signUp = form.getByRole('button', { name: 'Sign Up' })
    expect(await checklist.count()).toBe(0)

    await password.focus()
    await checklist.waitFor()
    expect(await missing.count()).toBe(5)
    for (const [typed, left] of [
      ['l', 4],
      ['lU', 3],
      ['lU1', 2],
      ['lU1!', 1],
    ] as const) {
      await password.fill(typed)
      await expect.poll(() => missing.count()).toBe(left)
      expect(await signUp.isDisabled()).toBe(true)
    }
    expect(
      await checklist
        .getByRole('listitem')
        .filter({ has: page.getByLabel('Not met yet:') })
        .allInnerTexts(),
    ).toEqual(['At least 8 characters'])

    await form.getByLabel('Username').focus()
    await form.getByText('Password does not meet security requirements').waitFor()
    expect(await checklist.count()).toBe(0)

    await password.fill('lU1!lU1!')
    await expect.poll(() => missing.count()).toBe(0)
    expect(await signUp.isEnabled()).toBe(true)
  })

  it('rejects a malformed email address and an empty name at the field, without a request', async () => {
    const { page, form } = await openSignUp()
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    await form.getByLabel('Email').fill('sam@nowhere')
    await form.locator('input[type=password]').fill(PASSWORD)
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await form.getByText('Please enter a valid email address').waitFor()
    await form.getByText('Please enter your username').waitFor()
    expect(asked).toEqual([])
  })

  it('shows at the field why a name or a password is rejected, also reasons of the server', async () => {
    const { form } = await openSignUp()
    await form.getByLabel('Username').fill('Win a prize at evil.com')
    await form.getByLabel('Email').fill(newEmail())
    await form.locator('input[type=password]').fill('Steelers1!')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await form.getByText('Please enter a username without links, email addresses or line breaks').waitFor()
    await form.getByLabel('Username').fill('Sam Owner')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await form.getByText('This password is too easy to guess. Please choose another one.').waitFor()
  })

  it('is busy during the request, switches to the login with the email address filled in, and reports a taken address', async () => {
    const email = newEmail()
    const { page, form } = await openSignUp()
    await fillSignUp(form, email)
    const release = await delayCalls(page, '**/api/user')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    expect(await form.getByRole('button', { name: 'Creating account...' }).isDisabled()).toBe(true)
    await release()
    await toastSaid(page, 'Account created successfully!')
    const login = formTitled(page, 'Login')
    await expect.poll(() => login.getByLabel('Email').inputValue()).toBe(email)
    await expect.poll(() => login.locator('input[type=password]').evaluate((field) => field === document.activeElement)).toBe(true)

    await page.getByRole('button', { name: 'Create an account' }).click()
    await fillSignUp(form, email.toUpperCase())
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await toastSaid(page, 'An account with this email already exists')
    expect(await form.getByRole('button', { name: 'Sign Up' }).isEnabled()).toBe(true)
  })

  it('keeps the input when the network fails', async () => {
    const { page, form } = await openSignUp()
    const email = newEmail()
    await fillSignUp(form, email)
    await disconnectCalls(page, '**/api/user')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await toastSaid(page, 'An error occurred during signup. Please try again.')
    expect(await form.getByLabel('Email').inputValue()).toBe(email)
    expect(await form.locator('input[type=password]').inputValue()).toBe(PASSWORD)
  })

  it('shows a general error in a toast of 800 ms if the server sends no message', async () => {
    const { page, form } = await openSignUp()
    await fillSignUp(form, newEmail())
    await failCalls(page, '**/api/user')
    await form.getByRole('button', { name: 'Sign Up' }).click()
    const stayed = await toastTime(page, 'Signup failed. Please try again.')
    expect(stayed).toBeGreaterThan(700)
    expect(stayed).toBeLessThan(4_000)
  })
})

describe('signing in', () => {
  it('requires both fields, shows wrong credentials at the form, and allows the next try, also after a network error', async () => {
    const { email } = await signUpOwner(send)
    const page = await visit(browser)
    const form = formTitled(page, 'Login')
    await signIn(page, '', '')
    await form.getByText('Please enter your email').waitFor()
    await form.getByText('Please enter your password').waitFor()

    await signIn(page, email, `${PASSWORD}x`)
    await form.getByText('Invalid email or password').waitFor()
    expect(await form.getByRole('button', { name: 'Login' }).isEnabled()).toBe(true)
    expect(await tokenIn(page)).toBeNull()

    const heal = await failCalls(page, '**/api/auth')
    await signIn(page, email, PASSWORD)
    await form.getByText('Login failed. Please check your credentials.').waitFor()
    await heal()

    await disconnectCalls(page, '**/api/auth')
    await signIn(page, email, PASSWORD)
    await toastSaid(page, 'An error occurred during login. Please try again.')
    expect(await form.getByText('Login failed. Please check your credentials.').count()).toBe(0)
    expect(await form.getByRole('button', { name: 'Login' }).isEnabled()).toBe(true)
  })

  it('shows its success and continues after 1.5 seconds, to /new-company if there is no company', async () => {
    const { email } = await signUpOwner(send)
    const page = await visit(browser)
    const form = formTitled(page, 'Login')
    const release = await delayCalls(page, '**/api/auth')
    await signIn(page, email, PASSWORD)
    expect(await form.getByRole('button', { name: 'Authenticating...' }).isDisabled()).toBe(true)

    await stopClock(page)
    const landingFound = page.waitForResponse('**/api/company/get-company-profile')
    const userLoaded = page.waitForResponse('**/api/me')
    await release()
    expect(await form.getByRole('button', { name: 'Login Successful' }).isDisabled()).toBe(true)
    expect(await tokenIn(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await Promise.all([landingFound, userLoaded])
    await page.clock.runFor(1_400)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.clock.runFor(200)
    await page.waitForURL('**/new-company')
  })

  it('opens /management for an owner with a company, whose name is at the top', async () => {
    const { email } = await ownerWithCompany('Sam Sells Shells')
    const page = await visit(browser)
    await signIn(page, email, PASSWORD)
    await page.waitForURL('**/management')
    await page.getByRole('banner').getByText('Sam Sells Shells').first().waitFor()
  })
})

describe('the hidden way to the admin login', () => {
  it('opens after four taps, each within 400 ms of the previous tap, and not after slower taps', async () => {
    const page = await visit(browser)
    const heading = page.getByRole('heading', { name: 'Login', exact: true })
    await heading.click({ clickCount: 3 })
    // Longer than the 400 ms that are allowed between two taps.
    await page.waitForTimeout(450)
    await heading.click({ clickCount: 3 })
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.waitForTimeout(450)
    await heading.click({ clickCount: 4 })
    await page.waitForURL('**/admin/login')
    await page.getByRole('heading', { name: 'Admin login' }).waitFor()
  })
})

describe('on a narrow screen', () => {
  it('has the two forms as tabs, for touch and keyboard', async () => {
    const page = await visit(browser, { width: 390 })
    const signUpTab = page.getByRole('tab', { name: 'Sign up' })
    await formTitled(page, 'Login').getByLabel('Email').waitFor()
    await signUpTab.click()
    await formTitled(page, 'Create account').getByLabel('Username').waitFor()
    expect(await signUpTab.getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('button', { name: 'Login', exact: true }).count()).toBe(0)

    await signUpTab.press('ArrowLeft')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    expect(await page.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
