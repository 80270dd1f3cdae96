import './AdminDashboardPage.tsx'
import './CompanyPanel.tsx'
import './monday/MondayTab.tsx'
import './tabs/CompaniesTab.tsx'
import './tabs/CompanyTable.tsx'
import './tabs/LaunchTab.tsx'
import './tabs/TaskGridTab.tsx'
import './task/TaskPanel.tsx'
import { brand } from '@app/contracts/brand.ts'
import { countBoard } from '@app/contracts/http/board.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import manifest from '../../../../package.json' with { type: 'json' }
import { answer, reply } from '../../testing/api.ts'
import { boardOf, companyOf } from '../../testing/board.ts'
import { company, taskOf } from '../../testing/fixtures.ts'
import { address, go, openApp, signInAs } from '../../testing/open.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })

beforeEach(() => {
  signInAs.admin()
  boardOf({ company, tasks: [taskOf()] })
})

it('closing a task panel goes back in the history: Forward opens it again, Back returns to the previous tab', async () => {
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

it('a panel that was opened by a direct link closes to its tab, and Back leaves the page', async () => {
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}`)
  await page.getByRole('dialog', { name: 'Bakery' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=companies')
  await go(-1)
  expect(window.location.pathname).not.toBe('/admin/dashboard')
})

it('the document title shows the tab or the open panel, and the focus does not move', { tags: 'nightly' }, async () => {
  const app = await openApp('/admin/dashboard')
  const titled = (title: string) => expect.poll(() => document.title).toBe(`${title} · Admin dashboard · ${brand.name}`)
  await titled('My Monday')
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click()
  await titled('Tasks')
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
])('?%s shows that it was not found and is removed from the URL', async (query, message) => {
  await openApp(`/admin/dashboard?tab=companies&${query}`)
  await expect.element(page.getByText(message)).toBeInTheDocument()
  await expect.poll(address).toBe('/admin/dashboard?tab=companies')
})

it('the launch list uses the business clock, which can run ahead in tests, and the time zones of the companies', async () => {
  const inDays = (days: number) => addDays(todayIn(DEFAULT_TIMEZONE), days)
  // At noon in New York, the next day has begun in Guam.
  const content = String(instantOf(inDays(2), '12:00', DEFAULT_TIMEZONE).getTime() - Date.now())
  const ahead = Object.assign(document.createElement('meta'), { name: 'business-clock-ahead', content })
  document.head.append(ahead)
  onTestFinished(() => ahead.remove())
  const approved = (taskId: number, days: number, title = `In ${days} days`) =>
    taskOf({ taskId, title, currentStatus: 'Approved', targetPostingDate: inDays(days) })
  const guam = companyOf(2, { timeZone: 'Pacific/Guam' })
  boardOf({ company, tasks: [approved(6, 2), approved(7, 3)] }, { company: guam, tasks: [approved(8, 3, 'In Guam')] })
  await openApp('/admin/dashboard?tab=launch')
  await expect.element(page.getByRole('link', { name: 'In 2 days' })).toBeVisible()
  await expect.element(page.getByText('Today', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'In Guam' })).toBeVisible()
  expect(page.getByRole('link', { name: 'In 3 days' }).elements()).toEqual([])
})

it('all tabs of an operator fit at 1,280 px and above with counts of three digits; in a narrower window, they scroll to the selected tab', {
  tags: 'nightly',
}, async () => {
  signInAs.operator()
  const tasks = { Pending: 428, 'Roll Back': 328, Approved: 288, Posted: 388 }
  const turns = { admin: 200, owner: 228 }
  const unconfirmed = { tasks, turns, companies: 0, companiesWithTasks: 0 }
  answer(countBoard, () => reply(countBoard, { tasks, turns, launch: 288, findings: 0, unconfirmed }))
  onTestFinished(() => page.viewport(1440, 900))
  await openApp('/admin/dashboard?tab=calendar')
  await expect.element(page.getByRole('tab', { name: 'In review: 228' })).toBeVisible()
  await document.fonts.ready
  const list = page.getByRole('tablist').element()
  for (const width of [1280, 1360, 1920]) {
    await page.viewport(width, 900)
    await expect.poll(() => list.scrollWidth - list.clientWidth, { message: `at ${width} px` }).toBe(0)
    expect(list.hasAttribute('data-more-after')).toBe(false)
  }

  await page.viewport(1024, 900)
  await expect.poll(() => list.hasAttribute('data-more-after')).toBe(true)
  await page.getByRole('tab', { name: 'My Monday' }).click()
  await userEvent.keyboard('{End}')
  const last = page.getByRole('tab', { name: 'Operations' })
  await expect.element(last).toHaveFocus()
  await expect.poll(() => list.getBoundingClientRect().right - last.element().getBoundingClientRect().right).toBeGreaterThanOrEqual(0)
  await expect.poll(() => [list.hasAttribute('data-more-before'), list.hasAttribute('data-more-after')]).toEqual([true, false])
})

it('the first part of a company’s page answers common questions, then shows the specified fields and the brand images', async () => {
  const profile = { ...company, email: 'desk@bakery.example', phone: '8035550142' }
  boardOf({ company: profile, tasks: [] })
  await openApp(`/admin/dashboard?tab=companies&company=${company._id}`)
  const dialog = page.getByRole('dialog', { name: 'Bakery' })
  await expect.element(dialog.getByRole('link', { name: 'ann@bakery.example' })).toHaveAttribute('href', 'mailto:ann@bakery.example')
  await expect.element(dialog.getByRole('link', { name: 'desk@bakery.example' })).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: '(803) 555-0142' })).toHaveAttribute('href', 'tel:8035550142')
  const headings = dialog
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
  expect(headings).toEqual([
    ...['Owner', 'Contact', 'Latest emails', 'Open work'],
    ...['Identity', 'Address', 'Social links', 'Brand', 'Company Brand Details', 'Colleagues'],
  ])
})
