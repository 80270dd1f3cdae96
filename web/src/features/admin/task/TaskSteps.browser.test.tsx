import '../AdminDashboardPage.tsx'
import '../tabs/CompanyTasksTab.tsx'
import '../tabs/TaskGridTab.tsx'
import './TaskPanel.tsx'
import { getBoardTask } from '@app/contracts/http/board.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf, someCompanies } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { mockDeliveries, pngFile } from '../../../testing/previews.ts'
import { taskQuery } from '../board/queries.ts'

const PENDING = '/admin/dashboard?tab=pending&sort=newest'

const panel = page.getByRole('dialog')
const titled = (name: string) => page.getByRole('dialog', { name, exact: true })
const next = panel.getByRole('button', { name: 'Next task (J)' })
const previous = panel.getByRole('button', { name: 'Previous task (K)' })
const press = (keys: string) => userEvent.keyboard(keys)

/** The list of the tab is sorted from the newest to the oldest task: third, second, first. */
const three = (): Task[] => [
  taskOf({ taskId: 1, title: 'First' }),
  taskOf({ taskId: 2, title: 'Second' }),
  taskOf({ taskId: 3, title: 'Third' }),
]

async function openTask(title: string, tasks: Task[] = three()) {
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks })
  await openApp(PENDING)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect.element(titled(title)).toBeVisible()
}

it('the buttons and the keys J and K step through the list, the URL follows, and Back closes the panel', { tags: 'nightly' }, async () => {
  await openTask('Third')
  await expect.element(panel.getByText('1 of 3', { exact: true })).toBeInTheDocument()
  await expect.element(previous).toHaveAttribute('aria-disabled', 'true')
  await press('j')
  await expect.element(titled('Second')).toBeVisible()
  await expect.poll(address).toBe(`${PENDING}&task=2`)
  await next.click()
  await expect.element(titled('First')).toBeVisible()
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
  await press('J')
  await press('k')
  await expect.element(titled('Second')).toBeVisible()
  await expect.element(panel.getByText('Second, 2 of 3')).toBeInTheDocument()
  await go(-1)
  await expect.element(panel).not.toBeInTheDocument()
  expect(address()).toBe(PENDING)
})

it('after a step, the focus is on the title if the focused control was replaced, and the content starts at the top', async () => {
  await page.viewport(1440, 500)
  await openTask('Third')
  const facts = panel.getByText('#3', { exact: true })
  facts.element().scrollIntoView()
  const control = panel.getByRole('button', { name: '100%' })
  control.element().focus({ preventScroll: true })
  await press('j')
  await expect.element(titled('Second')).toBeVisible()
  await expect.element(panel.getByRole('heading', { name: 'Second' })).toHaveFocus()
  const heading = panel.getByRole('heading', { name: 'Task Image' })
  expect(heading.element().getBoundingClientRect().top).toBeGreaterThan(0)
})

it('the keys do nothing in a field or with Ctrl, and unsent input is confirmed first', { tags: 'nightly' }, async () => {
  await openTask('Third')
  const chooser = panel.getByLabelText(/Upload Task Image/)
  await panel.getByRole('textbox', { name: 'Caption' }).click()
  await press('j')
  await press('{Control>}j{/Control}')
  await expect.element(titled('Third')).toBeVisible()
  await userEvent.clear(panel.getByRole('textbox', { name: 'Caption' }))

  await userEvent.upload(chooser, await pngFile('cup.png'))
  await next.click()
  const question = page.getByRole('dialog', { name: 'Discard what you entered?', exact: true })
  await expect.element(question).toBeVisible()
  await press('j')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(page.getByText('cup.png')).toBeVisible()
  await next.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(titled('Second')).toBeVisible()
  await expect.element(page.getByText('cup.png')).not.toBeInTheDocument()
})

it('the steps go on to tasks of the next page of the list', { tags: 'nightly' }, async () => {
  signInAs.admin(tokenOf('root'))
  boardOf(...someCompanies(1, 62))
  await openApp(PENDING)
  // The list shows its newest task first and loads 60 tasks at once.
  await page.getByRole('link', { name: 'Post 3', exact: true }).click()
  await expect.element(titled('Post 3')).toBeVisible()
  await expect.element(next).not.toHaveAttribute('aria-disabled')
  await press('j')
  await expect.element(titled('Post 2')).toBeVisible()
  await press('j')
  await expect.element(titled('Post 1')).toBeVisible()
  await expect.element(panel.getByText('62 of 62', { exact: true })).toBeInTheDocument()
})

it('on the tab Tasks, the steps stay in the row of the company', async () => {
  signInAs.admin(tokenOf('root'))
  boardOf(...someCompanies(2, 2))
  await openApp('/admin/dashboard?tab=tasks')
  await page.getByRole('link', { name: 'Post 2', exact: true }).click()
  await expect.element(titled('Post 2')).toBeVisible()
  await expect.element(panel.getByText('1 of 2', { exact: true })).toBeInTheDocument()
  await press('j')
  await expect.element(titled('Post 1')).toBeVisible()
  await expect.element(next).toHaveAttribute('aria-disabled', 'true')
})

it('a task that a link opened has no steps if the list does not contain it', async () => {
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks: [...three(), taskOf({ taskId: 9, title: 'Live', currentStatus: 'Posted' })] })
  await openApp(`${PENDING}&task=9`)
  await expect.element(titled('Live')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Third', exact: true, includeHidden: true })).toBeInTheDocument()
  await expect.element(next).not.toBeInTheDocument()
  await press('j')
  await expect.element(titled('Live')).toBeVisible()
})

it('if the next task cannot be loaded, a toast says so, and the panel stays as it is', async () => {
  await openTask('Second')
  answer(getBoardTask, () => refusal(404, 'Task not found'))
  queryClient.removeQueries({ queryKey: taskQuery('1').queryKey })
  await press('j')
  await expect.element(page.getByText('Task not found')).toBeInTheDocument()
  await expect.element(titled('Second')).toBeVisible()
})

it('after an upload, the panel stays open and says what comes next, and leads to the next task without a preview', {
  tags: 'nightly',
}, async () => {
  const tasks = [
    taskOf({ taskId: 1, title: 'First', doneTaskImage: null, previewNo: null }),
    taskOf({ taskId: 2, title: 'Second' }),
    taskOf({ taskId: 3, title: 'Third', currentStatus: 'Pending', doneTaskImage: null, previewNo: null }),
  ]
  await openTask('Third', tasks)
  const previews: Preview[] = []
  mockDeliveries(tasks, previews)
  answer(listPreviews, () => reply(listPreviews, previews))
  await userEvent.upload(panel.getByLabelText(/Upload Task Image/), await pngFile('cup.png'))
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.element(panel.getByText('Version 1 delivered. The company decides next.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Upload', exact: true })).not.toBeInTheDocument()
  const go = panel.getByRole('button', { name: 'Next task without preview' })
  await expect.element(go).toHaveFocus()
  await press('{Enter}')
  await expect.element(titled('First')).toBeVisible()
  await expect.element(panel.getByText(/delivered/)).not.toBeInTheDocument()
  await expect.element(panel.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
})

it('choosing files for another version replaces what comes next by the buttons of the form', { tags: 'nightly' }, async () => {
  const tasks = [taskOf({ taskId: 1, title: 'First', currentStatus: 'Roll Back' })]
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks })
  await openApp('/admin/dashboard?tab=refer-back&task=1')
  mockDeliveries(tasks)
  const chooser = panel.getByLabelText(/Upload Task Image/)
  await userEvent.upload(chooser, await pngFile('cup.png'))
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
  // No other task of the list needs a preview.
  await expect.element(panel.getByText('Version 2 delivered. The company decides next.')).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Next task without preview' })).not.toBeInTheDocument()
  await userEvent.upload(chooser, await pngFile('jug.png'))
  await expect.element(panel.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
  await expect.element(panel.getByText(/delivered/)).not.toBeInTheDocument()
})

it.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s, the buttons of the upload stay visible below the scrolled content', async (_what, width, height) => {
  await page.viewport(width, height)
  await openTask('Third')
  const upload = panel.getByRole('button', { name: 'Upload', exact: true })
  await expect.element(upload).toBeVisible()
  const last = panel.getByText('#3', { exact: true })
  last.element().scrollIntoView({ block: 'end' })
  const { top, bottom } = upload.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(height)
  expect(last.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(top)
})

it('in a low window, such as above the keyboard of a phone, the buttons of the upload are below the content', {
  tags: 'nightly',
}, async () => {
  await page.viewport(390, 420)
  await openTask('Third')
  const upload = panel.getByRole('button', { name: 'Upload', exact: true })
  await expect.poll(() => upload.element().getBoundingClientRect().top).toBeGreaterThan(420)
  upload.element().scrollIntoView()
  expect(upload.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(420)
})
