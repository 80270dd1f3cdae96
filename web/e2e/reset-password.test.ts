import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, mailedCode, mailTo, must, PASSWORD } from '../../deploy/tests/support/client.ts'
import { stopClock, toastSaidWhileStopped } from './clock.ts'
import { disconnectCalls, failCalls } from './network.ts'
import { ownerWithCompany, signIn, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const NEW_PASSWORD = 'Juniper-roots-2?'
const TASK = 'A task on an open screen'

const pathOf = (page: Page) => new URL(page.url()).pathname
const codeBoxes = (page: Page) => page.getByRole('group', { name: 'Code' }).getByRole('textbox')
const written = (page: Page) => codeBoxes(page).evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value).join(''))

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', copied)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const codeOf = (email: string) => mailedCode(inject('inboxUrl'), email)

const wrongCode = (code: string) => (code.startsWith('A') ? 'C' : 'A') + code.slice(1)

let browser: Browser
let page: Page
let elsewhere: Page
let owner: Awaited<ReturnType<typeof ownerWithCompany>>

beforeAll(async () => {
  browser = await sharedChromium()
  owner = await ownerWithCompany()
  await assignTask(owner.send, owner.token, owner.company._id, TASK)
})
afterAll(() => browser?.close())

it('redirects to the start of the reset if there is none in progress', async () => {
  const stranger = await visit(browser, { path: '/otp' })
  await toastSaid(stranger, 'Please start the password reset process first')
  await stranger.waitForURL('**/reset-password')
  await stranger.getByRole('link', { name: 'Back to login' }).click()
  await stranger.waitForURL('**/login')
})

it('a forgotten password', async () => {
  await step('starts with an email address, which is validated while typing', async () => {
    page = await visit(browser)
    await page.getByRole('link', { name: 'Forgot the password?' }).click()
    await page.waitForURL('**/reset-password')
    const email = page.getByLabel('Email')
    const send = page.getByRole('button', { name: 'Reset Password' })
    await send.click()
    await page.getByText('Please enter your email').waitFor()
    await email.fill('olive@nowhere')
    await page.getByText('Please enter a valid email address').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')

    await email.fill(owner.email)
    await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull()
    const connect = await disconnectCalls(page, '**/api/reset-password')
    await send.click()
    await toastSaid(page, 'An error occurred. Please try again later.')
    await connect()
    const heal = await failCalls(page, '**/api/reset-password')
    await send.click()
    await toastSaid(page, 'Failed to send reset email')
    await heal()
    await send.click()
    await toastSaid(page, 'Reset email sent successfully')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await page.getByText(owner.email).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('resetEmail'))).toBe(owner.email)
  })

  await step('needs the 5 characters of the code, typed with corrections or pasted', async () => {
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL('**/otp')
    await page.getByRole('heading', { name: 'Enter Verification Code' }).waitFor()
    expect(await codeBoxes(page).count()).toBe(5)
    await page.keyboard.type('acq')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('4')
    expect(await written(page)).toBe('AC4')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('Please enter a valid 5-digit OTP').waitFor()

    await codeBoxes(page).nth(3).focus()
    await paste(page, ` ${wrongCode(await codeOf(owner.email)).toLowerCase()} `)
    expect(await written(page)).toBe(wrongCode(await codeOf(owner.email)))
    await page.getByRole('button', { name: 'Verify' }).click()
    await toastSaid(page, 'OTP verified successfully')
    expect(await page.evaluate(() => sessionStorage.getItem('resetToken'))).toBe(wrongCode(await codeOf(owner.email)))
    await page.getByRole('heading', { name: 'Create New Password' }).waitFor()
  })

  await step('accepts a new password only if it is strong and entered twice identically', async () => {
    const [password, confirmation] = [page.getByLabel('New password'), page.getByLabel('Confirm password')]
    const save = page.getByRole('button', { name: 'Reset Password' })
    expect(await password.getAttribute('placeholder')).toBe('Minimum 8 characters')
    await password.fill('magnolia')
    await page.getByRole('list', { name: 'Password requirements' }).getByLabel('Not met yet:').first().waitFor()
    await confirmation.fill('magnolia')
    await page.getByText('Password does not meet security requirements', { exact: true }).waitFor()
    expect(await save.isDisabled()).toBe(true)
    await password.fill('Toothbrush1-')
    await page.getByRole('list', { name: 'Password requirements' }).getByText('One special character: !@#$%^&*(),.?":{}|<>').waitFor()
    await confirmation.focus()
    await page.getByText('Password does not meet security requirements: add one of !@#$%^&*(),.?":{}|<>', { exact: true }).waitFor()

    await password.fill(NEW_PASSWORD)
    await page.getByText('Passwords do not match').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await confirmation.fill(NEW_PASSWORD)
    await expect.poll(() => save.isEnabled()).toBe(true)
    expect(await page.getByText('Passwords do not match').count()).toBe(0)
  })

  await step('rejects a wrong code when the password is sent, and lets the user enter the code again', async () => {
    const save = page.getByRole('button', { name: 'Reset Password' })
    const heal = await failCalls(page, '**/api/reset-password/*')
    await save.click()
    await toastSaid(page, 'Failed to reset password')
    await heal()
    const connect = await disconnectCalls(page, '**/api/reset-password/*')
    await save.click()
    await toastSaid(page, 'An error occurred. Please try again later.')
    await connect()
    await save.click()
    await toastSaid(page, 'This code is not valid or has expired. Please request a new one.')
    await page.getByRole('button', { name: 'Enter the code again' }).click()
    await page.getByRole('heading', { name: 'Enter Verification Code' }).waitFor()
    await paste(page, await codeOf(owner.email))
    await page.getByRole('button', { name: 'Verify' }).click()
  })

  await step('sets the password and shows the login two seconds later', async () => {
    elsewhere = await visit(browser, { path: '/management', as: owner.session })
    await elsewhere.getByRole('heading', { name: TASK }).waitFor()

    await page.evaluate(() => {
      localStorage.setItem('token', 'a.b.c')
      window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    })
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await stopClock(page)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await toastSaidWhileStopped(page, 'Password reset successful!')
    await page.clock.runFor(1_900)
    expect(pathOf(page)).toBe('/otp')
    await page.clock.runFor(200)
    await page.waitForURL('**/login')
    await page.clock.resume()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect(await page.evaluate(() => ['resetEmail', 'resetToken'].map((key) => sessionStorage.getItem(key)))).toEqual([null, null])
  })

  await step('ends other sessions of the user at their next call', async () => {
    // The click sends a request, and its response ends the session. If the live stream has already ended the session, the page has no
    // View button. Then the click fails, and the test ignores the error.
    await elsewhere
      .getByRole('button', { name: 'View' })
      .click({ timeout: 2_000 })
      .catch(() => {})
    await toastSaid(elsewhere, 'Session expired. Please log in again')
    await elsewhere.waitForURL('**/login')
    expect(await elsewhere.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })

  await step('makes the old password invalid and the new one valid', async () => {
    await signIn(page, owner.email, PASSWORD)
    await page.getByText('Invalid email or password').waitFor()
    await signIn(page, owner.email, NEW_PASSWORD)
    await page.waitForURL('**/management')
    await page.getByRole('heading', { name: TASK }).waitFor()
  })
})

describe('the link in the email', () => {
  const requestCode = async () => {
    const someone = await ownerWithCompany()
    await must(someone.send('POST', '/reset-password', { json: { email: someone.email } }))
    const { text } = await mailTo(inject('inboxUrl'), someone.email, /code to set a new password/i)
    const link = text.match(/https?:\S+\/otp\S*/)?.[0] ?? expect.unreachable(`No link in:\n${text}`)
    return { ...someone, link: new URL(link), code: await codeOf(someone.email) }
  }

  it('works in a browser that did not request the reset, and sends the email address to no server', { tags: 'nightly' }, async () => {
    const { email, link, code } = await requestCode()
    expect(link.href).not.toContain(code)
    expect(link.pathname + link.search).toBe('/otp')
    const fresh = await visit(browser, { path: '/' })
    const requested: string[] = []
    fresh.on('request', (request) => requested.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? '')))
    await fresh.goto(inject('productUrl') + link.pathname + link.hash)
    await fresh.getByText(`We emailed a 5-character code to ${email}.`).waitFor()
    expect(fresh.url()).toBe(`${inject('productUrl')}/otp`)
    expect(requested.filter((text) => text.includes('owner-'))).toEqual([])

    await fresh.keyboard.type(code)
    await fresh.getByRole('button', { name: 'Verify' }).click()
    await fresh.getByRole('heading', { name: 'Create New Password' }).waitFor()
    await fresh.reload()
    await fresh.getByRole('heading', { name: 'Create New Password' }).waitFor()
    await fresh.goBack()
    await fresh.getByRole('heading', { name: 'Enter Verification Code' }).waitFor()
    await fresh.reload()
    await fresh.getByRole('heading', { name: 'Enter Verification Code' }).waitFor()
    expect(await written(fresh)).toBe(code)
    await fresh.goForward()
    await fresh.getByLabel('New password').fill(NEW_PASSWORD)
    await fresh.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await fresh.getByRole('button', { name: 'Reset Password' }).click()
    await fresh.waitForURL('**/login')
    await signIn(fresh, email, NEW_PASSWORD)
    await fresh.waitForURL('**/management')
  })
})
