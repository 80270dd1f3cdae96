import { createTask, getTask, listTasks, removeTask, updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refusal, reply } from '../../testing/api.ts'
import { ownerAtWork, taskOf } from '../../testing/fixtures.ts'
import { reconnectOwnerStream, sendToOwnerStream } from '../../testing/live.ts'
import { openApp, signInAs } from '../../testing/open.tsx'

const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h3')?.textContent)
const numbered = (taskId: number, changes: Parameters<typeof taskOf>[0] = {}) => taskOf({ taskId, title: `Task ${taskId}`, ...changes })

/** Opens the task list. `asked` returns all later requests for single tasks. `listed` contains all later requests for the list. */
async function openTasks(tasks = [numbered(9), numbered(5), numbered(3)]) {
  const listed = ownerAtWork(() => tasks)
  const asked = answer(getTask, ({ address }) => {
    const task = tasks.find(({ taskId }) => address === `/api/task/${taskId}`)
    return task ? reply(getTask, task) : refusal(404, 'There is no such task.')
  })
  signInAs.owner()
  await openApp('/management')
  await expect.poll(titles).toHaveLength(tasks.length)
  listed.length = 0
  return { tasks, listed, asked: () => asked.map(({ address }) => address) }
}

it('a task that was changed or assigned elsewhere is loaded on its own; a removed one needs no request', async () => {
  const { tasks, listed, asked } = await openTasks()
  tasks[1] = numbered(5, { title: 'Rye bread', version: 3 })
  sendToOwnerStream('tasks.preview-delivered.v1', 5)
  await expect.poll(titles).toEqual(['Task 9', 'Rye bread', 'Task 3'])
  expect(asked()).toEqual(['/api/task/5'])

  tasks.push(numbered(7))
  sendToOwnerStream('tasks.task-assigned.v1', 7)
  await expect.poll(titles).toEqual(['Task 9', 'Task 7', 'Rye bread', 'Task 3'])

  tasks.shift()
  sendToOwnerStream('tasks.task-removed.v1', 9)
  await expect.poll(titles).toEqual(['Task 7', 'Rye bread', 'Task 3'])
  expect(asked()).toEqual(['/api/task/5', '/api/task/7'])
  expect(listed).toEqual([])
})

it('several events about a task in a short time cause one request', async () => {
  const { tasks, listed, asked } = await openTasks()
  tasks[0] = numbered(9, { title: 'Rye bread', version: 3 })
  for (let times = 0; times < 5; times += 1) sendToOwnerStream('tasks.preview-delivered.v1', 9)
  await expect.poll(titles).toEqual(['Rye bread', 'Task 5', 'Task 3'])
  expect(asked()).toEqual(['/api/task/9'])
  expect(listed).toEqual([])
})

it('events about more than ten tasks reload the list once', async () => {
  const { tasks, listed, asked } = await openTasks()
  for (let taskId = 20; taskId < 31; taskId += 1) {
    tasks.unshift(numbered(taskId))
    sendToOwnerStream('tasks.task-assigned.v1', taskId)
  }
  await expect.poll(titles).toHaveLength(14)
  expect(asked()).toEqual([])
  expect(listed).toHaveLength(1)
})

it('if a single task cannot be loaded, the list is reloaded', async () => {
  const { tasks, listed } = await openTasks()
  answer(getTask, () => refusal(503, 'Being restarted.'))
  tasks[0] = numbered(9, { title: 'Rye bread', version: 3 })
  sendToOwnerStream('tasks.preview-delivered.v1', 9)
  await expect.poll(titles).toEqual(['Rye bread', 'Task 5', 'Task 3'])
  expect(listed).toHaveLength(1)
})

it('an action of the owner is shown from its response, and its event loads only this task again', async () => {
  const { listed, asked } = await openTasks([taskOf()])
  answer(updateTask, () => reply(updateTask, taskOf({ currentStatus: 'Approved', version: 3 })))
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect
    .element(page.getByRole('region', { name: 'Approved & Yet to launch' }).getByRole('button', { name: 'Preview' }))
    .toBeVisible()
  // The panel loads its task when it opens. The event loads the task again.
  await expect.poll(asked).toEqual(['/api/task/5', '/api/task/5'])
  expect(listed).toEqual([])
})

it('an event that arrives while the list is loading is not lost, even if the response is older', async () => {
  const { tasks, listed } = await openTasks()
  const { promise: late, resolve } = Promise.withResolvers<Response>()
  const lists = answer(listTasks, () => (lists.length === 1 ? late : reply(listTasks, tasks)))
  reconnectOwnerStream()
  await expect.poll(() => lists.length).toBe(1)
  const before = reply(listTasks, [...tasks])
  tasks[0] = numbered(9, { title: 'Rye bread', version: 3 })
  sendToOwnerStream('tasks.preview-delivered.v1', 9)
  await expect.poll(titles).toEqual(['Rye bread', 'Task 5', 'Task 3'])
  resolve(before)
  await expect.poll(() => lists.length).toBe(2)
  await expect.poll(titles).toEqual(['Rye bread', 'Task 5', 'Task 3'])
  expect(listed).toEqual([])
})

it('after a reconnect the list is requested with its ETag, and a 304 keeps the current list', async () => {
  const tasks = [numbered(9), numbered(5)]
  ownerAtWork(() => tasks)
  let tag = 'W/"1"'
  const lists = answer(listTasks, ({ headers }) =>
    headers.get('if-none-match') === tag ? new Response(null, { status: 304 }) : Response.json(tasks, { headers: { etag: tag } }),
  )
  signInAs.owner()
  await openApp('/management')
  await expect.poll(titles).toEqual(['Task 9', 'Task 5'])
  reconnectOwnerStream()
  await expect.poll(() => lists.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, 'W/"1"'])
  await expect.poll(titles).toEqual(['Task 9', 'Task 5'])

  tasks.pop()
  tag = 'W/"2"'
  reconnectOwnerStream()
  await expect.poll(titles).toEqual(['Task 9'])
  reconnectOwnerStream()
  await expect.poll(() => lists.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, 'W/"1"', 'W/"1"', 'W/"2"'])
  await expect.poll(titles).toEqual(['Task 9'])
})

it('without the live stream, creating and removing a task fire the event "tasks updated"', { tags: 'nightly' }, async () => {
  const tasks = [numbered(5)]
  const { listed, asked } = await openTasks(tasks)
  const fired: unknown[] = []
  const listen = (event: Event) => void fired.push((event as CustomEvent).detail)
  window.addEventListener('tasks updated', listen)
  onTestFinished(() => window.removeEventListener('tasks updated', listen))

  answer(createTask, () => {
    tasks.unshift(numbered(9))
    return reply(createTask, numbered(9))
  })
  await page.getByRole('button', { name: '+ Assign New Task' }).click()
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Task 9')
  await form.getByLabelText(/^Submission for review/).fill('2099-01-04')
  await form.getByLabelText(/^Target posting/).fill('2099-01-14')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => fired).toEqual([9])
  await expect.poll(asked).toContain('/api/task/9')
  await expect.element(form).not.toBeInTheDocument()

  answer(removeTask, () => {
    tasks.shift()
    return reply(removeTask, { message: 'Removed.' })
  })
  await page.getByRole('article').filter({ hasText: 'Task 9' }).getByRole('button', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Remove Task' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => fired).toEqual([9, null])
  await expect.poll(() => listed).toHaveLength(1)
})
