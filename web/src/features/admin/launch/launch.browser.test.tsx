import '../AdminDashboardPage.tsx'
import '../board/BoardTools.tsx'
import '../tabs/LaunchTab.tsx'
import '../tabs/TaskTable.tsx'
import '../task/LaunchForm.tsx'
import '../task/TaskPanel.tsx'
import './LaunchBar.tsx'
import './LaunchDialog.tsx'
import { launchTasks } from '@app/contracts/http/launch-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf, cardTitles, companyOf } from '../../../testing/board.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

beforeEach(() => signInAs.admin())

const company = companyOf(1)
const approved = (taskId: number, changes: Partial<Task> = {}): Task =>
  taskOf({
    taskId,
    title: `Post ${taskId}`,
    companyProfileId: company._id,
    currentStatus: 'Approved',
    targetPostingDate: '2026-01-05',
    ...changes,
  })

const select = (taskId: number) => page.getByRole('checkbox', { name: `Select #${taskId} Post ${taskId}` })
const bar = page.getByRole('region', { name: 'Selected tasks' })
const dialog = page.getByRole('dialog', { name: /^Launch \d/ })
const comment = dialog.getByRole('textbox', { name: 'Admin Post Comment' })

interface Body {
  adminPostComment: string
  tasks: { id: string; version: number; idempotencyKey: string; acceptUnconfirmed?: boolean }[]
}
const bodyOf = (sent: Sent | undefined): Body => JSON.parse(String(sent?.body))

/** Mocks launches. A task is launched, unless `failures` contains a message for it. */
function launches(tasks: Task[], failures: Record<string, string> = {}) {
  return answer(launchTasks, (sent) => {
    const results = bodyOf(sent).tasks.map(({ id }): TaskResult => {
      const at = tasks.findIndex(({ _id }) => _id === id)
      const task = tasks[at] as Task
      if (failures[id]) return { id, status: 409, message: failures[id], task }
      tasks[at] = { ...task, currentStatus: 'Posted', version: task.version + 1 }
      return { id, status: 200, message: '', task: tasks[at] }
    })
    return reply(launchTasks, { results })
  })
}

it('launches several selected tasks with one comment, and a toast says how many were launched', async () => {
  const tasks = [approved(1), approved(2), approved(3)]
  boardOf({ company, tasks })
  const sent = launches(tasks)
  await openApp('/admin/dashboard?tab=launch')
  await expect.element(bar.getByRole('button', { name: 'Launch selected' })).toHaveAttribute('aria-disabled', 'true')
  await select(1).click()
  await select(3).click()
  await expect.element(bar.getByRole('status')).toHaveTextContent('2 selected')
  const selectAll = bar.getByRole('checkbox', { name: 'Select all' })
  await expect.element(selectAll).toBePartiallyChecked()
  await expect.poll(() => getComputedStyle(selectAll.element(), '::before').scale).toBe('1')
  await atEachWidth(() => expect.element(bar).toBeVisible())
  await bar.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await expect.element(comment).toHaveFocus()
  await comment.fill(' Live since nine. ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 tasks launched')).toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(cardTitles).toEqual(['Post 2'])
  expect(bodyOf(sent[0])).toEqual({
    adminPostComment: 'Live since nine.',
    tasks: [
      { id: 'task-1', version: 2, idempotencyKey: expect.any(String) },
      { id: 'task-3', version: 2, idempotencyKey: expect.any(String) },
    ],
  })
  await expect.element(bar.getByRole('status')).toHaveTextContent('')
})

it('each task shows its own result, and a second attempt launches only the tasks that failed', async () => {
  const tasks = [approved(1), approved(2)]
  boardOf({ company, tasks })
  launches(tasks, { 'task-2': 'This task has changed in the meantime. Please look at it again.' })
  await openApp('/admin/dashboard?tab=launch')
  await bar.getByRole('checkbox', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await comment.fill('Live.')
  await dialog.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Post 1' })).toMatchTextContent(/Launched$/)
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Post 2' })).toMatchTextContent(/Please look at it again\.$/)
  await expect.element(dialog.getByRole('status').filter({ hasText: '1 of 2 tasks launched' })).toBeVisible()
  // In the open dialog, no toast covers the results.
  expect(document.querySelector('.Toastify__toast')).toBeNull()
  await expect.element(comment).toHaveValue('Live.')

  const again = launches(tasks)
  await dialog.getByRole('button', { name: 'Try again (1)' }).click()
  await expect.element(page.getByText('2 tasks launched')).toBeInTheDocument()
  expect(bodyOf(again[0])).toMatchObject({ adminPostComment: 'Live.', tasks: [{ id: 'task-2' }] })
  await expect.element(dialog).not.toBeInTheDocument()
})

it('a lost response is requested again with the same idempotency keys', { tags: 'nightly' }, async () => {
  const tasks = [approved(1)]
  boardOf({ company, tasks })
  const lost = answer(launchTasks, () => Promise.reject(new TypeError('Failed to fetch')))
  await openApp('/admin/dashboard?tab=launch')
  await select(1).click()
  await bar.getByRole('button', { name: 'Launch 1 task' }).click()
  await dialog.getByRole('button', { name: 'Launch 1 task' }).click()
  await expect.element(page.getByText('Failed to launch task.')).toBeInTheDocument()
  const sent = launches(tasks)
  const launch = dialog.getByRole('button', { name: 'Launch 1 task' })
  await expect.element(launch).not.toHaveAttribute('aria-busy')
  await launch.click()
  await expect.element(page.getByText('1 task launched')).toBeInTheDocument()
  const keys = new Set([...lost, ...sent].map((one) => bodyOf(one).tasks[0]?.idempotencyKey))
  expect(lost.length).toBe(3)
  expect(keys.size).toBe(1)
})

it('a failed request shows the message of the server, and the dialog stays open', async () => {
  boardOf({ company, tasks: [approved(1)] })
  answer(launchTasks, () => refusal(503, 'This cannot be done at the moment. Please try again shortly.'))
  await openApp('/admin/dashboard?tab=launch')
  await select(1).click()
  await bar.getByRole('button', { name: 'Launch 1 task' }).click()
  await dialog.getByRole('button', { name: 'Launch 1 task' }).click()
  await expect.element(page.getByText('This cannot be done at the moment. Please try again shortly.')).toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
})

it('an unconfirmed approval is launched only after the admin has ticked that the client confirmed it', async () => {
  const tasks = [approved(1), approved(2, { approvalUnconfirmed: true })]
  boardOf({ company, tasks })
  const sent = launches(tasks)
  await openApp('/admin/dashboard?tab=launch')
  await bar.getByRole('checkbox', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await expect
    .element(dialog.getByText(/Call the company before you launch\. Without their confirmation, this task isn’t launched\./))
    .toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Launch 1 task' })).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'The company confirmed the approval of #2' }).click()
  await dialog.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await expect.element(page.getByText('2 tasks launched')).toBeInTheDocument()
  expect(bodyOf(sent[0]).tasks.map(({ acceptUnconfirmed }) => acceptUnconfirmed)).toEqual([undefined, true])
})

it('an unsent comment asks for confirmation before the dialog closes', { tags: 'nightly' }, async () => {
  boardOf({ company, tasks: [approved(1)] })
  await openApp('/admin/dashboard?tab=launch')
  await select(1).click()
  await bar.getByRole('button', { name: 'Launch 1 task' }).click()
  await comment.fill('Live.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog', { name: 'Discard what you entered?' }).getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await bar.getByRole('button', { name: 'Launch 1 task' }).click()
  await expect.element(comment).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(bar.getByRole('button', { name: 'Launch 1 task' })).toHaveFocus()
})

it('the keyboard selects tasks and launches them; the compact view has the same checkboxes', async () => {
  const tasks = [approved(1), approved(2)]
  boardOf({ company, tasks })
  launches(tasks)
  await openApp('/admin/dashboard?tab=launch&view=dense')
  await expect.element(page.getByRole('table')).toBeVisible()
  ;(select(2).element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(bar.getByRole('status')).toHaveTextContent('1 selected')
  expect(address()).toBe('/admin/dashboard?tab=launch&view=dense')
  ;(bar.getByRole('button', { name: 'Launch 1 task' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(comment).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1 task launched')).toBeInTheDocument()
  await expect.element(select(2)).not.toBeInTheDocument()
})

it('"Launch and next" launches a task and opens the next one; after the last task, the panel closes', async () => {
  const tasks = [approved(1), approved(2)]
  boardOf({ company, tasks })
  answer(updateTask, ({ address: at }) => {
    const task = tasks.find(({ _id }) => at.endsWith(`/${_id}`)) as Task
    tasks.splice(tasks.indexOf(task), 1, { ...task, currentStatus: 'Posted', version: 3 })
    return reply(updateTask, { ...task, currentStatus: 'Posted', version: 3 })
  })
  await openApp('/admin/dashboard?tab=launch')
  await page.getByRole('link', { name: 'Post 1' }).click()
  await page.getByRole('dialog', { name: 'Post 1' }).getByRole('button', { name: 'Launch and next' }).click()
  const next = page.getByRole('dialog', { name: 'Post 2' })
  await expect.element(next).toBeVisible()
  await expect.element(next.getByRole('heading', { name: 'Post 2' })).toHaveFocus()
  expect(address()).toBe('/admin/dashboard?tab=launch&task=2')
  // No task follows, so the panel has no second button.
  expect(next.getByRole('button', { name: 'Launch and next' }).elements()).toEqual([])
  await next.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(next.getByRole('button', { name: 'Launched' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe('/admin/dashboard?tab=launch')
})

it('an early launch asks and names the date, and Cancel launches nothing', async () => {
  const tasks = [approved(1, { targetPostingDate: '2099-12-07' })]
  boardOf({ company, tasks })
  const sent = answer(updateTask, () => {
    tasks[0] = approved(1, { currentStatus: 'Posted', version: 3 })
    return reply(updateTask, tasks[0])
  })
  await openApp('/admin/dashboard?tab=launch')
  await page.getByRole('link', { name: 'Post 1' }).click()
  const panel = page.getByRole('dialog', { name: 'Post 1' })
  const question = page.getByRole('dialog', { name: 'Launch early?' })
  await panel.getByRole('textbox', { name: 'Admin Post Comment' }).fill('Live.')
  await userEvent.keyboard('{Enter}')
  await expect.element(question.getByText('Posts on Monday, December 7, 2099. Launch now anyway?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(question).toBeVisible()
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'Launch now' }).click()
  await expect.element(panel.getByRole('button', { name: 'Launched' })).toBeVisible()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([{ currentStatus: 'Posted', adminPostComment: 'Live.', version: 2 }])
})

it('a task whose date moved to a later day is launched with others only after the admin has ticked it', async () => {
  const tasks = [approved(1), approved(2)]
  boardOf({ company, tasks })
  launches(tasks, { 'task-2': 'This task has changed in the meantime. Please look at it again.' })
  await openApp('/admin/dashboard?tab=launch')
  await bar.getByRole('checkbox', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Launch 2 tasks' }).click()
  tasks[1] = approved(2, { targetPostingDate: '2099-12-07', version: 3 })
  await dialog.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await expect.element(dialog.getByText('Posts on Monday, December 7, 2099.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Try again (0)' })).toHaveAttribute('aria-disabled', 'true')
  const again = launches(tasks)
  await dialog.getByRole('checkbox', { name: 'Launch #2 now anyway' }).click()
  await dialog.getByRole('button', { name: 'Try again (1)' }).click()
  await expect.element(page.getByText('2 tasks launched')).toBeInTheDocument()
  expect(bodyOf(again[0]).tasks).toMatchObject([{ id: 'task-2', version: 3 }])
})
