import '../AdminDashboardPage.tsx'
import '../task/LaunchForm.tsx'
import '../task/TaskPanel.tsx'
import './MondayTab.tsx'
import { getMonday, type Monday } from '@app/contracts/http/monday.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays } from '@app/contracts/rules/business-dates.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { businessToday } from '../../../shared/format/dates.ts'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
import { toCard } from '../board/task-order.ts'

beforeEach(() => signInAs.admin())

const today = businessToday()
const owed = (taskId: number, title: string, days: number) =>
  taskOf({ taskId, title, doneTaskImage: null, previewNo: null, submissionForReview: addDays(today, days) })
const due = (taskId: number, title: string, changes: Partial<Task> = {}) =>
  taskOf({ taskId, title, currentStatus: 'Approved', targetPostingDate: today, ...changes })

const work = (name: string) => page.getByRole('article').filter({ hasText: name })
const rows = (list: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

it('the first screen lists what is to be done, and each row leads to its task', async () => {
  boardOf({
    company,
    tasks: [
      owed(1, 'Late bread', -2),
      owed(2, 'Bread of today', 0),
      due(3, 'Approved bread'),
      due(4, 'Unconfirmed bread', { approvalUnconfirmed: true }),
      taskOf({ taskId: 5, title: 'Bounced bread', emailBounced: true }),
      taskOf({ taskId: 6, title: 'Referred bread', currentStatus: 'Roll Back' }),
    ],
    findings: { 5: 2 },
  })
  await openApp('/admin/dashboard')
  await expect.poll(() => rows('Late 1')).toEqual(['Late bread#1 · Bakery Preview 2 days late'])
  expect(rows('Today 1')).toEqual(['Bread of today#2 · Bakery today'])
  await expect.element(page.getByRole('heading', { name: 'Previews owed 2' })).toBeVisible()
  expect(rows('Ready to launch')).toEqual(['Approved bread#3 · Bakery today'])
  expect(rows('Referred back')[0]).toContain('Referred bread')
  await expect.element(page.getByRole('heading', { name: 'Clients to call 2' })).toBeVisible()
  expect(rows('Email bounced 1')[0]).toContain('Bounced bread')
  await expect
    .element(page.getByRole('list', { name: 'Approval not confirmed 1' }).getByRole('link', { name: /^Call Bakery/ }))
    .toHaveAttribute('href', 'tel:8035550142')
  await expect
    .element(page.getByRole('link', { name: '1 preview has findings' }))
    .toHaveAttribute('href', '/admin/dashboard?tab=total&findings=true')
  await atEachWidth(() => {
    for (const link of page.getByRole('list').getByRole('link').elements())
      if (link.closest('article')) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(40)
  })

  await page.getByRole('link', { name: /^Approved bread/ }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Approved bread' }).getByRole('button', { name: 'Launch', exact: true }))
    .toBeVisible()
  expect(address()).toBe('/admin/dashboard?task=3')
})

it('a list with more tasks leads to all of them, and a list without tasks says so', async () => {
  const none = { count: 0, tasks: [] }
  const monday: Monday = {
    owed: { late: { count: 12, tasks: [toCard(owed(1, 'Late bread', -2), 'Bakery')] }, today: none, thisWeek: none },
    launch: none,
    referredBack: none,
    calls: { bounced: none, unconfirmed: none, unopened: none },
  }
  boardOf({ company, tasks: [owed(1, 'Late bread', -2)] })
  answer(getMonday, () => reply(getMonday, monday))
  await openApp('/admin/dashboard')
  await expect.element(work('Clients to call').getByText('There is nobody to call.')).toBeVisible()
  await page.getByRole('link', { name: 'See all: Late' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=pending&turn=admin')
})

it('an admin can see the own companies only, and the address keeps this choice', async () => {
  const none = { count: 0, tasks: [] }
  const monday = (title: string): Monday => ({
    owed: { late: none, today: none, thisWeek: none },
    launch: { count: 1, tasks: [toCard(due(1, title), 'Bakery')] },
    referredBack: none,
    calls: { bounced: none, unconfirmed: none, unopened: none },
  })
  boardOf({ company, tasks: [] })
  answer(getMonday, ({ address }) => reply(getMonday, monday(address.includes('manager=me') ? 'My bread' : 'Any bread')))
  await openApp('/admin/dashboard')
  await expect.element(page.getByRole('link', { name: /^Any bread/ })).toBeVisible()
  await page.getByRole('group', { name: 'Whose companies' }).getByRole('button', { name: 'Mine' }).click()
  await expect.element(page.getByRole('link', { name: /^My bread/ })).toBeVisible()
  expect(address()).toBe('/admin/dashboard?manager=me')
})

it('lists that failed to load can be retried', async () => {
  boardOf({ company, tasks: [] })
  answer(getMonday, () => refusal(500, 'Something went wrong.'))
  await openApp('/admin/dashboard')
  await expect.element(page.getByRole('alert').getByText('Failed to fetch company profile')).toBeVisible()
  boardOf({ company, tasks: [] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Nothing was referred back.')).toBeVisible()
})
