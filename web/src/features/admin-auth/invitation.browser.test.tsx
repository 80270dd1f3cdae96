import { acceptAdminInvitation, checkAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { clickNow } from '../../testing/click-now.ts'
import { address, openApp } from '../../testing/open.tsx'
import './AdminLoginPage.tsx'
import './InvitationPage.tsx'

const LINK = '/admin/invitation#q9-LongRandomToken_0'
const invitation = { email: 'dana@portal.example', expiresAt: '2026-12-03T12:00:00.000Z' }
const password = 'Correct-horse-1!'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })
const create = page.getByRole('button', { name: 'Create account' })
const valid = () => answer(checkAdminInvitation, () => reply(checkAdminInvitation, invitation))

async function enter(name: string): Promise<void> {
  await field('Your name').fill(name)
  await field('Password').first().fill(password)
  await field('Confirm password').fill(password)
}

it('an invited admin chooses a name and a password, then signs in', async () => {
  const checked = valid()
  const sent = answer(acceptAdminInvitation, () => reply(acceptAdminInvitation, { message: 'Created.' }))
  await openApp(LINK)
  await expect.element(field('Email')).toHaveValue(invitation.email)
  expect([checked.length, sent.length]).toEqual([1, 0])
  await enter('Dana Reyes')
  await create.click()
  await expect.element(heading('Your account is ready')).toBeVisible()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([{ token: 'q9-LongRandomToken_0', password, name: 'Dana Reyes' }])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(address).toBe('/admin/login')
  await expect.element(field('Email')).toHaveValue(invitation.email)
})

it('refusals are shown at their fields', async () => {
  valid()
  await openApp(LINK)
  await enter('www.prizes.example')
  await field('Confirm password').fill('Another-horse-2!')
  await create.click()
  await expect.element(page.getByText('Passwords do not match')).toBeVisible()
  await expect.element(page.getByText(/without links/)).toBeVisible()
  const common = 'This password is too common.'
  answer(acceptAdminInvitation, () => refusal(422, common, { errors: [{ field: 'password', message: common }] }))
  await enter('')
  await create.click()
  await expect.element(page.getByText(common)).toBeVisible()
})

it('a link that was used shows so, also if it was used meanwhile or the address has an account', async () => {
  answer(checkAdminInvitation, () => refusal(410, 'Gone.', { code: 'invitation-gone' }))
  await openApp(LINK)
  await expect.element(heading('This invitation is no longer valid')).toBeVisible()
  valid()
  window.location.hash = '#second'
  await enter('')
  answer(acceptAdminInvitation, () => refusal(409, 'Taken.', { code: 'email-taken' }))
  await create.click()
  await expect.element(heading('This address has an account')).toBeVisible()
})

it('an invitation that failed to load can be loaded again', async () => {
  answer(checkAdminInvitation, () => refusal(500, 'Broken.'))
  await openApp(LINK)
  await expect.element(page.getByText('We couldn’t load the invitation.')).toBeVisible()
  valid()
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(field('Email')).toHaveValue(invitation.email)
})
