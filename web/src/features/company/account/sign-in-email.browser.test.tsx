import '../CompanyProfile.tsx'
import '../sheet/BrandSheet.tsx'
import './SignInEmail.tsx'
import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { cancelEmailChange, changeEmail, getEmailChange, type PendingEmailChange } from '@app/contracts/http/email-changes.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { company, owner, ownerWith } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'

const PANEL = '/management?section=4&show=sign-in-email'
const dialog = page.getByRole('dialog', { name: 'Sign-in Email' })
const password = 'Correct-horse-1!'
const pendingChange: PendingEmailChange = { newEmail: 'ann@new.example', expiresAt: '2026-12-02T12:00:00.000Z' }

function serve(pending: PendingEmailChange | null): void {
  answer(getEmailChange, () => reply(getEmailChange, { pending }))
}

const send = async (newEmail: string) => {
  await dialog.getByRole('textbox', { name: 'New email address' }).fill(newEmail)
  await dialog.getByLabelText(/Your password/).fill(password)
  await dialog.getByRole('button', { name: 'Send link' }).click()
}

it('the profile shows the sign-in address, who the contact is, and that the email of the profile is another address', async () => {
  ownerWith()
  answer(getCompanyProfile, () =>
    reply(getCompanyProfile, { ...company, email: 'front@bakery.example', accountManager: { id: 'admin-1', name: 'Dana Reyes' } }),
  )
  serve(null)
  await openApp('/management?section=4')
  const account = page.getByRole('region', { name: 'Account' })
  await expect.element(account.getByText(owner.email)).toBeVisible()
  await expect.element(account.getByText(/^Dana Reyes/)).toBeVisible()
  await expect.element(page.getByText('Your company’s address. It’s not the one you sign in with.')).toBeVisible()
  await account.getByRole('link', { name: 'Change the sign-in email' }).click()
  await expect.element(dialog.getByText(owner.email)).toBeVisible()
})

it('an owner requests a link to a new address and sees the pending change', async () => {
  ownerWith()
  serve(null)
  await openApp(PANEL)
  const wrong = 'This password is incorrect.'
  const refused = answer(changeEmail, () => refusal(422, wrong, { errors: [{ field: 'password', message: wrong }] }))
  await send(pendingChange.newEmail)
  await expect.element(dialog.getByText(wrong)).toBeVisible()
  answer(changeEmail, () => reply(changeEmail, { message: 'Sent.' }))
  serve(pendingChange)
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect.element(dialog.getByText(/^We sent a link to ann@new\.example\./)).toBeVisible()
  expect(refused.map(({ body }) => JSON.parse(String(body)))).toEqual([{ newEmail: pendingChange.newEmail, password }])
  await expect.element(dialog.getByRole('button', { name: 'Send link' })).not.toBeInTheDocument()
})

it('a pending change is sent again, and canceled', async () => {
  ownerWith()
  serve(pendingChange)
  await openApp(PANEL)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  const tooMany = 'We sent you a link already. Please look in your inbox and your spam folder, or try again in a while.'
  answer(changeEmail, () => refusal(429, tooMany, { code: 'too-many' }))
  await expect.element(dialog.getByRole('textbox', { name: 'New email address' })).toHaveValue(pendingChange.newEmail)
  await send(pendingChange.newEmail)
  await expect.element(dialog.getByText(tooMany)).toBeVisible()
  const canceled = answer(cancelEmailChange, () => reply(cancelEmailChange, { message: 'Canceled.' }))
  serve(null)
  await dialog.getByRole('button', { name: 'Cancel the change' }).click()
  await expect.element(dialog.getByText(/^We sent a link/)).not.toBeInTheDocument()
  expect(canceled).toHaveLength(1)
})

it('the panel can be loaded again after an error', async () => {
  ownerWith()
  answer(getEmailChange, () => refusal(500, 'Broken.'))
  await openApp(PANEL)
  await expect.element(dialog.getByText('We couldn’t load your account.')).toBeVisible()
  serve(null)
  clickNow(dialog.getByRole('button', { name: 'Try again' }))
  await expect.element(dialog.getByRole('button', { name: 'Send link' })).toBeVisible()
})
