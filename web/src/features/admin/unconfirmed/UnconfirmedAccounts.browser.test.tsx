import '../AdminDashboardPage.tsx'
import '../tabs/TaskGridTab.tsx'
import '../tabs/CompaniesTab.tsx'
import '../tabs/CompanyTable.tsx'
import '../tabs/CompanyTasksTab.tsx'
import '../board/BoardTools.tsx'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { boardOf, cardTitles, companyOf, type OnBoard } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

let fresh: OnBoard
beforeEach(() => {
  signInAs.admin()
  const bakery = { company, tasks: [taskOf({ taskId: 5, title: 'Bread' })] }
  const freshCompany = companyOf(2, { companyName: 'Fresh Shop' })
  const opening = taskOf({ taskId: 9, title: 'Opening', companyProfileId: freshCompany._id })
  fresh = { company: freshCompany, tasks: [opening], isUnconfirmed: true }
  boardOf(fresh, bakery)
})

const group = page.getByRole('group').filter({ hasText: 'Unconfirmed accounts: 1' })

it.each(['pending', 'total', 'tasks'])('the tab %s shows the tasks of unconfirmed accounts after all others, in a group', async (tab) => {
  await openApp(`/admin/dashboard?tab=${tab}`)
  await expect.poll(cardTitles).toEqual(['Bread', 'Opening'])
  await expect.element(group.getByRole('link', { name: 'Opening' })).toBeVisible()
  expect(group.getByRole('link', { name: 'Bread' }).elements()).toEqual([])
  await page.getByText('Unconfirmed accounts: 1').click()
  await expect.element(page.getByRole('link', { name: 'Opening' })).not.toBeInTheDocument()
})

it('a new task of an unconfirmed account appears only in the group', async () => {
  await openApp('/admin/dashboard?tab=pending')
  await expect.poll(cardTitles).toEqual(['Bread', 'Opening'])
  fresh.tasks.push(taskOf({ taskId: 10, title: 'Second', companyProfileId: fresh.company._id }))
  sendToAdminStream({ type: 'tasks.task-assigned.v1', taskId: 10, companyProfileId: fresh.company._id })
  await expect.element(page.getByText('Unconfirmed accounts: 2')).toBeVisible()
  await expect.poll(() => cardTitles().sort()).toEqual(['Bread', 'Opening', 'Second'])
})

it('the companies are grouped, too, and a search finds all accounts', async () => {
  await openApp('/admin/dashboard?tab=companies')
  await expect.element(group.getByRole('link', { name: 'View Fresh Shop' })).toBeVisible()
  expect(page.getByRole('link', { name: /^View / }).elements()).toHaveLength(2)
  await page.getByRole('searchbox', { name: 'Search companies' }).fill('fresh')
  await expect.element(page.getByText('(1 found for "fresh")')).toBeVisible()
  expect(group.elements()).toEqual([])
})
