import { getTask, updateTask } from '@app/contracts/http/tasks.ts'
import { APP_BUILD } from '@app/contracts/rules/served-pages.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answer } from '../../testing/api.ts'
import { taskOf } from '../../testing/fixtures.ts'
import { openPart, signInAs } from '../../testing/open.tsx'
import { notify } from '../ui/notify.tsx'
import { call } from './call.ts'
import { recordServedBuild, reloadIfNewBuild } from './newer-build.ts'

const ofThisPage = Object.assign(document.createElement('meta'), { name: APP_BUILD, content: 'this one' })
const taskFromNewerBuild = () => Response.json(taskOf(), { headers: { [APP_BUILD]: 'the next one' } })
const askForTask = () => call(getTask, { params: { id: '5' } })

/** Who objects to leaving is asked last, and does so here: asked means that nothing else was in the way. */
let isAskedLast = false
function object(event: Event): void {
  isAskedLast = true
  event.preventDefault()
}
function wouldLoadAnew(): boolean {
  isAskedLast = false
  expect(reloadIfNewBuild()).toBe(false)
  return isAskedLast
}

beforeEach(async () => {
  document.head.append(ofThisPage)
  recordServedBuild(() => ofThisPage.content)
  window.addEventListener('beforeunload', object)
  signInAs.owner()
  answer(getTask, () => taskFromNewerBuild())
  await openPart(null)
})
afterEach(() => {
  ofThisPage.remove()
  window.removeEventListener('beforeunload', object)
})

it('a newer build is one that an answer names besides the page’s own', async () => {
  expect(wouldLoadAnew()).toBe(false)
  await askForTask()
  expect(wouldLoadAnew()).toBe(true)
  ofThisPage.content = 'the next one'
  expect(wouldLoadAnew()).toBe(false)
  ofThisPage.content = 'this one'
})

it.each([
  ['taken', () => taskFromNewerBuild()],
  ['refused', () => new Response(null, { status: 503 })],
])('it waits while something is being sent, until that is %s', async (_end, end) => {
  await askForTask()
  const { promise: approved, resolve } = Promise.withResolvers<Response>()
  answer(updateTask, () => approved)
  const sent = call(updateTask, { params: { id: '5' }, body: { currentStatus: 'Approved', version: 1 } }).catch(() => {})
  expect(wouldLoadAnew()).toBe(false)
  resolve(end())
  await sent
  expect(wouldLoadAnew()).toBe(true)
})

it('it waits while a toast is being read', async () => {
  await askForTask()
  notify.success('Task approved')
  await expect.element(page.getByText('Task approved')).toBeVisible()
  expect(wouldLoadAnew()).toBe(false)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(wouldLoadAnew).toBe(true)
})
