import '../AdminDashboardPage.tsx'
import '../CompanyPanel.tsx'
import '../tabs/CompaniesTab.tsx'
import '../task/BouncedEmail.tsx'
import '../task/TaskPanel.tsx'
import { correctEmail, getOwner, type OwnerAccount, resendConfirmation } from '@app/contracts/http/owners.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf, ownerAccount } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const owner = page.getByRole('region', { name: 'Owner' })
const dialog = page.getByRole('dialog', { name: 'Correct the sign-in email' })
const unconfirmed: OwnerAccount = { ...ownerAccount, emailVerified: false }

async function openCompany(account: OwnerAccount): Promise<void> {
  signInAs.admin()
  boardOf({ company, tasks: [] })
  answer(getOwner, () => reply(getOwner, account))
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}`)
  await expect.element(owner.getByText(account.email)).toBeVisible()
}

it('an address that works is shown, and only the owner can change it', async () => {
  await openCompany(ownerAccount)
  await expect.element(owner.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect.element(owner.getByText('Never')).toBeVisible()
  expect(owner.getByRole('button').elements()).toEqual([])
})

it('an admin corrects an address that is not confirmed', async () => {
  await openCompany(unconfirmed)
  const taken = 'An account with this email already exists'
  answer(correctEmail, () => refusal(409, taken, { code: 'email-taken', errors: [{ field: 'email', message: taken }] }))
  await owner.getByRole('button', { name: 'Correct the address' }).click()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('anna@bakery.example')
  await dialog.getByRole('button', { name: 'Save and send link' }).click()
  await expect.element(dialog.getByText(taken)).toBeVisible()
  const corrected = { ...unconfirmed, email: 'anna@bakery.example' }
  const sent = answer(correctEmail, () => reply(correctEmail, corrected))
  answer(getOwner, () => reply(getOwner, corrected))
  await dialog.getByRole('button', { name: 'Save and send link' }).click()
  await expect.element(owner.getByText('anna@bakery.example')).toBeVisible()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([{ email: 'anna@bakery.example', currentEmail: ownerAccount.email }])
})

it('an address that was changed elsewhere shows the current one', async () => {
  await openCompany(unconfirmed)
  const current = { ...unconfirmed, email: 'other@bakery.example' }
  answer(getOwner, () => reply(getOwner, current))
  answer(correctEmail, () => refusal(409, 'This email address was changed elsewhere.', { code: 'email-changed', owner: current }))
  await owner.getByRole('button', { name: 'Correct the address' }).click()
  await dialog.getByRole('textbox', { name: 'Email' }).fill('anna@bakery.example')
  await dialog.getByRole('button', { name: 'Save and send link' }).click()
  await expect.element(dialog.getByText('This email address was changed elsewhere.')).toBeVisible()
  await expect.element(owner.getByText(current.email)).toBeInTheDocument()
})

it('an admin sends the confirmation again', async () => {
  await openCompany(unconfirmed)
  const message = 'We sent a link to ann@bakery.example. It works for 7 days.'
  answer(resendConfirmation, () => reply(resendConfirmation, { message, alreadyVerified: false }))
  await owner.getByRole('button', { name: 'Send the confirmation again' }).click()
  await expect.element(owner.getByText(message)).toBeVisible()
  answer(resendConfirmation, () => refusal(429, 'We sent a link to this address already.', { code: 'too-many' }))
  await owner.getByRole('button', { name: 'Send the confirmation again' }).click()
  await expect.element(owner.getByText('We sent a link to this address already.')).toBeVisible()
})

it('an account that failed to load can be loaded again', async () => {
  signInAs.admin()
  boardOf({ company, tasks: [] })
  answer(getOwner, () => refusal(500, 'Broken.'))
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}`)
  await expect.element(owner.getByText('We couldn’t load the owner’s account.')).toBeVisible()
  answer(getOwner, () => reply(getOwner, ownerAccount))
  clickNow(owner.getByRole('button', { name: 'Try again' }))
  await expect.element(owner.getByText(ownerAccount.email)).toBeVisible()
})

it('a bounced address is corrected where the bounce is shown', async () => {
  signInAs.admin()
  boardOf({ company, tasks: [taskOf({ emailBounced: true })] })
  answer(getOwner, () => reply(getOwner, { ...ownerAccount, bouncedAt: '2026-11-30T12:00:00.000Z' }))
  await openApp('/admin/dashboard?tab=total&task=5')
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await expect.element(dialog.getByText(/^Emails to this address come back\./)).toBeVisible()
})
