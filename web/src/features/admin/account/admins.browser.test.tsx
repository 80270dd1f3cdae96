import '../AdminDashboardPage.tsx'
import './Account.tsx'
import { beginSecondFactor, confirmSecondFactor, listAdmins, removeAdmin } from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'

const PANEL = '/admin/dashboard?tab=tasks&account=admins'
const createdAt = '2026-12-08T12:00:00.000Z'
const self = { _id: 'operator-1', email: 'ann@portal.example', username: 'Ann' }
const other = { _id: 'admin-2', email: 'bob@portal.example', username: 'Bob' }

const dialog = page.getByRole('dialog', { name: 'Remove admin' })
const bodyOf = (sent: { body: unknown } | undefined) => JSON.parse(String(sent?.body))

async function openAdmins({ hasSecondFactor }: { hasSecondFactor: boolean }): Promise<void> {
  boardOf()
  answer(getMe, () => reply(getMe, { ...self, role: 'admin', emailVerified: true }))
  answer(listAdmins, () =>
    reply(listAdmins, [
      { ...self, createdAt, hasSecondFactor, isOperator: true },
      { ...other, createdAt, hasSecondFactor: true, isOperator: false },
    ]),
  )
  await openApp(PANEL)
  await expect.element(page.getByText(other.email)).toBeVisible()
}

it('an admin who sets up a second factor stays signed in with the new token', async () => {
  signInAs.admin()
  boardOf()
  answer(getMe, () => reply(getMe, { ...self, role: 'admin', emailVerified: true }))
  answer(listAdmins, () => reply(listAdmins, [{ ...self, createdAt, hasSecondFactor: false, isOperator: false }]))
  answer(beginSecondFactor, () => reply(beginSecondFactor, { secret: 'ABCD', otpauthUrl: 'otpauth://totp/Palmetto?secret=ABCD' }))
  const token = tokenOf('new-session')
  answer(confirmSecondFactor, () => reply(confirmSecondFactor, { recoveryCodes: ['AAAA-BBBB'], token }))
  await openApp('/admin/dashboard?tab=tasks&account=second-factor')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabelText(/6-digit code/).fill('123456')
  await page.getByRole('dialog', { name: 'Set up two-factor authentication' }).getByRole('button', { name: 'Set up' }).click()
  await expect.element(page.getByText('AAAA-BBBB')).toBeVisible()
  expect(useAdminSession.getState().token).toBe(token)
})

it('an admin without the operator role sees the other admins but cannot remove them', async () => {
  signInAs.admin()
  await openAdmins({ hasSecondFactor: true })
  expect(page.getByRole('button', { name: /^Remove/ }).elements()).toEqual([])
})

it('an operator removes an admin with a code; a rejected code shows the error message', async () => {
  signInAs.operator()
  await openAdmins({ hasSecondFactor: true })
  const wrong = 'This code is wrong, has expired or was used before.'
  const sent = answer(removeAdmin, ({ body }) =>
    bodyOf({ body }).code === '222222'
      ? reply(removeAdmin, { message: 'Admin removed successfully!' })
      : refusal(422, wrong, { errors: [{ field: 'code', message: wrong }] }),
  )
  await page.getByRole('button', { name: `Remove ${other.email}` }).click()
  await dialog.getByLabelText(/6-digit code/).fill('111111')
  await dialog.getByRole('button', { name: 'Remove admin' }).click()
  await expect.element(dialog.getByText(wrong)).toBeVisible()
  await dialog.getByLabelText(/6-digit code/).fill('222222')
  await dialog.getByRole('button', { name: 'Remove admin' }).click()
  await expect.element(page.getByText('Admin removed')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.map(({ address, body }) => [address, bodyOf({ body })])).toEqual([
    ['/api/admin/admins/admin-2', { code: '111111' }],
    ['/api/admin/admins/admin-2', { code: '222222' }],
  ])
})

it('an operator without a second factor confirms with the account password', async () => {
  signInAs.operator()
  await openAdmins({ hasSecondFactor: false })
  const sent = answer(removeAdmin, () => reply(removeAdmin, { message: 'Admin removed successfully!' }))
  await page.getByRole('button', { name: `Remove ${other.email}` }).click()
  await dialog.getByRole('button', { name: 'Remove admin' }).click()
  await expect.element(dialog.getByText('Please enter your password', { exact: true })).toBeVisible()
  await dialog.getByLabelText(/Your password/).fill('Correct-horse-1!')
  await dialog.getByRole('button', { name: 'Remove admin' }).click()
  await expect.element(page.getByText('Admin removed')).toBeVisible()
  expect(sent.map(({ body }) => bodyOf({ body }))).toEqual([{ password: 'Correct-horse-1!' }])
})
