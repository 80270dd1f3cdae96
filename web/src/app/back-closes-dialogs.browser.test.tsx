import { listPreviews } from '@app/contracts/http/previews.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply } from '../testing/api.ts'
import { boardOf } from '../testing/board.ts'
import { company, ownerWith, previewOf, taskOf } from '../testing/fixtures.ts'
import { address, openApp, signInAs } from '../testing/open.tsx'
import '../features/admin/AdminDashboardPage.tsx'
import '../features/admin/task/TaskPanel.tsx'
import '../domain/preview/FullPicture.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread', exact: true })
const back = () => window.history.back()

async function openPicture() {
  await panel.getByRole('button', { name: /in full size$/ }).click()
  const picture = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Rotate right' }) })
  await expect.element(picture.last()).toBeVisible()
  await expect.poll(openDialogs).toBe(2)
}
const openDialogs = () => page.getByRole('dialog').elements().length

async function backClosesOneAtATime(closed: string): Promise<void> {
  const opened = address()
  const entries = window.history.length
  await openPicture()
  back()
  await expect.poll(openDialogs).toBe(1)
  await expect.element(panel).toBeVisible()
  expect(address()).toBe(opened)
  back()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe(closed)
  expect(window.history.length).toBeLessThanOrEqual(entries + 1)
}

it('Back closes only the dialog above an owner’s task, then the task', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  answer(listPreviews, () => reply(listPreviews, [previewOf()]))
  await openApp('/management')
  await page.getByRole('button', { name: 'View' }).click()
  await expect.element(panel).toBeVisible()
  await backClosesOneAtATime('/management')
})

it('Back works the same if the task was opened by a direct link', async () => {
  ownerWith(taskOf())
  answer(listPreviews, () => reply(listPreviews, [previewOf()]))
  await openApp('/management?show=task-5')
  await backClosesOneAtATime('/management')
})

it('Back closes a confirmation above an owner’s task', async () => {
  ownerWith(taskOf())
  await openApp('/management')
  await page.getByRole('button', { name: 'View' }).click()
  await panel.getByRole('button', { name: 'Remove Task' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Remove Task' })
  await expect.element(confirmation).toBeVisible()
  back()
  await expect.element(confirmation).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
})

it('Back asks about unsent input in the panel only when it would close the panel', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  answer(listPreviews, () => reply(listPreviews, [previewOf()]))
  await openApp('/management?show=task-5')
  await panel.getByRole('button', { name: 'Refer Back' }).click()
  await panel.getByRole('textbox', { name: 'Feedback' }).fill('Too dark.')
  await openPicture()
  back()
  await expect.poll(openDialogs).toBe(1)
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await expect.element(question).not.toBeInTheDocument()
  back()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(panel.getByRole('textbox', { name: 'Feedback' })).toHaveValue('Too dark.')
  back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe('/management')
})

it('Back closes only the question above an admin’s task', async () => {
  signInAs.admin()
  boardOf({ company, tasks: [taskOf()] })
  await openApp('/admin/dashboard?tab=pending')
  await page.getByRole('link', { name: 'Winter bread' }).click()
  await panel.getByRole('textbox', { name: 'Caption' }).fill('Fresh every day')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await expect.element(question).toBeVisible()
  back()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(panel.getByRole('textbox', { name: 'Caption' })).toHaveValue('Fresh every day')
})
