import { sendVerification, verifyEmail } from '@app/contracts/http/email-verification.ts'
import { getMe } from '@app/contracts/http/identity.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useSession } from '../../shared/stores/session.ts'
import { answer, refusal, reply } from '../../testing/api.ts'
import { owner, ownerWith } from '../../testing/fixtures.ts'
import { address, openApp } from '../../testing/open.tsx'
import './VerifyEmailPage.tsx'

const LINK = '/verify-email#q9-LongRandomToken_0'
const INVALID = 'This link is not valid any more. It has expired, or a newer link replaced it. Please ask for a new one.'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const confirm = page.getByRole('button', { name: 'Confirm email address' })
const sendAgain = page.getByRole('button', { name: 'Send the link again' })
const portal = page.getByRole('link', { name: 'Open your portal' })

const invalid = () => refusal(422, INVALID, { code: 'verification-link-invalid' })

function signedIn(emailVerified: boolean): void {
  ownerWith()
  answer(getMe, () => reply(getMe, { ...owner, emailVerified }))
}

it('opening the link sends nothing; the button confirms, and the portal is one click away', async () => {
  const sent = answer(verifyEmail, () => reply(verifyEmail, { message: 'Confirmed.', alreadyVerified: false }))
  await openApp(LINK)
  await expect.element(heading('Confirm your email address')).toBeVisible()
  expect(sent).toEqual([])
  await confirm.click()
  await expect.element(heading('Your email address is confirmed')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ token: 'q9-LongRandomToken_0' })])
  await expect.element(portal).toHaveAttribute('href', '/management')
})

it('the page says so when the email address was confirmed before', async () => {
  answer(verifyEmail, () => reply(verifyEmail, { message: 'Confirmed.', alreadyVerified: true }))
  await openApp(LINK)
  await confirm.click()
  await expect.element(heading('Your email address is already confirmed')).toBeVisible()
  await expect.element(portal).toBeVisible()
})

it('a link that is not valid any more leads to a new one: signed out, by way of the sign-in', async () => {
  answer(verifyEmail, invalid)
  await openApp(LINK)
  await confirm.click()
  await expect.element(heading('This link is not valid any more')).toBeVisible()
  await expect.element(page.getByText('It has expired, or a newer link replaced it.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect.poll(address).toBe('/login')
})

it('signed in, a button sends a new link, and says what became of it', async () => {
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

it('without a token, an owner who is confirmed reads that, and another one gets a link', async () => {
  signedIn(true)
  await openApp('/verify-email')
  await expect.element(heading('Your email address is already confirmed')).toBeVisible()
  useSession.getState().logout()
  await expect.element(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
})

it('a failure leaves the button for another try', async () => {
  answer(verifyEmail, () => refusal(429, 'Too many attempts. Please wait a moment and try again.', { code: 'too-many' }))
  await openApp(LINK)
  await confirm.click()
  await expect.element(page.getByText('Too many attempts. Please wait a moment and try again.')).toBeVisible()
  answer(verifyEmail, () => reply(verifyEmail, { message: 'Confirmed.', alreadyVerified: false }))
  await confirm.click()
  await expect.element(heading('Your email address is confirmed')).toBeVisible()
})

it('another link that is opened in the same tab begins anew', async () => {
  const sent = answer(verifyEmail, invalid)
  await openApp(LINK)
  await confirm.click()
  await expect.element(heading('This link is not valid any more')).toBeVisible()
  window.location.hash = '#another-token'
  await confirm.click()
  await expect.poll(() => sent.map(({ body }) => body)).toContain(JSON.stringify({ token: 'another-token' }))
})
