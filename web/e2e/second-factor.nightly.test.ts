import { readFile } from 'node:fs/promises'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { clientOf, must } from '../../deploy/tests/support/client.ts'
import { admin, type RunningProduct, startTestProduct } from '../../deploy/tests/support/product.ts'
import { visit } from './people.ts'
import { step } from './step.ts'

const STEP_MS = 30_000
const ada = 'ada@example.com'

let browser: Browser
let product: RunningProduct
let page: Page
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  ;[browser, product] = await Promise.all([sharedChromium(), startTestProduct({ ADMIN_SECOND_FACTOR: 'required' })])
  page = await visit(browser, { path: `${product.url}/admin/login` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/**
 * Returns the current code, or the code `ahead` time steps later. Each code works only once. A test that needs a second code uses the code
 * of the next time step, because the server already accepts this code.
 */
const codeNow = (ahead = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * STEP_MS })

const field = (label = '6-digit code') => page.getByLabel(label)
const button = (name: string) => page.getByRole('button', { name })
const hasFocus = (selector: string) =>
  expect.poll(() => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)).toBe(true)
const tokenHere = () => page.evaluate(() => localStorage.getItem('adminToken'))

async function enterPassword(): Promise<void> {
  await page.goto(`${product.url}/admin/login`)
  await page.getByLabel('Email').fill(admin.email)
  await page.locator('input[type=password]').fill(admin.password)
  await button('Login').click()
}

async function chooseInMenu(item: string): Promise<void> {
  await button('Account').click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Returns the secret on the screen. Checks first that the QR code contains the same secret. */
async function readSecret(): Promise<string> {
  const shown = (await page.locator('code').innerText()).replaceAll(' ', '')
  const address = new URL(await readQrCode())
  expect(address.protocol).toBe('otpauth:')
  expect(address.searchParams.get('secret')).toBe(shown)
  return shown
}

async function readQrCode(): Promise<string> {
  const drawing = page.getByRole('img', { name: 'QR code' })
  const size = Number((await drawing.getAttribute('viewBox'))?.split(' ')[2])
  const dots = ((await drawing.locator('path').getAttribute('d')) ?? '').matchAll(/M(\d+) (\d+)/g)
  const scale = 4
  const side = size * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of dots)
    for (let dx = 0; dx < scale; dx += 1)
      for (let dy = 0; dy < scale; dy += 1) {
        const at = ((Number(y) * scale + dy) * side + Number(x) * scale + dx) * 4
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: side, height: side, data })
}

it('a second factor of an admin: required first, then optional', async () => {
  await step('the first sign-in sets it up, and shows recovery codes once', async () => {
    await enterPassword()
    await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor()
    await hasFocus('h1')
    secret = await readSecret()

    await field().fill('000000')
    await button('Set up').click()
    await page.getByText('This code is wrong, has expired or was used before.').waitFor()
    await hasFocus('[aria-invalid=true]')
    const code = codeNow()
    await field().fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    recoveryCodes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
    expect(new Set(recoveryCodes).size).toBe(10)
    await button('Copy').click()
    await button('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recoveryCodes.join('\n'))
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download').click()])
    expect(await readFile(await download.path(), 'utf8')).toContain(recoveryCodes.join('\n'))

    expect(await button('Continue').isDisabled()).toBe(true)
    expect(await tokenHere()).toBeNull()
    await page.getByLabel('I have saved these codes in a safe place').check()
    await button('Continue').click()
    await page.waitForURL('**/admin/dashboard')
  })

  await step('cannot be removed', async () => {
    await chooseInMenu('Two-factor authentication')
    await page.getByRole('dialog', { name: 'Two-factor authentication' }).waitFor()
    await field().fill('123456')
    await button('Remove two-factor authentication').click()
    await page.getByText('Admins must have two-factor authentication. You cannot remove it.').waitFor()
    await page.keyboard.press('Escape')
  })

  await step('signing out ends the token for the server, and signing in again takes a code', async () => {
    const token = await tokenHere()
    const me = async () => (await fetch(`${product.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await me()).toBe(200)
    await chooseInMenu('Log out')
    await page.waitForURL('**/admin/login')
    expect(await tokenHere()).toBeNull()
    await expect.poll(me).toBe(401)

    await enterPassword()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await hasFocus('input[autocomplete=one-time-code]')
    await field().fill('12345')
    await button('Login').click()
    await page.getByText('Please enter the 6 digits that your authenticator app shows').waitFor()
    await field().fill(codeNow(1))
    await button('Login').click()
    await page.waitForURL('**/admin/dashboard')
  })

  await step('a recovery code signs in once', async () => {
    const spend = async () => {
      await enterPassword()
      await button('Use a recovery code').click()
      await hasFocus('input')
      await field('Recovery code').fill(recoveryCodes[0]?.toLowerCase() ?? '')
      await button('Login').click()
    }
    await spend()
    await page.waitForURL('**/admin/dashboard')
    await spend()
    await page.getByText('This code is wrong, has expired or was used before.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/login')
  })

  await step('the user can go back from the code form', async () => {
    await button('Back').click()
    await page.getByRole('heading', { name: 'Admin login' }).waitFor()
  })

  // After this restart, the second factor is optional, and there is another admin.
  await product.interrupt()
  await product.restart({ ADMIN_SECOND_FACTOR: 'optional', ADMIN_EMAIL: ada })

  await step('it is removed with a code, and set up again', async () => {
    await enterPassword()
    await button('Use a recovery code').click()
    await field('Recovery code').fill(recoveryCodes[1] ?? '')
    await button('Login').click()
    await page.waitForURL('**/admin/dashboard')

    await chooseInMenu('Two-factor authentication')
    await button('Use a recovery code').click()
    await field('Recovery code').fill(recoveryCodes[2] ?? '')
    await button('Remove two-factor authentication').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await chooseInMenu('Two-factor authentication')
    await page.getByRole('dialog', { name: 'No two-factor authentication yet' }).getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('dialog', { name: 'Set up two-factor authentication' }).waitFor()
    await hasFocus('h2')
    secret = await readSecret()
    await field().fill(codeNow())
    await button('Set up').click()
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
    await page.getByLabel('I have saved these codes in a safe place').check()
    await button('Continue').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await step('admins are listed, and one removes another, whose session ends', async () => {
    const send = clientOf(product.url)
    const { token } = await must(send<{ token: string }>('POST', '/admin/login', { json: { email: ada, password: admin.password } }))
    const statusOfAda = async () => (await send('GET', '/me', { token })).status
    expect(await statusOfAda()).toBe(200)

    await chooseInMenu('Admins')
    const lines = page.getByRole('list', { name: 'Admins' }).getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(2)
    const own = lines.filter({ hasText: admin.email })
    await own.getByText('(you)').waitFor()
    await own.getByText('Two-factor authentication', { exact: true }).waitFor()
    expect(await own.getByRole('button', { name: /^Remove/ }).count()).toBe(0)

    await button(`Remove ${ada}`).click()
    const removal = page.getByRole('dialog', { name: 'Remove admin' })
    await removal.getByLabel('6-digit code').fill('000000')
    await removal.getByRole('button', { name: 'Remove admin' }).click()
    await removal.getByText('This code is wrong, has expired or was used before.').waitFor()
    expect(await statusOfAda()).toBe(200)
    await removal.getByLabel('6-digit code').fill(codeNow(1))
    await removal.getByRole('button', { name: 'Remove admin' }).click()
    await expect.poll(() => lines.count()).toBe(1)
    await expect.poll(statusOfAda).toBe(401)
  })
})
