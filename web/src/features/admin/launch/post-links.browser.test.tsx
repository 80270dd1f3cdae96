import '../AdminDashboardPage.tsx'
import '../tabs/LaunchTab.tsx'
import '../kit/PostingKit.tsx'
import '../task/ChangePost.tsx'
import '../task/LaunchForm.tsx'
import '../task/TaskPanel.tsx'
import './LaunchBar.tsx'
import './LaunchDialog.tsx'
import { launchTasks } from '@app/contracts/http/launch-tasks.ts'
import { changePost } from '@app/contracts/http/post-links.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { addDays } from '@app/contracts/rules/business-dates.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { businessToday } from '../../../shared/format/dates.ts'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

beforeEach(() => signInAs.admin())

const today = businessToday()
const approved = (taskId: number, changes: Partial<Task> = {}): Task =>
  taskOf({ taskId, title: `Post ${taskId}`, currentStatus: 'Approved', targetPostingDate: today, ...changes })
const insta = (n: number) => `https://www.instagram.com/p/${n}/`
const bodyOf = (sent: Sent | undefined) => JSON.parse(String(sent?.body))

const panel = page.getByRole('dialog', { name: /^Post \d/ })

it('a launch says when and where it was posted, and a refused link is shown at its field', async () => {
  const tasks = [approved(1, { platform_x: true })]
  boardOf({ company, tasks })
  const refused = answer(updateTask, () =>
    refusal(422, 'Refused', { errors: [{ field: 'postedAt', message: 'A task cannot be posted in the future' }] }),
  )
  await openApp('/admin/dashboard?tab=launch&task=1')
  const link = panel.getByRole('textbox', { name: 'X link (optional)' })
  await link.fill('x.com/bakery/1')
  await panel.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(panel.getByText('Please enter a complete address that begins with https://')).toBeVisible()
  await expect.element(link).toHaveFocus()
  expect(refused).toEqual([])

  await link.fill('https://bakery.example/1')
  await expect.element(panel.getByText('This isn’t an address of X. Is it the right link?')).toBeVisible()
  await link.fill('https://x.com/bakery/1')
  await expect.element(panel.getByText(/isn’t an address of X/)).not.toBeInTheDocument()
  const postedAt = panel.getByLabelText('Posted at')
  await expect.element(panel.getByText('Eastern Time', { exact: false })).toBeVisible()
  await postedAt.fill('2026-11-25T09:30')
  await panel.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(panel.getByText('A task cannot be posted in the future')).toBeVisible()
  expect(bodyOf(refused[0])).toEqual({
    currentStatus: 'Posted',
    adminPostComment: '',
    version: 2,
    postedAt: '2026-11-25T14:30:00.000Z',
    postLinks: { platform_x: 'https://x.com/bakery/1' },
  })

  const posted = approved(1, { currentStatus: 'Posted', version: 3, platform_x: true, postLinks: { platform_x: 'https://x.com/bakery/1' } })
  answer(updateTask, () => {
    tasks[0] = posted
    return reply(updateTask, posted)
  })
  await panel.getByRole('button', { name: 'Launch', exact: true }).click()
  await expect.element(panel.getByRole('list', { name: 'Links to the post' }).getByRole('link', { name: /^X/ })).toBeVisible()
})

const bar = page.getByRole('region', { name: 'Selected tasks' })
const dialog = page.getByRole('dialog', { name: /^Launch \d/ })
const linkOf = (taskId: number) => dialog.getByRole('textbox', { name: `Instagram link of #${taskId}` })

async function openTable(tasks: Task[]): Promise<void> {
  boardOf({ company, tasks })
  await openApp('/admin/dashboard?tab=launch')
  await bar.getByRole('checkbox', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: /^Launch/ }).click()
  await expect.element(dialog).toBeVisible()
}

function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

it('a pasted list of links fills the rows, and each failed row stays with its reason', async () => {
  const tasks = [approved(1), approved(2), approved(3)]
  await openTable(tasks)
  await linkOf(1).click()
  paste([1, 2, 3, 4].map(insta).join('\n'))
  await expect.element(dialog.getByRole('status').filter({ hasText: '3 links filled in. 1 left over.' })).toBeVisible()
  await expect.element(linkOf(3)).toHaveValue(insta(3))
  // Enter leads to the next row, and from the last row to the button.
  await userEvent.keyboard('{Enter}')
  await expect.element(linkOf(2)).toHaveFocus()
  await dialog.getByRole('button', { name: 'Posted now (change the time of #3)' }).click()
  await expect.element(dialog.getByLabelText('Posted at, #3')).toHaveFocus()
  await dialog.getByLabelText('Posted at, #3').fill('2026-11-25T09:30')
  await linkOf(3).click()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Launch 3 tasks' })).toHaveFocus()
  await atEachWidth(() => expect.element(linkOf(3)).toBeVisible())

  const sent = answer(launchTasks, (request) =>
    reply(launchTasks, {
      results: (bodyOf(request).tasks as { id: string }[]).map(({ id }, at): TaskResult => {
        const task = tasks.find(({ _id }) => _id === id) as Task
        if (at === 1) return { id, status: 422, message: 'Please enter a complete address that begins with https://', task }
        return { id, status: 200, message: '', task: { ...task, currentStatus: 'Posted', version: 3 } }
      }),
    }),
  )
  await userEvent.keyboard('{Enter}')
  const row = dialog.getByRole('listitem').filter({ hasText: 'Post 2' })
  await expect.element(row.getByText('Please enter a complete address that begins with https://')).toBeVisible()
  await expect.element(linkOf(2)).toHaveValue(insta(2))
  await expect.element(linkOf(1)).not.toBeInTheDocument()
  expect(bodyOf(sent[0]).tasks).toEqual([
    { id: 'task-1', version: 2, idempotencyKey: expect.any(String), postLinks: { platform_insta: insta(1) } },
    { id: 'task-2', version: 2, idempotencyKey: expect.any(String), postLinks: { platform_insta: insta(2) } },
    {
      id: 'task-3',
      version: 2,
      idempotencyKey: expect.any(String),
      postLinks: { platform_insta: insta(3) },
      postedAt: '2026-11-25T14:30:00.000Z',
    },
  ])
})

it('the link of a row is checked before any task is launched', async () => {
  await openTable([approved(1), approved(2)])
  await linkOf(2).fill('http://www.instagram.com/p/2/')
  await dialog.getByRole('button', { name: 'Launch 2 tasks' }).click()
  await expect.element(dialog.getByText('Please enter a complete address that begins with https://')).toBeVisible()
  await expect.element(linkOf(2)).toHaveFocus()
})

it('an admin adds a link to a post later, and sees the conflict if someone else was faster', async () => {
  const posted = approved(1, { currentStatus: 'Posted', postedAt: '2026-11-25T14:30:00.000Z', postedOn: '2026-11-25' })
  boardOf({ company, tasks: [posted] })
  const sent = answer(changePost, () => refusal(409, 'This task has changed.', { task: posted }))
  await openApp('/admin/dashboard?tab=total&task=1')
  await page.getByRole('button', { name: 'Change time or links' }).click()
  const change = page.getByRole('dialog', { name: 'Change the post' })
  await expect.element(change.getByLabelText('Posted at')).toHaveValue('2026-11-25T09:30')
  await change.getByRole('textbox', { name: 'Instagram link (optional)' }).fill(insta(1))
  await change.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('This task has changed.')).toBeInTheDocument()
  answer(changePost, () => reply(changePost, { ...posted, version: 3, postLinks: { platform_insta: insta(1) } }))
  await change.getByRole('button', { name: 'Save' }).click()
  await expect.element(change).not.toBeInTheDocument()
  expect(bodyOf(sent[0])).toEqual({ postLinks: { platform_insta: insta(1) } })
})

it('a task whose time has come is due now, and a toast leads to it', async () => {
  boardOf({
    company,
    tasks: [
      approved(1, { targetPostingTime: '00:00' }),
      approved(2, { targetPostingTime: '00:00', targetPostingDate: addDays(today, -1) }),
      approved(3),
    ],
  })
  await openApp('/admin/dashboard?tab=launch&view=cards')
  const card = (title: string) => page.getByRole('article').filter({ hasText: title })
  await expect.element(card('Post 1').getByText('Due now')).toBeVisible()
  await expect.element(card('Post 1').getByText('12:00 AM', { exact: false })).toBeVisible()
  await expect.element(card('Post 2').getByText('Over Date')).toBeVisible()
  await expect.element(card('Post 2').getByText('Due now')).not.toBeInTheDocument()
  await expect.element(card('Post 3').getByText('Due now')).not.toBeInTheDocument()

  const message = 'It is time to post "Post 1" of Bakery.'
  sendToAdminStream({ type: 'tasks.post-due.v1', message, taskId: 1, companyProfileId: company._id })
  await page.getByRole('button', { name: 'Open the task' }).click()
  await expect.element(panel).toBeVisible()
  expect(address()).toBe('/admin/dashboard?tab=launch&view=cards&task=1')
})
