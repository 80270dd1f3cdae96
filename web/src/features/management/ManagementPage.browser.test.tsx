import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { signIn } from '@app/contracts/http/identity.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { useSession } from '../../shared/stores/session.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { answer, reply } from '../../testing/api.ts'
import { ownerWith, taskOf } from '../../testing/fixtures.ts'
import { address, go, openApp, openPart } from '../../testing/open.tsx'
import { ManagementPage } from './ManagementPage.tsx'

const heading = (name: string) => page.getByRole('heading', { name, exact: true })

async function logIn(): Promise<void> {
  answer(signIn, () => reply(signIn, { Token: 'owner-token', message: 'Welcome.' }))
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('Palmetto-1')
  await page.getByRole('button', { name: 'Login' }).click()
}

it('a link from an email leads through the sign-in to the linked task', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  useSession.getState().logout()
  await openApp('/management?show=task-5')
  await expect.element(page.getByText('Please log in again')).toBeVisible()
  expect(address()).toBe('/login')
  await logIn()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
  expect(address()).toBe('/management?show=task-5')
})

it('after the sign-in, the title names the section and its heading has the focus', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  useSession.getState().logout()
  await openApp('/login?next=https://elsewhere.example/&show=task-5')
  await logIn()
  await expect.element(heading('Tasks')).toHaveFocus()
  // A `next` parameter in the login URL is ignored, so it cannot redirect to another site.
  expect(address()).toBe('/management')
  await expect.poll(() => document.title).toMatch(/^Digital Content · /)
})

it('selecting a section changes the title and moves the focus to its heading', async () => {
  ownerWith()
  const section = (index: number, label: string) => ({
    index,
    label,
    icon: null,
    Content: lazyPart<{ profile: CompanyProfile }>(() => Promise.resolve({ default: () => <h1>All {label.toLowerCase()}</h1> })),
  })
  await openPart(<ManagementPage sections={[section(0, 'Tasks'), section(3, 'Documents')]} />, '/management')
  await expect.element(heading('All tasks')).toBeVisible()
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect.element(heading('All documents')).toHaveFocus()
  await expect.poll(() => document.title).toMatch(/^Documents · /)
  await go(-1)
  await expect.element(heading('All tasks')).toHaveFocus()
  await expect.poll(() => document.title).toMatch(/^Tasks · /)
})
