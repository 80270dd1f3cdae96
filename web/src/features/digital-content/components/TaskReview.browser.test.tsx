import { addFeedback, updateTask } from '@app/contracts/http/tasks.ts'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { ownerWith, picture, taskOf } from '../../../testing/fixtures.ts'
import { dismissToast, openApp } from '../../../testing/open.tsx'

const SEEN = picture('coral')
const NEWER = picture('navy')
const CHANGED = 'This task was changed in the meantime. Please check it again.'
const preview = page.getByRole('img', { name: 'Task Preview of Winter bread' })
const button = (name: string) => page.getByRole('button', { name, exact: true })

let tasks: ReturnType<typeof ownerWith>
beforeEach(async () => {
  tasks = ownerWith(taskOf({ doneTaskImage: SEEN, version: 2 }))
  await openApp('/management?show=task-5')
  await expect.element(preview).toHaveAttribute('src', SEEN)
})

/** Simulates an admin who uploads a new preview while the panel is open. */
async function deliverAnother(): Promise<void> {
  tasks[0] = taskOf({ doneTaskImage: NEWER, version: 3 })
  fireTasksUpdated()
  await expect.element(page.getByRole('status').filter({ hasText: 'A newer preview is ready.' })).toBeVisible()
}

it('a newer preview is announced, and shown when the owner asks for it', async () => {
  await deliverAnother()
  await expect.element(preview).toHaveAttribute('src', SEEN)
  await button('Show the new version').click()
  await expect.element(preview).toHaveAttribute('src', NEWER)
  // The pressed button was removed, so the heading gets the focus.
  await expect.element(page.getByRole('heading', { name: 'Winter bread', level: 2 })).toHaveFocus()
})

it('approving an outdated preview fails, and the newer preview can then be shown and approved', async () => {
  const sent = answer(updateTask, ({ body }) => {
    const { version } = JSON.parse(String(body))
    return version === 3 ? reply(updateTask, taskOf({ currentStatus: 'Approved', version: 4 })) : refusal(409, CHANGED, { task: tasks[0] })
  })
  // The page received no event for the newer version. The 409 response contains that version.
  tasks[0] = taskOf({ doneTaskImage: NEWER, version: 3 })
  await button('Approve').click()
  await expect.element(page.getByText(CHANGED)).toBeVisible()
  await expect.element(preview).toHaveAttribute('src', SEEN)

  await dismissToast()
  await button('Show the new version').click()
  await expect.element(preview).toHaveAttribute('src', NEWER)
  await button('Approve').click()
  await expect.element(page.getByText('Task approved successfully')).toBeInTheDocument()
  expect(sent.map(({ body }) => JSON.parse(String(body)).version)).toEqual([2, 3])
})

it('feedback refers to the preview that the owner saw, and its text stays when a newer preview arrives', async () => {
  const sent = answer(addFeedback, () => refusal(409, 'A newer preview is ready. Please look at it first.', { task: tasks[0] }))
  await button('Refer Back').click()
  await page.getByRole('textbox', { name: 'Feedback' }).fill('Too dark.')
  await deliverAnother()
  await button('Send Feedback').click()
  await expect.element(page.getByText('A newer preview is ready. Please look at it first.')).toBeVisible()
  const form = sent[0]?.body as FormData
  expect([form.get('version'), form.get('doneTaskImageUrl')]).toEqual(['2', SEEN])
  await dismissToast()
  await button('Show the new version').click()
  await expect.element(page.getByRole('textbox', { name: 'Feedback' })).toHaveValue('Too dark.')
})

it('a change or removal by someone else is announced, but the shown preview is not replaced', async () => {
  tasks[0] = taskOf({ doneTaskImage: SEEN, currentStatus: 'Approved', version: 3 })
  fireTasksUpdated()
  await expect.element(page.getByText('This task has just changed.')).toBeVisible()
  await expect.element(button('Approve')).toBeVisible()

  tasks.length = 0
  fireTasksUpdated()
  await expect.element(page.getByText('This task was removed.')).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  await expect.element(preview).toHaveAttribute('src', SEEN)
})
