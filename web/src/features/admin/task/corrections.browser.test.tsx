import { adminRemoveTask, undoLaunch, withdrawPreview } from '@app/contracts/http/corrections.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { editTask } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer, reply, type Sent } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
// The bundles are loaded before the tests, so that the loading does not count towards the timeout of a test.
import '../../../domain/task/change/EditTask.tsx'
import '../AdminDashboardPage.tsx'
import '../tabs/LaunchTab.tsx'
import '../tabs/TaskGridTab.tsx'
import './CorrectionDialog.tsx'
import './LaunchForm.tsx'
import './TaskPanel.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })
const reason = page.getByRole('textbox', { name: /^Reason/ })
const bodyOf = ({ body }: Sent) => JSON.parse(String(body))

async function openTask(task: Task, tab: string): Promise<Task[]> {
  signInAs.admin()
  const tasks = [task]
  boardOf({ company, tasks })
  await openApp(`/admin/dashboard?tab=${tab}&task=5`)
  await expect.element(panel).toBeVisible()
  return tasks
}

it('a waiting preview is withdrawn, and stays in the versions with its reason', async () => {
  const tasks = await openTask(taskOf({ previewNo: 2, version: 3 }), 'pending')
  const sent = answer(withdrawPreview, () => {
    tasks[0] = taskOf({ previewNo: 1, version: 4 })
    const withdrawn = {
      state: 'withdrawn',
      isCurrent: false,
      withdrawnAt: '2026-12-01T15:00:00.000Z',
      withdrawnReason: 'Wrong price',
    } as const
    answer(listPreviews, () => reply(listPreviews, [previewOf({ _id: 'two', number: 2, ...withdrawn }), previewOf()]))
    return reply(withdrawPreview, tasks[0])
  })
  await panel.getByRole('button', { name: 'Withdraw version 2' }).click()
  await reason.fill('Wrong price')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.element(toast('Preview withdrawn')).toBeInTheDocument()
  expect(sent.map(bodyOf)).toEqual([{ previewNo: 2, version: 3, reason: 'Wrong price' }])
  await panel.getByText('Withdrawn', { exact: true }).click()
  await expect.element(panel.getByText(/: Wrong price$/)).toBeVisible()
})

it('after the only preview is withdrawn, the panel still has each part once', async () => {
  const tasks = await openTask(taskOf({ previewNo: 1, version: 3 }), 'pending')
  answer(withdrawPreview, () => {
    tasks[0] = taskOf({ doneTaskImage: null, previewNo: null, version: 4 })
    return reply(withdrawPreview, tasks[0])
  })
  await expect.element(panel.getByRole('button', { name: 'Remind the company' })).toBeVisible()
  await panel.getByRole('button', { name: 'Withdraw version 1' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.element(panel.getByRole('button', { name: 'Remind the company' })).not.toBeInTheDocument()
  expect(panel.getByRole('heading', { level: 3, name: 'Messages' }).elements()).toHaveLength(1)
})

it('a launch is undone with a reason, and the task can be launched again', async () => {
  const tasks = await openTask(taskOf({ currentStatus: 'Posted', approvedPreviewNo: 1, version: 5 }), 'launch')
  const sent = answer(undoLaunch, () => {
    tasks[0] = taskOf({ currentStatus: 'Approved', approvedPreviewNo: 1, version: 6 })
    return reply(undoLaunch, tasks[0])
  })
  await panel.getByRole('button', { name: 'Undo launch' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this launch?' })
  await question.getByRole('button', { name: 'Undo launch' }).click()
  await expect.element(page.getByText('Please tell the company why.')).toBeVisible()
  await reason.fill('Wrong account')
  await question.getByRole('button', { name: 'Undo launch' }).click()
  await expect.element(toast('Launch undone')).toBeInTheDocument()
  expect(sent.map(bodyOf)).toEqual([{ reason: 'Wrong account', version: 5 }])
  await expect.element(panel.getByRole('button', { name: 'Launch', exact: true })).not.toHaveAttribute('aria-disabled')
})

it('a task is removed with a reason, and its panel closes', async () => {
  const tasks = await openTask(taskOf({ version: 5 }), 'pending')
  const sent = answer(adminRemoveTask, () => {
    tasks.pop()
    return reply(adminRemoveTask, { message: 'Task removed' })
  })
  await panel.getByRole('button', { name: 'Remove task' }).click()
  await reason.fill('A duplicate')
  await page.getByRole('dialog', { name: 'Remove this task?' }).getByRole('button', { name: 'Remove task' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe('/admin/dashboard?tab=pending')
  await expect.element(page.getByRole('link', { name: 'Winter bread' })).not.toBeInTheDocument()
  expect(sent.map(bodyOf)).toEqual([{ reason: 'A duplicate', version: 5 }])
})

it('an admin edits the brief of an approved task', async () => {
  const tasks = await openTask(taskOf({ currentStatus: 'Approved', version: 5 }), 'launch')
  const sent = answer(editTask, () => {
    tasks[0] = taskOf({ currentStatus: 'Approved', title: 'Winter bread', offerormessage: 'Two for one', version: 6 })
    return reply(editTask, tasks[0])
  })
  await panel.getByRole('button', { name: 'Edit the brief' }).click()
  await page.getByRole('textbox', { name: 'Key Offer' }).fill('Two for one')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(panel.getByText('Two for one')).toBeVisible()
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"5"'])
})
