import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { answer, never, refusal, reply } from '../../../testing/api.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { ownerWith, picture, previewFileOf, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { dismissToast, openApp } from '../../../testing/open.tsx'

const first = previewOf({
  number: 1,
  caption: 'The first caption',
  files: [previewFileOf({ url: picture('navy'), display: picture('navy') })],
})
const second = previewOf({ number: 2, caption: 'The second caption', files: [previewFileOf(), previewFileOf({ url: picture('teal') })] })

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const versionButton = (number: number) => button(new RegExp(`^Version ${number}`))

/** Opens a task whose owner sees version 2. The mock server responds with the current content of `previews`, which tests can change. */
async function openTask(previews: Preview[] = [second, first]) {
  const tasks = ownerWith(taskOf({ previewNo: 2 }))
  const asked = answer(listPreviews, () => reply(listPreviews, previews))
  await openApp('/management?show=task-5')
  await expect.element(panel).toBeVisible()
  return { tasks, previews, asked }
}

it('the current version is shown with its number, its files and its caption', async () => {
  await openTask()
  await expect.element(panel.getByText('Version 2', { exact: true })).toBeVisible()
  await expect.element(panel.getByText('The second caption')).toBeVisible()
  await expect.element(panel.getByRole('img', { name: 'Picture 1 of 2' })).toBeVisible()
  await expect.element(panel.getByText('The first caption')).not.toBeInTheDocument()
})

it('an earlier version opens in a dialog, and its picture can be compared with the current one', { tags: 'nightly' }, async () => {
  await openTask()
  await versionButton(1).click()
  const version = page.getByRole('dialog', { name: 'Version 1' })
  await expect.element(version.getByText('The first caption')).toBeVisible()
  await expect.element(version.getByRole('img', { name: 'Version 1' })).toHaveAttribute('src', picture('navy'))

  await version.getByRole('button', { name: 'Compare with version 2' }).click()
  await expect.element(version.getByRole('slider', { name: 'Compare: Version 1 to the left, Version 2 to the right' })).toBeInTheDocument()
  await version.getByRole('button', { name: 'Show only version 1' }).click()
  await expect.element(version.getByText('The first caption')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(version).not.toBeInTheDocument()
  await expect.element(versionButton(1)).toHaveFocus()
})

it('earlier versions are loaded page by page', async () => {
  ownerWith(taskOf({ previewNo: 12 }))
  const all = Array.from({ length: 12 }, (_, at) => previewOf({ number: 12 - at }))
  answer(listPreviews, ({ address }) => {
    const isFirst = !address.includes('cursor')
    const headers = { link: '</task/task-5/previews?limit=10&cursor=abc>; rel="next"' }
    return isFirst ? Response.json(all.slice(0, 10), { headers }) : reply(listPreviews, all.slice(10))
  })
  await openApp('/management?show=task-5')
  const versions = page.getByRole('list', { name: 'Earlier versions' }).getByRole('listitem')
  await expect.element(versions.first()).toBeVisible()
  expect(versions.elements()).toHaveLength(9)
  await button('Show more').click()
  await expect.poll(() => versions.elements().length).toBe(11)
  await expect.element(button('Show more')).not.toBeInTheDocument()
})

it('without versions, the picture of the task is shown', async () => {
  await openTask([])
  await expect.element(panel.getByRole('img', { name: 'Task Preview of Winter bread' })).toHaveAttribute('src', picture('coral'))
  await expect.element(button('Approve')).not.toHaveAttribute('aria-disabled')
})

it('a task without a preview asks for no versions', async () => {
  ownerWith(taskOf({ doneTaskImage: null, previewNo: null }))
  const asked = answer(listPreviews, () => reply(listPreviews, []))
  await openApp('/management?show=task-5')
  await expect.element(panel.getByText('In progress. We’ll email you when it’s ready.')).toBeVisible()
  expect(asked).toEqual([])
})

it('a version can be approved only when it is shown', async () => {
  ownerWith(taskOf({ previewNo: 2 }))
  answer(listPreviews, never)
  await openApp('/management?show=task-5')
  await expect.element(page.getByRole('status', { name: 'Loading the preview' })).toBeVisible()
  await expect.element(button('Approve')).toHaveAttribute('aria-disabled', 'true')
})

it('a version that could not be loaded can be loaded again', { tags: 'nightly' }, async () => {
  ownerWith(taskOf({ previewNo: 2 }))
  answer(listPreviews, () => refusal(503, 'Being restarted.'))
  await openApp('/management?show=task-5')
  await expect.element(panel.getByText('We couldn’t load the preview. You can approve it once you see it.')).toBeVisible()
  await expect.element(button('Approve')).toHaveAttribute('aria-disabled', 'true')
  answer(listPreviews, () => reply(listPreviews, [second, first]))
  clickNow(button('Try again'))
  await expect.element(panel.getByText('The second caption')).toBeVisible()
  await expect.element(button('Approve')).not.toHaveAttribute('aria-disabled')
})

it('a newer version is shown on request, and approving then approves this version', async () => {
  const { tasks, previews } = await openTask()
  const sent = answer(updateTask, () => reply(updateTask, taskOf({ currentStatus: 'Approved', previewNo: 3, version: 4 })))
  await expect.element(panel.getByText('The second caption')).toBeVisible()

  previews.unshift(previewOf({ number: 3, caption: 'The third caption' }))
  tasks[0] = taskOf({ previewNo: 3, version: 3, doneTaskImage: picture('gold') })
  fireTasksUpdated()
  await expect.element(panel.getByText('A newer preview is ready.')).toBeVisible()
  await expect.element(panel.getByText('The second caption')).toBeVisible()
  await expect.element(panel.getByText('The third caption')).not.toBeInTheDocument()

  await button('Show the new version').click()
  await expect.element(panel.getByText('The third caption')).toBeVisible()
  await expect.element(versionButton(2)).toBeVisible()
  await button('Approve').click()
  await expect.poll(() => sent.map(({ body }) => JSON.parse(String(body)).version)).toEqual([3])
})

it('an approval names the preview that is shown; after a new caption it fails, and the newer version can be shown', async () => {
  const seen = previewOf({ number: 2, caption: 'Open from nine', contentHash: 'a'.repeat(64) })
  const { tasks, previews } = await openTask([seen])
  await expect.element(panel.getByText('Open from nine')).toBeVisible()
  // An admin delivers another caption, and the page has not received the event yet.
  const newer = previewOf({ number: 3, caption: 'Open from ten', contentHash: 'b'.repeat(64) })
  tasks[0] = taskOf({ previewNo: 3, version: 3, doneTaskImage: picture('navy') })
  previews.splice(0, 1, newer, { ...seen, isCurrent: false })
  const message = 'A newer preview is ready. Please look at it first.'
  const sent = answer(updateTask, ({ body }) =>
    JSON.parse(String(body)).previewNo === 3
      ? reply(updateTask, taskOf({ currentStatus: 'Approved', previewNo: 3, version: 4 }))
      : refusal(409, message, { task: tasks[0] }),
  )
  await button('Approve').click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(panel.getByText('Open from nine')).toBeVisible()

  await dismissToast()
  await button('Show the new version').click()
  await expect.element(panel.getByText('Open from ten')).toBeVisible()
  await button('Approve').click()
  await expect.element(page.getByText('Task approved successfully')).toBeInTheDocument()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([
    { currentStatus: 'Approved', version: 2, previewNo: 2, contentHash: 'a'.repeat(64) },
    { currentStatus: 'Approved', version: 3, previewNo: 3, contentHash: 'b'.repeat(64) },
  ])
})
