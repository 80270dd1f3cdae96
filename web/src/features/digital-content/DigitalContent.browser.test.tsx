import { sendVerification } from '@app/contracts/http/email-verification.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { addFeedback, listTasks, removeTask, updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, never, refusal, reply } from '../../testing/api.ts'
import { owner, ownerWith, taskOf } from '../../testing/fixtures.ts'
import { address, go, openApp } from '../../testing/open.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

it('closing a panel goes back in the history: Forward opens it again, Back leaves the page', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  await openApp('/management')
  await page.getByRole('button', { name: 'View' }).click()
  await expect.element(panel).toBeVisible()
  const entries = window.history.length
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe('/management')
  expect(window.history.length).toBe(entries)

  await go(1)
  await expect.element(panel).toBeVisible()
  await go(-1)
  await expect.element(panel).not.toBeInTheDocument()
  await go(-1)
  expect(window.location.pathname).not.toBe('/management')
})

it('opening and closing several panels leaves no history entries', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  await openApp('/management')
  for (const [opener, opened] of [
    ['+ Assign New Task', 'Add New Task'],
    ['Launched Reports', 'Posted Tasks'],
    ['View', 'Winter bread'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await page.getByRole('dialog', { name: opened }).getByRole('button', { name: 'Close' }).click()
    await expect.poll(address).toBe('/management')
  }
  await go(-1)
  expect(window.location.pathname).not.toBe('/management')
})

it('closing a panel that was opened by a direct link leads to the page without the panel', async () => {
  ownerWith(taskOf())
  await openApp('/management?show=task-5')
  await panel.getByRole('button', { name: 'Close' }).click()
  // No element opened the panel, so there is none to return the focus to. The heading gets the focus.
  await expect.element(heading('Tasks')).toHaveFocus()
  expect(address()).toBe('/management')
  await go(-1)
  expect(window.location.pathname).not.toBe('/management')
})

it.each([
  ['a task that does not exist', 'task-404', 'Task not found'],
  ['a missing task number', 'task-', 'No task selected'],
])('%s in the URL shows a message once; Back and Forward skip this URL', async (_case, query, message) => {
  ownerWith(taskOf())
  await openApp(`/management?show=${query}`)
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.poll(address).toBe('/management')
  await go(-1)
  expect(window.location.pathname).not.toBe('/management')
  await go(1)
  expect(address()).toBe('/management')
})

it('the URL of a deleted task in the history redirects to the list without trapping Back', { tags: 'nightly' }, async () => {
  const tasks = ownerWith(taskOf())
  answer(removeTask, () => {
    tasks.length = 0
    return reply(removeTask, { message: 'Removed.' })
  })
  await openApp('/management')
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Remove Task' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Task deleted successfully')).toBeInTheDocument()
  await expect.poll(address).toBe('/management')
  await expect.element(page.getByText('Click above to add your task!')).toBeVisible()

  await go(1)
  await expect.element(page.getByText('Task not found')).toBeVisible()
  await expect.poll(address).toBe('/management')
  await go(-1)
  expect(address()).toBe('/management')
  await go(-1)
  expect(window.location.pathname).not.toBe('/management')
})

it('when a card moves to another row, the heading of its previous row gets the focus', async () => {
  const tasks = ownerWith(taskOf())
  answer(updateTask, () => {
    tasks[0] = taskOf({ currentStatus: 'Approved', version: 3 })
    return reply(updateTask, tasks[0])
  })
  await openApp('/management')
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect.element(page.getByText('Approved. You can undo this until we post it.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('region', { name: 'Approved & Yet to launch' }).getByText('Winter bread')).toBeVisible()
  await expect.element(heading('Pending')).toHaveFocus()
})

it('the result of an action is shown at once, before the lists are reloaded', async () => {
  ownerWith(taskOf(), taskOf({ taskId: 6, title: 'Rye bread' }))
  const feedback = {
    feedback: 'Too dark.',
    doneTaskImage: null,
    clientSuggestImage: null,
    previewNo: 1,
    createdAt: '2026-12-02T12:00:00.000Z',
  }
  answer(addFeedback, () => reply(addFeedback, taskOf({ currentStatus: 'Roll Back', rollbackFeedback: [feedback], version: 3 })))
  answer(removeTask, () => reply(removeTask, { message: 'Removed.' }))
  await openApp('/management')
  const view = (title: string) => page.getByRole('article').filter({ hasText: title }).getByRole('button', { name: 'View' })
  await expect.element(view('Winter bread')).toBeVisible()
  answer(listTasks, never)

  await view('Winter bread').click()
  await page.getByRole('button', { name: 'Refer Back' }).click()
  await page.getByRole('textbox', { name: 'Feedback' }).fill('Too dark.')
  await page.getByRole('button', { name: 'Send Feedback' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await view('Winter bread').click()
  await expect.element(panel.getByText('1. Too dark.')).toBeVisible()
  await expect.element(panel.getByText('in the meantime')).not.toBeInTheDocument()
  await panel.getByRole('button', { name: 'Close' }).click()

  await view('Rye bread').click()
  await page.getByRole('button', { name: 'Remove Task' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(view('Rye bread')).not.toBeInTheDocument()
})

it('a 404 for the list means no tasks and shows no error', async () => {
  ownerWith()
  answer(listTasks, () => refusal(404, 'No tasks found'))
  await openApp('/management')
  await expect.element(page.getByText('Click above to add your task!')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('an owner with an unconfirmed email address reads on Tasks why to confirm it, until it is confirmed', async () => {
  const why = page.getByText('Confirm your email to approve from your inbox.', { exact: false })
  let emailVerified = false
  ownerWith(taskOf())
  answer(getMe, () => reply(getMe, { ...owner, emailVerified }))
  const sent = answer(sendVerification, () =>
    reply(sendVerification, { message: 'We sent a link to ann@shop.example.', alreadyVerified: false }),
  )
  await openApp('/management')
  await expect.element(why).toBeVisible()
  await page.getByRole('button', { name: 'Send the email again' }).click()
  await expect.element(page.getByText('We sent a link to ann@shop.example.')).toBeVisible()
  expect(sent).toHaveLength(1)
  emailVerified = true
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(why).not.toBeInTheDocument()
})
