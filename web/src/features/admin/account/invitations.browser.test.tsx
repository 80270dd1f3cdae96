import '../AdminDashboardPage.tsx'
import './Account.tsx'
import { type AdminInvitation, inviteAdmin, listAdminInvitations, revokeAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { listAdmins, setMyName } from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const createdAt = '2026-12-01T12:00:00.000Z'
const self = { _id: 'operator-1', email: 'ann@portal.example', username: 'Admin' }
const open: AdminInvitation = {
  _id: 'i-1',
  email: 'dana@portal.example',
  invitedBy: self,
  createdAt,
  expiresAt: '2026-12-03T12:00:00.000Z',
}

const dialog = page.getByRole('dialog').last()
const bodies = (sent: { body: unknown }[]) => sent.map(({ body }) => JSON.parse(String(body)))

async function openAdmins({ hasSecondFactor = false, as = signInAs.operator } = {}): Promise<void> {
  as()
  boardOf()
  answer(getMe, () => reply(getMe, { ...self, role: 'admin', emailVerified: true }))
  answer(listAdmins, () => reply(listAdmins, [{ ...self, createdAt, hasSecondFactor, isOperator: true }]))
  await openApp('/admin/dashboard?tab=tasks&account=admins')
  await expect.element(page.getByText(self.email).first()).toBeVisible()
}

it('an operator invites an admin with the password; the list shows the invitation', async () => {
  let invitations: AdminInvitation[] = []
  answer(listAdminInvitations, () => reply(listAdminInvitations, invitations))
  await openAdmins()
  await expect.element(page.getByText('No invitation is open.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite an admin' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(dialog.getByText('Please enter a valid email address')).toBeVisible()
  const taken = 'There is already an admin with this email address.'
  const sent = answer(inviteAdmin, () => refusal(409, taken, { code: 'email-taken', errors: [{ field: 'email', message: taken }] }))
  await dialog.getByRole('textbox', { name: 'Email' }).fill(open.email)
  await dialog.getByLabelText(/Your password/).fill('Correct-horse-1!')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(dialog.getByText(taken)).toBeVisible()
  invitations = [open]
  const accepted = answer(inviteAdmin, () => reply(inviteAdmin, open))
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(page.getByRole('list', { name: 'Open invitations' }).getByText(open.email, { exact: true })).toBeVisible()
  expect(bodies([...sent, ...accepted])).toEqual(Array(2).fill({ email: open.email, password: 'Correct-horse-1!' }))
})

it('an operator with a second factor sends an invitation again with a code, and takes it back', async () => {
  answer(listAdminInvitations, () => reply(listAdminInvitations, [open]))
  const sent = answer(inviteAdmin, () => reply(inviteAdmin, open))
  await openAdmins({ hasSecondFactor: true })
  await page.getByRole('button', { name: `Send again to ${open.email}` }).click()
  await dialog.getByLabelText(/6-digit code/).fill('123456')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => bodies(sent)).toEqual([{ email: open.email, code: '123456' }])

  const revoked = answer(revokeAdminInvitation, () => reply(revokeAdminInvitation, { message: 'Revoked.' }))
  answer(listAdminInvitations, () => reply(listAdminInvitations, []))
  await page.getByRole('button', { name: `Take back the invitation to ${open.email}` }).click()
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect.element(page.getByText('No invitation is open.')).toBeVisible()
  expect(revoked.map((request) => request.address)).toEqual(['/api/admin/invitations/i-1'])
})

it('invitations that failed to load can be loaded again', async () => {
  answer(listAdminInvitations, () => refusal(500, 'Broken.'))
  await openAdmins()
  await expect.element(page.getByText('We couldn’t load the invitations.')).toBeVisible()
  answer(listAdminInvitations, () => reply(listAdminInvitations, [open]))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText(open.email, { exact: true })).toBeVisible()
})

it('an admin without the operator role sees no invitations, and changes the own name', async () => {
  await openAdmins({ as: signInAs.admin })
  expect(page.getByRole('button', { name: 'Invite an admin' }).elements()).toEqual([])
  const sent = answer(setMyName, () => reply(setMyName, { username: 'Ann Reyes' }))
  await page.getByRole('button', { name: 'Change name' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('www.prizes.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/without links/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Reyes')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bodies(sent)).toEqual([{ name: 'Ann Reyes' }])
})
