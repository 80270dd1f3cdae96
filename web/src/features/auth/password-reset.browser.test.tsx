import { requestReset, resetPassword, signIn } from '@app/contracts/http/identity.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSession } from '../../shared/stores/session.ts'
import { answer, refusal, reply } from '../../testing/api.ts'
import { ownerWith, taskOf } from '../../testing/fixtures.ts'
import { address, go, openApp } from '../../testing/open.tsx'
import './ForgotPasswordPage.tsx'
import './NewPasswordPage.tsx'

const PASSWORD = 'Juniper-roots-2?'

const field = (name: string) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (name: string) => page.getByRole('link', { name }).click()

async function askForCode(): Promise<void> {
  await field('Email').fill('ann@bakery.example')
  await press('Reset Password')
  await follow('Next')
}

it('the page requested before the sign-in opens afterwards, even if the password was reset in between', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  useSession.getState().logout()
  answer(requestReset, () => reply(requestReset, { message: 'Sent.' }))
  answer(resetPassword, () => reply(resetPassword, { message: 'Set.' }))
  answer(signIn, () => reply(signIn, { Token: 'owner-token', message: 'Welcome.' }))
  await openApp('/management?show=task-5')
  await follow('Forgot the password?')
  await askForCode()
  await follow('Send a new code')
  await askForCode()
  await page.getByRole('textbox', { name: 'Character 1 of 5' }).click()
  await userEvent.keyboard('K7M3Q')
  await press('Verify')
  await field('New password').fill(PASSWORD)
  await field('Confirm password').fill(PASSWORD)
  await press('Reset Password')
  await expect.poll(address).toBe('/login')

  await field('Email').fill('ann@bakery.example')
  await field('Password').fill(PASSWORD)
  await press('Login')
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
  expect(address()).toBe('/management?show=task-5')
})

const title = (name: string) => page.getByRole('heading', { name })
const typeCode = async (code: string) => {
  await page.getByRole('textbox', { name: 'Character 1 of 5' }).click()
  await userEvent.keyboard(code)
  await press('Verify')
}
const boxes = () => [1, 2, 3, 4, 5].map((at) => (field(`Character ${at} of 5`).element() as HTMLInputElement).value).join('')
const pending = () => ['resetEmail', 'resetToken'].map((key) => sessionStorage.getItem(key))

describe('the link in the email', () => {
  it('names the account in its fragment, which is removed from the address bar', async () => {
    await openApp('/otp#email=ann%2Bshop%40bakery.example')
    await expect.element(page.getByText('We emailed a 5-character code to ann+shop@bakery.example.')).toBeVisible()
    expect(window.location.href).toMatch(/\/otp$/)
    expect(pending()).toEqual(['ann+shop@bakery.example', null])
  })

  it('replaces a reset that is pending in the tab, even if the code page is already open', async () => {
    sessionStorage.setItem('resetEmail', 'other@bakery.example')
    sessionStorage.setItem('resetToken', 'K7M3Q')
    await openApp('/otp')
    await expect.poll(boxes).toBe('K7M3Q')
    window.location.hash = '#email=ann%40bakery.example'
    await expect.element(page.getByText('We emailed a 5-character code to ann@bakery.example.')).toBeVisible()
    expect(boxes()).toBe('')
    expect(pending()).toEqual(['ann@bakery.example', null])
    expect(window.location.hash).toBe('')
  })

  it.each([
    ['no email address', '#'],
    ['another value', '#top'],
    ['an empty email address', '#email='],
    ['an invalid email address', '#email=ann'],
    ['markup', '#email=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%40bakery.example'],
    ['two email addresses', '#email=ann%40bakery.example%2Cbob%40bakery.example'],
    ['a broken encoding', '#email=%E0%A4%A@bakery.example'],
    ['an email address that is too long', `#email=${'a'.repeat(300)}%40bakery.example`],
    ['a very long value', `#email=ann%40bakery.example&${'x'.repeat(100_000)}`],
  ])('with %s in its fragment redirects to the page that requests a code', async (_case, fragment) => {
    await openApp(`/otp${fragment}`)
    await expect.poll(address).toBe('/reset-password')
    await expect.element(page.getByText('Please start the password reset process first')).toBeVisible()
    expect(window.location.hash).toBe('')
    expect(pending()).toEqual([null, null])
  })

  it('with an invalid fragment keeps the pending reset', async () => {
    sessionStorage.setItem('resetEmail', 'ann@bakery.example')
    await openApp('/otp#email=ann')
    await expect.element(page.getByText('We emailed a 5-character code to ann@bakery.example.')).toBeVisible()
    await expect.poll(() => window.location.hash).toBe('')
  })
})

it('Back returns from the new password to the code, and Forward to the new password', { tags: 'nightly' }, async () => {
  await openApp('/otp#email=ann%40bakery.example')
  await typeCode('K7M3Q')
  await expect.element(title('Create New Password')).toBeVisible()
  await go(-1)
  await expect.element(title('Enter Verification Code')).toBeVisible()
  expect(boxes()).toBe('K7M3Q')
  await go(1)
  await expect.element(title('Create New Password')).toBeVisible()

  await go(-1)
  await typeCode('A4C6D')
  await expect.element(title('Create New Password')).toBeVisible()
  expect(pending()).toEqual(['ann@bakery.example', 'A4C6D'])
})

it('after a rejected code, entering the code again adds no history entry', { tags: 'nightly' }, async () => {
  answer(resetPassword, () => refusal(422, 'This code is not valid or has expired. Please request a new one.'))
  await openApp('/otp#email=ann%40bakery.example')
  await typeCode('K7M3Q')
  await field('New password').fill(PASSWORD)
  await field('Confirm password').fill(PASSWORD)
  await press('Reset Password')
  await press('Enter the code again')
  await expect.element(title('Enter Verification Code')).toBeVisible()
  expect(boxes()).toBe('')
  const length = window.history.length
  await typeCode('A4C6D')
  await expect.element(title('Create New Password')).toBeVisible()
  expect(window.history.length).toBe(length)
})
