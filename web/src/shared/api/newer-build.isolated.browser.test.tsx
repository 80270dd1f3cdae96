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

/** Whether the app dispatched `beforeunload`. The app dispatches this event only if nothing else prevents the reload. */
let isUnloadAsked = false
function preventUnload(event: Event): void {
  isUnloadAsked = true
  event.preventDefault()
}
function wouldReload(): boolean {
  isUnloadAsked = false
  expect(reloadIfNewBuild()).toBe(false)
  return isUnloadAsked
}

beforeEach(async () => {
  document.head.append(ofThisPage)
  recordServedBuild(() => ofThisPage.content)
  window.addEventListener('beforeunload', preventUnload)
  signInAs.owner()
  answer(getTask, () => taskFromNewerBuild())
  await openPart(null)
})
afterEach(() => {
  ofThisPage.remove()
  window.removeEventListener('beforeunload', preventUnload)
})

it('the page is reloaded when a response names another build than that of the page', async () => {
  expect(wouldReload()).toBe(false)
  await askForTask()
  expect(wouldReload()).toBe(true)
  ofThisPage.content = 'the next one'
  expect(wouldReload()).toBe(false)
  ofThisPage.content = 'this one'
})

it.each([
  ['accepted', () => taskFromNewerBuild()],
  ['rejected', () => new Response(null, { status: 503 })],
])('the reload waits while a call is in progress, until the call is %s', async (_end, end) => {
  await askForTask()
  const { promise: approved, resolve } = Promise.withResolvers<Response>()
  answer(updateTask, () => approved)
  const sent = call(updateTask, { params: { id: '5' }, body: { currentStatus: 'Approved', version: 1 } }).catch(() => {})
  expect(wouldReload()).toBe(false)
  resolve(end())
  await sent
  expect(wouldReload()).toBe(true)
})

it('the reload waits while a toast is shown', async () => {
  await askForTask()
  notify.success('Task approved')
  await expect.element(page.getByText('Task approved')).toBeVisible()
  expect(wouldReload()).toBe(false)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(wouldReload).toBe(true)
})
