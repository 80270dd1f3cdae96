import { sendVerification, verifyEmail } from '@app/contracts/http/email-verification.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useSession } from '../../shared/stores/session.ts'
import { answer, refusal, reply } from '../../testing/api.ts'
import { owner, ownerWith } from '../../testing/fixtures.ts'
import { address, openApp } from '../../testing/open.tsx'
import './VerifyEmailPage.tsx'

const LINK = '/verify-email#q9-LongRandomToken_0'
const INVALID = 'This link is no longer valid. It has expired, or a newer link replaced it. Please ask for a new one.'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const confirm = page.getByRole('button', { name: 'Confirm email address' })
const sendAgain = page.getByRole('button', { name: 'Send the email again' })
const portal = page.getByRole('link', { name: 'Open your portal' })

const invalid = () => refusal(422, INVALID, { code: 'verification-link-invalid' })

function signedIn(emailVerified: boolean): void {
  ownerWith()
  answer(getMe, () => reply(getMe, { ...owner, emailVerified }))
}

it('opening the link sends nothing; the button confirms the address and shows a link to the portal', async () => {
  const sent = answer(verifyEmail, () => reply(verifyEmail, { message: 'Confirmed.', alreadyVerified: false }))
  await openApp(LINK)
  await expect.element(heading('Confirm your email address')).toBeVisible()
  await expect.element(page.getByText('Confirm your email to approve from your inbox', { exact: false })).toBeVisible()
  expect(sent).toEqual([])
  await confirm.click()
  await expect.element(heading('Your email address is confirmed')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ token: 'q9-LongRandomToken_0' })])
  await expect.element(portal).toHaveAttribute('href', '/management')
})

it('the page shows when the email address was already confirmed', async () => {
  answer(verifyEmail, () => reply(verifyEmail, { message: 'Confirmed.', alreadyVerified: true }))
  await openApp(LINK)
  await confirm.click()
  await expect.element(heading('Your email address is already confirmed')).toBeVisible()
  await expect.element(portal).toBeVisible()
})

it('an invalid link offers to sign in to get a new one', async () => {
  answer(verifyEmail, invalid)
  await openApp(LINK)
  await confirm.click()
  await expect.element(heading('This link is no longer valid')).toBeVisible()
  await expect.element(page.getByText('It has expired, or a newer link replaced it.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in', exact: true }).click()
  await expect.poll(address).toBe('/login')
})

it('a signed-in owner can request a new link and sees the result', async () => {
  signedIn(false)
  answer(verifyEmail, invalid)
  await openApp(LINK)
  await confirm.click()
  const tooMany = 'We sent you a link already. Please look in your inbox and your spam folder, or try again in a while.'
  answer(sendVerification, () => refusal(429, tooMany, { code: 'too-many' }))
  await sendAgain.click()
  await expect.element(page.getByText(tooMany)).toBeVisible()
  answer(sendVerification, () => reply(sendVerification, { message: 'We sent a link to ann@shop.example.', alreadyVerified: false }))
  await sendAgain.click()
  await expect.element(page.getByText('We sent a link to ann@shop.example.')).toBeVisible()
})

it('without a token, a confirmed owner sees that the address is confirmed; others can get a link', async () => {
  signedIn(true)
  await openApp('/verify-email')
  await expect.element(heading('Your email address is already confirmed')).toBeVisible()
  useSession.getState().logout()
  await expect.element(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
})

it('after a failure, the button can be pressed again', async () => {
  answer(verifyEmail, () => refusal(429, 'Too many attempts. Please wait a moment and try again.', { code: 'too-many' }))
  await openApp(LINK)
  await confirm.click()
  await expect.element(page.getByText('Too many attempts. Please wait a moment and try again.')).toBeVisible()
  answer(verifyEmail, () => reply(verifyEmail, { message: 'Confirmed.', alreadyVerified: false }))
  await confirm.click()
  await expect.element(heading('Your email address is confirmed')).toBeVisible()
})

it('another link opened in the same tab restarts the page', async () => {
  const sent = answer(verifyEmail, invalid)
  await openApp(LINK)
  await confirm.click()
  await expect.element(heading('This link is no longer valid')).toBeVisible()
  window.location.hash = '#another-token'
  await confirm.click()
  await expect.poll(() => sent.map(({ body }) => body)).toContain(JSON.stringify({ token: 'another-token' }))
})
