import { confirmEmailChange, revertEmailChange } from '@app/contracts/http/email-changes.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useOwner, useSession } from '../../shared/stores/session.ts'
import { answer, refusal, reply } from '../../testing/api.ts'
import { owner, ownerWith } from '../../testing/fixtures.ts'
import { address, openApp } from '../../testing/open.tsx'
import './ConfirmEmailPage.tsx'
import './ForgotPasswordPage.tsx'
import './RevertEmailPage.tsx'

const TOKEN = 'q9-LongRandomToken_0'
const NEW = 'ann@new.example'
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name })
const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })

it('opening the link changes nothing; the button confirms the new address, and the session continues with it', async () => {
  ownerWith()
  useOwner.getState().setUser(owner)
  const sent = answer(confirmEmailChange, () => reply(confirmEmailChange, { message: 'Changed.', email: NEW }))
  answer(getMe, () => reply(getMe, { ...owner, email: NEW }))
  await openApp(`/confirm-email#${TOKEN}`)
  await expect.element(heading('Confirm your new email address')).toBeVisible()
  expect(sent).toEqual([])
  await button('Confirm new address').click()
  await expect.element(heading('Your email address is changed')).toBeVisible()
  await expect.element(page.getByText(NEW)).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ token: TOKEN })])
  await expect.element(page.getByRole('link', { name: 'Open your portal' })).toHaveAttribute('href', '/management')
  await expect.poll(() => useOwner.getState().user?.email).toBe(NEW)
})

it('a visitor signs in after confirming the new address', async () => {
  answer(confirmEmailChange, () => reply(confirmEmailChange, { message: 'Changed.', email: NEW }))
  await openApp(`/confirm-email#${TOKEN}`)
  await button('Confirm new address').click()
  await signIn.click()
  await expect.poll(address).toBe('/login')
})

it.each([
  ['/confirm-email', confirmEmailChange, 'Confirm new address'],
  ['/revert-email', revertEmailChange, 'Restore this address'],
] as const)('%s says why a link no longer works, and can be tried again after a failure', async (path, route, action) => {
  answer(route, () => refusal(429, 'Too many attempts. Please wait a moment and try again.', { code: 'too-many' }))
  await openApp(`${path}#${TOKEN}`)
  await button(action).click()
  await expect.element(page.getByText('Too many attempts. Please wait a moment and try again.')).toBeVisible()
  answer(route, () => refusal(410, 'Gone.', { code: 'gone' }))
  await button(action).click()
  await expect.element(heading('This link is no longer valid')).toBeVisible()
  answer(route, () => refusal(409, 'Taken.', { code: 'email-taken' }))
  window.location.hash = '#another-token'
  await button(action).click()
  await expect.element(heading('Another account has this address')).toBeVisible()
})

it('restoring the former address signs this browser out and leads to a new password', async () => {
  ownerWith()
  const sent = answer(revertEmailChange, () => reply(revertEmailChange, { message: 'Restored.', email: owner.email }))
  await openApp(`/revert-email#${TOKEN}`)
  await expect.element(button('Restore this address')).toBeVisible()
  expect(sent).toEqual([])
  await button('Restore this address').click()
  await expect.element(heading('Your email address is restored')).toBeVisible()
  expect(useSession.getState().token).toBeNull()
  await page.getByRole('link', { name: 'Set a new password' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue(owner.email)
})

it.each(['/confirm-email', '/revert-email'])('%s without a link says which email to open', async (path) => {
  await openApp(path)
  await expect.element(page.getByText(/^Open the link in the email that we sent to your/)).toBeVisible()
})
