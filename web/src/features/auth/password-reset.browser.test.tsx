import { requestReset, resetPassword, signIn } from '@app/contracts/http/identity.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useSession } from '../../shared/stores/session.ts'
import { answer, reply } from '../../testing/api.ts'
import { ownerWith, taskOf } from '../../testing/fixtures.ts'
import { address, openApp } from '../../testing/open.tsx'
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

it('what was asked for before the sign-in is there after it, though the password was reset in between', async () => {
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
