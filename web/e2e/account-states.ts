import type { AdminAccount } from '@app/contracts/http/identity.ts'
import type { Me } from '@app/contracts/http/session.ts'
import type { Page } from 'playwright-core'
import { dialog, heading, type Screen } from './screen.ts'

const SIGN_IN = '**/api/admin/login'

const secondFactor = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Palmetto%20Works:admin%40example.com?issuer=Palmetto%20Works&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
}
const recoveryCodes = Array.from({ length: 10 }, (_, i) => `KWT${i}-9QHM-3RFA-XD7E`)
const refused = (status: number, code: string, message: string) => ({
  status,
  json: { code, message },
  contentType: 'application/problem+json',
})

const wantsCode = refused(401, 'second-factor-required', 'Please enter the code of your authenticator app.')
const wantsSetUp = { status: 403, json: { code: 'second-factor-to-set-up', message: 'Please set up a second factor.', secondFactor } }

/** Enters a correct password. The server's response is mocked. */
async function passwordTaken(page: Page, answer: object): Promise<void> {
  await page.unroute(SIGN_IN)
  await page.route(SIGN_IN, (route) => route.fulfill(answer))
  await page.getByLabel('Email').fill('admin@example.com')
  await page.locator('input[type=password]').fill('The-right-1!')
  await page.getByRole('button', { name: 'Login' }).click()
}

async function enterCode(page: Page, button: string, answer: object, field = '6-digit code'): Promise<void> {
  // The code field appears after the response to the password. Until then, the mock of that response must stay active.
  await page.getByLabel(field).fill('123456')
  await page.unroute(SIGN_IN)
  await page.route(SIGN_IN, (route) => route.fulfill(answer))
  await page.getByRole('button', { name: button }).click()
}

const colleagues: AdminAccount[] = [
  {
    _id: crypto.randomUUID(),
    username: 'Ada',
    email: 'ada@example.com',
    createdAt: '2026-02-11T09:00:00Z',
    hasSecondFactor: true,
  },
  {
    _id: crypto.randomUUID(),
    username: 'Wilhelmina Featherstonehaugh-Cholmondeley',
    email: 'wilhelmina.featherstonehaugh.cholmondeley@content-desk.example.com',
    createdAt: '2025-11-03T09:00:00Z',
    hasSecondFactor: false,
  },
]

const withColleagues = (page: Page, hasSecondFactor = false) =>
  page.route('**/api/admin/admins', async (route) => {
    const me: Me = await (await route.fetch({ url: new URL('/api/me', page.url()).href })).json()
    await route.fulfill({ json: [{ ...me, createdAt: '2025-09-01T09:00:00Z', hasSecondFactor }, ...colleagues] })
  })

async function beginSetUp(page: Page): Promise<void> {
  await page.route('**/api/admin/second-factor', (route) =>
    route.fulfill({ json: route.request().method() === 'POST' ? secondFactor : { recoveryCodes } }),
  )
  await page.getByRole('dialog', { name: 'No second factor yet' }).getByRole('button', { name: 'Set up' }).click()
}

const account = (part: string) => () => `/admin/dashboard?tab=tasks&account=${part}`

/**
 * The path of the page that confirms an email address. Each screen needs another token: with the same URL, the page would still show the
 * result of the previous screen.
 */
const verifyEmailLink = (token: string) => () => `/verify-email#${token}`
const confirmEmail = (page: Page) => page.getByRole('button', { name: 'Confirm email address' }).click()

export const accountStates: Screen[] = [
  {
    name: 'verify-email-done',
    path: verifyEmailLink('done'),
    answer: (page) => page.route('**/api/verify-email', (route) => route.fulfill({ json: { message: '', alreadyVerified: false } })),
    shown: async (page) => {
      await confirmEmail(page)
      await heading('Your email address is confirmed')(page)
    },
  },
  {
    name: 'verify-email-invalid',
    path: verifyEmailLink('invalid'),
    shown: async (page) => {
      await confirmEmail(page)
      await page.getByRole('main').getByRole('link', { name: 'Log in' }).waitFor()
    },
  },
  {
    name: 'verify-email-invalid-signed-in',
    path: verifyEmailLink('replaced'),
    as: 'beginner',
    shown: async (page) => {
      await confirmEmail(page)
      await page.getByRole('button', { name: 'Send the email again' }).click()
      await page.getByText(/^We sent a link to|^We sent you a link already/).waitFor()
    },
  },
  {
    name: 'admin-login-code',
    path: () => '/admin/login',
    shown: async (page) => {
      await passwordTaken(page, wantsCode)
      await heading('Enter your code')(page)
    },
  },
  {
    name: 'admin-login-code-wait',
    path: () => '/admin/login',
    shown: async (page) => {
      await passwordTaken(page, wantsCode)
      const tooMany = refused(429, 'too-many', 'Too many attempts. Please wait a moment and try again.')
      await enterCode(page, 'Login', { ...tooMany, headers: { 'retry-after': '240' } })
      await page.getByText('You can try again in 4 minutes.').waitFor()
    },
  },
  {
    name: 'admin-login-recovery-code',
    path: () => '/admin/login',
    shown: async (page) => {
      await passwordTaken(page, wantsCode)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      const wrong = 'This code is wrong, has expired or was used before.'
      await enterCode(page, 'Login', refused(401, 'wrong-second-factor', wrong), 'Recovery code')
      await page.getByText(wrong).waitFor()
    },
  },
  {
    name: 'admin-login-set-up',
    path: () => '/admin/login',
    shown: async (page) => {
      await passwordTaken(page, wantsSetUp)
      await page.getByRole('img', { name: 'QR code' }).waitFor()
    },
  },
  {
    name: 'admin-login-recovery-codes',
    path: () => '/admin/login',
    shown: async (page) => {
      await passwordTaken(page, wantsSetUp)
      await enterCode(page, 'Set up', { json: { token: 'a.b.c', message: 'Signed in', recoveryCodes } })
      await heading('Save your recovery codes')(page)
    },
  },
  {
    name: 'admin-account-menu',
    path: () => '/admin/dashboard?tab=tasks',
    as: 'admin',
    shown: async (page) => {
      await page
        .getByRole('button', { name: 'Account' })
        .or(page.getByRole('button', { name: 'Menu', exact: true }))
        .locator('visible=true')
        .click()
      await page.getByRole('menuitem', { name: 'Log out', exact: true }).locator('visible=true').waitFor()
    },
  },
  {
    name: 'admin-admins',
    path: account('admins'),
    as: 'admin',
    answer: withColleagues,
    shown: (page) => page.getByText('ada@example.com').waitFor(),
  },
  {
    name: 'admin-task-emails',
    path: account('task-emails'),
    as: 'admin',
    shown: (page) => page.getByRole('radio', { name: /^Every 15 minutes/ }).waitFor(),
  },
  {
    name: 'admin-remove-admin',
    path: account('admins'),
    as: 'admin',
    answer: withColleagues,
    shown: async (page) => {
      await page.getByRole('button', { name: 'Remove ada@example.com' }).click()
      await page.getByLabel('Your password').waitFor()
    },
  },
  {
    name: 'admin-remove-admin-code',
    path: account('admins'),
    as: 'admin',
    answer: (page) => withColleagues(page, true),
    shown: async (page) => {
      await page.getByRole('button', { name: 'Remove ada@example.com' }).click()
      await page.getByLabel('6-digit code').waitFor()
    },
  },
  {
    name: 'admin-second-factor',
    path: account('second-factor'),
    as: 'admin',
    answer: withColleagues,
    shown: async (page) => {
      await beginSetUp(page)
      await page.getByRole('img', { name: 'QR code' }).waitFor()
    },
  },
  {
    name: 'admin-second-factor-codes',
    path: account('second-factor'),
    as: 'admin',
    answer: withColleagues,
    shown: async (page, world) => {
      await beginSetUp(page)
      await enterCode(page, 'Set up', {})
      await dialog(() => 'Save your recovery codes')(page, world)
    },
  },
  {
    name: 'admin-second-factor-none',
    path: account('second-factor'),
    as: 'admin',
    answer: withColleagues,
    shown: dialog(() => 'No second factor yet'),
  },
  {
    name: 'admin-second-factor-there',
    path: account('second-factor'),
    as: 'admin',
    answer: (page) => withColleagues(page, true),
    shown: async (page, world) => {
      await dialog(() => 'Your second factor')(page, world)
      await page.getByRole('button', { name: 'Remove second factor' }).click()
      await page.getByText('Please enter the 6 digits').waitFor()
    },
  },
  {
    name: 'admin-sign-out-everywhere',
    path: account('sign-out-everywhere'),
    as: 'admin',
    shown: dialog(() => 'Log out everywhere'),
  },
  {
    name: 'sign-out-everywhere',
    path: () => '/management',
    as: 'beginner',
    shown: async (page, world) => {
      await page.getByRole('button', { name: /Menu of/ }).click()
      await page.getByRole('menuitem', { name: 'Log out everywhere' }).click()
      await dialog(() => 'Log out everywhere')(page, world)
    },
  },
]
