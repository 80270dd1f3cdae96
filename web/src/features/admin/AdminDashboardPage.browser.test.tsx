import './AdminDashboardPage.tsx'
import './CompanyPanel.tsx'
import './tabs/CompaniesTab.tsx'
import './tabs/TaskGridTab.tsx'
import './task/TaskPanel.tsx'
import { brand } from '@app/contracts/brand.ts'
import { countInterests } from '@app/contracts/http/notifications.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import manifest from '../../../../package.json' with { type: 'json' }
import { answer, refusal, reply } from '../../testing/api.ts'
import { boardOf } from '../../testing/board.ts'
import { company, taskOf } from '../../testing/fixtures.ts'
import { address, go, openApp, signInAs } from '../../testing/open.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })

beforeEach(() => {
  signInAs.admin()
  boardOf({ company, tasks: [taskOf()] })
})

it('what was opened over a tab is gone back from: Forward opens it again, Back leads to where it was opened', async () => {
  await openApp('/admin/dashboard')
  await page.getByRole('tab', { name: 'Pending Tasks: 1' }).click()
  await page.getByRole('link', { name: 'Winter bread' }).click()
  await expect.element(panel).toBeVisible()
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe('/admin/dashboard?tab=pending')

  await go(1)
  await expect.element(panel).toBeVisible()
  await go(-1)
  await expect.element(panel).not.toBeInTheDocument()
  await go(-1)
  expect(address()).toBe('/admin/dashboard')
})

it('a link that was opened directly is closed into its tab, and Back leaves the page', async () => {
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}`)
  await page.getByRole('dialog', { name: 'Bakery' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=companies')
  await go(-1)
  expect(window.location.pathname).not.toBe('/admin/dashboard')
})

it('each tab, and what opens over it, is in the title; the focus stays where it is', async () => {
  const app = await openApp('/admin/dashboard')
  const titled = (title: string) => expect.poll(() => document.title).toBe(`${title} · Admin dashboard · ${brand.name}`)
  await titled('Tasks')
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click()
  await userEvent.keyboard('{ArrowRight}')
  await titled('Companies')
  await expect.element(page.getByRole('tab', { name: 'Companies' })).toHaveFocus()
  await page.getByRole('link', { name: 'View Bakery' }).click()
  await titled('Bakery')
  await go(-1)
  await titled('Companies')
  await app.unmount()
  await openApp('/admin/dashboard?tab=pending&task=5')
  await titled('Winter bread')
})

it('the footer shows the version in the root package.json', async () => {
  await openApp('/admin/dashboard')
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent(`Version ${manifest.version}`)
})

it.each([
  ['task=404', 'Task not found'],
  ['company=none', 'Company not found'],
  ['newTask=none', 'Company not found'],
])('?%s is said not to be there, and no longer asked for', async (asked, said) => {
  await openApp(`/admin/dashboard?tab=companies&${asked}`)
  await expect.element(page.getByText(said)).toBeInTheDocument()
  await expect.poll(address).toBe('/admin/dashboard?tab=companies')
})

it('the companies say how many owners wait to hear of what is announced; the tab before does not ask', async () => {
  const asked = answer(countInterests, () =>
    reply(countInterests, [
      { feature: 'tracking-expense', count: 3 },
      { feature: 'invoice', count: 1 },
    ]),
  )
  await openApp('/admin/dashboard')
  await expect.element(page.getByRole('link', { name: 'Winter bread' })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('tab', { name: 'Companies' }).click()
  await expect.element(page.getByText('Waiting to hear: Tracking Expense 3 · Invoice 1')).toBeVisible()
})

it('where that could not be loaded the companies are there all the same', async () => {
  answer(countInterests, () => refusal(500, 'Something went wrong.'))
  await openApp('/admin/dashboard?tab=companies')
  await expect.element(page.getByText('Who waits to hear could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'View Bakery' })).toBeVisible()
})

it('where the business’s clock runs ahead, the launch list goes by it', async () => {
  const ahead = Object.assign(document.createElement('meta'), { name: 'business-clock-ahead', content: `${2 * 86_400_000}` })
  document.head.append(ahead)
  onTestFinished(() => ahead.remove())
  const inDays = (days: number) => addDays(todayIn(DEFAULT_TIMEZONE), days)
  const approved = (taskId: number, days: number) =>
    taskOf({ taskId, title: `In ${days} days`, currentStatus: 'Approved', targetPostingDate: inDays(days) })
  boardOf({ company, tasks: [approved(6, 2), approved(7, 3)] })
  await openApp('/admin/dashboard?tab=launch')
  await expect.element(page.getByRole('link', { name: 'In 2 days' })).toBeVisible()
  await expect.element(page.getByText('Today', { exact: true }).first()).toBeVisible()
  expect(page.getByRole('link', { name: 'In 3 days' }).elements()).toEqual([])
})
