import { acceptAdminInvitation, checkAdminInvitation } from '@app/contracts/http/admin-invitations.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { address, openApp } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'
import './AdminInvitationPage.tsx'

const LINK = '/admin/invitation#q9-LongRandomToken_0'
const PASSWORD = 'Winter-bread-7!'
const GONE = { code: 'invitation-gone' }

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const create = page.getByRole('button', { name: 'Create account' })
const invited = () => reply(checkAdminInvitation, { email: 'dana@palmetto.example', expiresAt: '2026-12-03T10:00:00.000Z' })

async function enter(password: string, confirmation = password): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(confirmation)
}

beforeEach(() => void answer(checkAdminInvitation, invited))

it('an invited admin sees the address, chooses a password, and goes to the login', async () => {
  const sent = answer(acceptAdminInvitation, () => reply(acceptAdminInvitation, { message: 'Account created successfully!' }))
  await openApp(LINK)
  await expect.element(page.getByText('dana@palmetto.example', { exact: false })).toBeVisible()
  await enter(PASSWORD, 'Another-one-8!')
  await expect.element(page.getByText('Passwords do not match')).toBeVisible()
  await expect.element(create).toBeDisabled()
  await enter(PASSWORD)
  await atEachWidth(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth))
  expect(sent).toEqual([])
  await create.click()
  await expect.element(heading('Welcome to the team')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([JSON.stringify({ token: 'q9-LongRandomToken_0', password: PASSWORD })])
  await page.getByRole('link', { name: 'Go to the admin login' }).click()
  await expect.poll(address).toBe('/admin/login')
})

it('an invitation that is no longer valid says so: when it is opened, when it is used, and without a token', async () => {
  answer(acceptAdminInvitation, () => refusal(410, 'This invitation is no longer valid.', GONE))
  await openApp(LINK)
  await enter(PASSWORD)
  await create.click()
  await expect.element(heading('This invitation is no longer valid')).toBeVisible()
  answer(checkAdminInvitation, () => refusal(410, 'This invitation is no longer valid.', GONE))
  window.location.hash = '#another-token'
  await expect.element(heading('This invitation is no longer valid')).toBeVisible()
  window.location.hash = ''
  await expect.element(heading('This invitation is no longer valid')).toBeVisible()
})

it('a refused password is shown at its field, and a failed page can be loaded again', async () => {
  answer(checkAdminInvitation, () => refusal(503, 'Please try again shortly.'))
  await openApp(LINK)
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  answer(checkAdminInvitation, invited)
  await retry.click()
  const common = 'This password is too common.'
  answer(acceptAdminInvitation, () => refusal(422, common, { errors: [{ field: 'password', message: common }] }))
  await enter(PASSWORD)
  await create.click()
  await expect.element(page.getByText(common).first()).toBeVisible()
  await expect.element(create).toBeVisible()
})
