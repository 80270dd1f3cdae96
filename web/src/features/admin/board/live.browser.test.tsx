import '../AdminDashboardPage.tsx'
import '../tabs/CompaniesTab.tsx'
import '../tabs/CompanyTable.tsx'
import '../task/TaskPanel.tsx'
import './BoardTools.tsx'
import './refresh.ts'
import '../tabs/LaunchTab.tsx'
import '../tabs/TaskGridTab.tsx'
import { updateTask } from '@app/contracts/http/tasks.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply } from '../../../testing/api.ts'
import { boardOf, cardTitles, companyOf, type OnBoard } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'

let bakery: OnBoard
let asked: ReturnType<typeof boardOf>
beforeEach(() => {
  signInAs.admin()
  bakery = { company, tasks: [5, 6, 7].map((taskId) => taskOf({ taskId, title: `Post ${taskId}` })) }
})

// Events are handled up to 250 ms later. Without this pause, events of one test would be handled during the next.
afterEach(() => new Promise((resolve) => setTimeout(resolve, 300)))

async function openBoard(at: string, ...others: OnBoard[]): Promise<void> {
  asked = boardOf(bakery, ...others)
  await openApp(`/admin/dashboard${at}`)
  await expect.element(page.getByRole('link', { name: 'Post 5' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Pending Tasks: 3' })).toBeVisible()
}

const calls = () => Object.fromEntries(Object.entries(asked).map(([route, sent]) => [route, sent.length]))

const changed = (taskId: number) => sendToAdminStream({ type: 'tasks.task-approved.v1', taskId, companyProfileId: company._id })

it('an event about a task requests only this task and the counts; the task is added to the list, moved or removed', async () => {
  await openBoard('?tab=total')
  const { tasks: lists, counts } = calls()
  bakery.tasks[0] = taskOf({ taskId: 5, title: 'Post 5', currentStatus: 'Roll Back' })
  changed(5)
  await expect.poll(cardTitles).toEqual(['Post 5', 'Post 7', 'Post 6'])
  bakery.tasks.push(taskOf({ taskId: 8, title: 'Post 8' }))
  changed(8)
  await expect.poll(cardTitles).toEqual(['Post 5', 'Post 8', 'Post 7', 'Post 6'])
  bakery.tasks.splice(1, 1)
  changed(6)
  await expect.poll(cardTitles).toEqual(['Post 5', 'Post 8', 'Post 7'])
  await expect.element(page.getByRole('tab', { name: 'Refer Back Tasks: 1' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Total Tasks: 3' })).toBeVisible()
  expect(asked.task.map(({ address }) => address)).toEqual([5, 8, 6].map((id) => `/api/admin/board/tasks/${id}`))
  expect(calls()).toMatchObject({ tasks: lists, companies: 0, company: 0 })
  expect(asked.counts.length).toBeLessThanOrEqual((counts ?? 0) + 3)
})

it('in the list of companies, only the company of the changed task is requested; a new company is added at the end', async () => {
  await openBoard('?tab=tasks')
  const { companies: lists } = calls()
  bakery.tasks[2] = taskOf({ taskId: 7, title: 'Post 7', currentStatus: 'Posted' })
  changed(7)
  await expect.poll(cardTitles).toEqual(['Post 6', 'Post 5'])
  await expect.element(page.getByText('2 open · 1 posted')).toBeVisible()
  expect(calls()).toMatchObject({ companies: lists, company: 1, task: 0, tasks: 0 })

  const next = companyOf(2, { _id: 'company-2' })
  asked = boardOf(bakery, { company: next, tasks: [taskOf({ taskId: 9, title: 'Post 9', companyProfileId: next._id })] })
  sendToAdminStream({ type: 'tasks.task-assigned.v1', taskId: 9, companyProfileId: next._id })
  await expect.element(page.getByRole('heading', { name: 'Company 2' })).toBeVisible()
  expect(cardTitles()).toEqual(['Post 6', 'Post 5', 'Post 9'])
  expect(calls()).toMatchObject({ companies: 0, company: 1 })
})

it('a message about findings in a preview is a toast that leads to the task; without a message there is none', async () => {
  await openBoard('?tab=total')
  const event = { type: 'tasks.preview-proofread.v1', companyProfileId: company._id }
  const message = 'There is 1 thing to check in version 2 of "Post 6" of Bakery.'
  sendToAdminStream({ ...event, taskId: 5 }, { ...event, taskId: 6, message })
  await page.getByRole('button', { name: 'Open the task' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=total&task=6')
})

it('a fully loaded strip shows current data after switching tabs', { tags: 'nightly' }, async () => {
  bakery.tasks = Array.from({ length: 14 }, (_, i) => taskOf({ taskId: i + 1, title: `Post ${i + 1}` }))
  asked = boardOf(bakery)
  await openApp('/admin/dashboard?tab=tasks')
  await expect.poll(() => cardTitles().length).toBe(8)
  const strip = page.getByRole('group', { name: `Tasks of ${company.companyName}` }).element()
  await expect.poll(() => strip.querySelectorAll('li').length).toBe(9)
  strip.scrollTo({ left: strip.scrollWidth, behavior: 'instant' })
  await expect.poll(() => cardTitles().length).toBe(14)

  await page.getByRole('tab', { name: 'Companies' }).click()
  await expect.element(page.getByRole('link', { name: /^Add Task for/ })).toBeVisible()
  bakery.tasks[13] = taskOf({ taskId: 14, title: 'Rye bread', version: 3 })
  changed(14)
  await expect.poll(() => asked.company.length).toBe(1)
  await page.getByRole('tab', { name: 'Tasks', exact: true }).click()
  await expect.poll(() => cardTitles().slice(0, 2)).toEqual(['Rye bread', 'Post 13'])
})

it('many changes at once reload the list once', async () => {
  await openBoard('?tab=pending')
  const { tasks: lists } = calls()
  const added = Array.from({ length: 12 }, (_, i) => 20 + i)
  bakery.tasks.push(...added.map((taskId) => taskOf({ taskId, title: `Post ${taskId}` })))
  sendToAdminStream(...added.map((taskId) => ({ type: 'tasks.task-assigned.v1', taskId, companyProfileId: company._id })))
  await expect.poll(() => cardTitles().length).toBe(15)
  await expect.element(page.getByRole('tab', { name: 'Pending Tasks: 15' })).toBeVisible()
  expect(calls()).toMatchObject({ tasks: (lists ?? 0) + 1 })
  expect(asked.task).toEqual([])
})

it('a launched task leaves the list at once, stays readable in its panel, and no list is reloaded', { tags: 'nightly' }, async () => {
  const due = taskOf({ taskId: 5, title: 'Post 5', currentStatus: 'Approved', targetPostingDate: '2026-01-05' })
  bakery.tasks[0] = due
  asked = boardOf(bakery)
  await openApp('/admin/dashboard?tab=launch')
  await page.getByRole('link', { name: 'Post 5' }).click()
  const panel = page.getByRole('dialog', { name: 'Post 5' })
  answer(updateTask, () => {
    bakery.tasks[0] = { ...due, currentStatus: 'Posted', adminPostComment: 'Live.', version: 3 }
    return reply(updateTask, bakery.tasks[0])
  })
  const { tasks: lists } = calls()
  await panel.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(panel.getByRole('button', { name: 'Launched' })).toBeVisible()
  await expect.element(page.getByText('Nothing is due for launch today.')).toBeInTheDocument()
  await expect.element(page.getByText('Approved Tasks: 0').first()).toBeInTheDocument()
  expect(calls()).toMatchObject({ tasks: lists })
})

it('when an open task is removed, its panel closes with "Task not found"', async () => {
  await openBoard('?tab=pending')
  await page.getByRole('link', { name: 'Post 5' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Post 5' })).toBeVisible()
  bakery.tasks.shift()
  changed(5)
  await expect.element(page.getByText('Task not found')).toBeInTheDocument()
  await expect.poll(address).toBe('/admin/dashboard?tab=pending')
  expect(cardTitles()).toEqual(['Post 6', 'Post 7'])
})
