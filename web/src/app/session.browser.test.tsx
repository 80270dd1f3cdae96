import { adminSignIn } from '@app/contracts/http/identity.ts'
import { getTask, listTasks } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import DigitalContent from '../features/digital-content/DigitalContent.tsx'
// These modules are imported here, so that loading them does not count toward the timeouts of a test.
import '../features/admin/AdminDashboardPage.tsx'
import '../features/admin/task/TaskPanel.tsx'
import '../features/admin-auth/AdminLoginPage.tsx'
import { fireTasksUpdated } from '../domain/task/tasks-updated.ts'
import { answer, refusal, reply } from '../testing/api.ts'
import { boardOf } from '../testing/board.ts'
import { clickNow } from '../testing/click-now.ts'
import { company, ownerAtWork, taskOf } from '../testing/fixtures.ts'
import { address, dismissToast, openApp, openPart, signInAs } from '../testing/open.tsx'

const heading = page.getByRole('heading', { name: 'Tasks' })

it('a list that fails to refresh shows that it may be out of date, with a retry button', async () => {
  ownerAtWork(() => [taskOf()])
  signInAs.owner()
  await openApp('/management')
  const card = page.getByRole('button', { name: 'View' })
  await expect.element(card).toBeVisible()

  answer(listTasks, () => refusal(500, 'Something went wrong'))
  fireTasksUpdated()
  const notice = page.getByText('This may be out of date. We couldn’t refresh it.')
  await expect.element(notice).toBeVisible()
  await expect.element(card).toBeVisible()
  answer(listTasks, () => reply(listTasks, [taskOf({ title: 'Spring blend' })]))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('Spring blend')).toBeVisible()
  expect(notice.query()).toBeNull()
})

it('a late 401 response for an earlier token does not end a newer session', async () => {
  ownerAtWork(() => [taskOf()])
  const { promise: late, resolve } = Promise.withResolvers<Response>()
  const asked = answer(getTask, () => (asked.length === 1 ? late : reply(getTask, taskOf())))
  signInAs.owner('earlier')
  await openApp('/management?show=task-5')
  await expect.poll(() => asked.length).toBe(1)
  signInAs.owner('newer')
  resolve(refusal(401, 'Invalid or expired token'))
  fireTasksUpdated()
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  expect(localStorage.getItem('token')).toBe('newer')
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
})

it('clearing local storage in another tab does not sign the user out and does not clear the form', async () => {
  ownerAtWork(() => [])
  signInAs.owner()
  await openApp('/management?show=new')
  const title = page.getByRole('textbox', { name: 'Task Title' })
  await title.fill('Half written')
  const other = document.body.appendChild(document.createElement('iframe'))
  const heard = new Promise<StorageEvent>((resolve) => window.addEventListener('storage', resolve, { once: true }))
  other.contentWindow?.localStorage.clear()
  expect((await heard).key).toBeNull()
  await expect.element(title).toHaveValue('Half written')

  // Signing out sends an event to the other tabs, although the storage no longer contains the token. Removing a missing token sends no
  // event, so the app stores the token again before it removes the token.
  const signedOut = new Promise<StorageEvent>((resolve) => other.contentWindow?.addEventListener('storage', resolve, { once: true }))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByText('You must be logged in to create a task')).toBeVisible()
  await expect.poll(() => window.location.pathname).toBe('/login')
  expect((await signedOut).key).toBe('token')
  expect(localStorage.getItem('token')).toBeNull()
  other.remove()
})

it.each([
  ['an HTML page instead of JSON', () => new Response('<!doctype html>'), 'Configuration error. Please contact support.'],
  ['an object instead of a list', () => Response.json({}), 'Invalid data received from server'],
])('tasks: %s', async (_case, tasks, message) => {
  ownerAtWork(() => [])
  answer(listTasks, tasks)
  signInAs.owner()
  await openApp('/management')
  await expect.element(page.getByText(message).first()).toBeVisible()
  await expect.element(heading).toBeVisible()
})

it('tasks are not requested without a token', async () => {
  const asked = ownerAtWork(() => [])
  await openPart(<DigitalContent profile={company} />)
  await dismissToast()
  await expect.element(page.getByText('Authentication token not found')).toBeVisible()
  expect(asked).toEqual([])
})

it('after signing in, an admin returns to the requested URL, but not after signing out', { tags: 'nightly' }, async () => {
  boardOf({ company, tasks: [taskOf()] })
  answer(adminSignIn, () => reply(adminSignIn, { token: 'admin-token', message: '' }))
  const signIn = async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill('root@palmetto.example')
    await page.getByRole('textbox', { name: 'Password' }).fill('Palmetto!1')
    await page.getByRole('button', { name: 'Login' }).click()
  }
  const asked = '/admin/dashboard?tab=pending&task=5'
  await openApp(asked)
  await expect.element(page.getByText('You must be logged in to access this page.')).toBeInTheDocument()
  await expect.poll(address).toBe('/admin/login')
  await signIn()
  const panel = page.getByRole('dialog', { name: 'Winter bread' })
  await expect.element(panel).toBeVisible()
  expect(address()).toBe(asked)

  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
  await expect.poll(address).toBe('/admin/login')
  await signIn()
  await expect.poll(address).toBe('/admin/dashboard')
})
