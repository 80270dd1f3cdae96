import { signIn } from '@app/contracts/http/identity.ts'
import { getMe } from '@app/contracts/http/session.ts'
import { createTask, getTask, updateTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { answer, refusal, reply } from '../testing/api.ts'
import { owner, ownerAtWork, taskOf } from '../testing/fixtures.ts'
import { dismissToast, openApp, signInAs } from '../testing/open.tsx'

const OFFLINE = 'You are offline. Try again when you have a connection.'

it('approving while offline shows an error at once, and sends nothing when the network is back', async () => {
  const listed = ownerAtWork(() => [taskOf()])
  answer(getTask, () => reply(getTask, taskOf()))
  const approved = answer(updateTask, () => reply(updateTask, taskOf({ currentStatus: 'Approved', version: 3 })))
  signInAs.owner()
  await openApp('/management?show=task-5')
  const approve = page.getByRole('button', { name: 'Approve' })
  // Approve is disabled until the preview is loaded, which must be before the network is gone.
  await expect.element(approve).toBeVisible()
  await expect.element(approve).not.toHaveAttribute('aria-disabled')

  await commands.setOffline(true)
  await approve.click()
  await expect.element(page.getByText(OFFLINE)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  const before = listed.length
  await commands.setOffline(false)
  // The list is refetched automatically when the network is back. The approval is not sent.
  await expect.poll(() => listed.length).toBeGreaterThan(before)
  await expect.element(page.getByRole('button', { name: 'View' })).toBeVisible()
  expect(approved).toEqual([])
})

it('a task opened while offline is shown from the cache, with the offline message only', async () => {
  ownerAtWork(() => [taskOf()])
  signInAs.owner()
  await openApp('/management')
  const view = page.getByRole('button', { name: 'View' })
  await expect.element(view).toBeVisible()
  await commands.setOffline(true)
  await view.click()
  await dismissToast()
  await expect.element(page.getByText(OFFLINE)).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
  await expect.element(page.getByText('Error loading task details')).not.toBeInTheDocument()
})

it('a task submitted while offline keeps its input, and is created once', { tags: 'nightly' }, async () => {
  ownerAtWork(() => [])
  const created = answer(createTask, () => reply(createTask, taskOf()))
  signInAs.owner()
  await openApp('/management?show=new')
  const title = page.getByRole('textbox', { name: 'Task Title' })
  await title.fill('Winter bread')
  await page.getByLabelText('Submission for review', { exact: false }).fill('2030-03-08')
  await page.getByLabelText('Target posting', { exact: false }).fill('2030-03-12')
  const submit = page.getByRole('button', { name: 'Submit' })

  await commands.setOffline(true)
  await submit.click()
  await expect.element(page.getByText(OFFLINE)).toBeVisible()
  await expect.element(title).toHaveValue('Winter bread')
  await commands.setOffline(false)
  await submit.click()
  await expect.element(page.getByText('Task created successfully!')).toBeVisible()
  expect(created).toHaveLength(1)
})

it('signing in while offline shows an error at once, and a second try sends the request', async () => {
  const sent = answer(signIn, () => refusal(401, 'Invalid email or password'))
  await openApp('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('Password1!')
  const login = page.getByRole('button', { name: 'Login' })

  await commands.setOffline(true)
  await login.click()
  await expect.element(page.getByText(OFFLINE)).toBeVisible()
  await commands.setOffline(false)
  await expect.element(login).toBeEnabled()
  expect(sent).toEqual([])
  await login.click()
  await expect.element(page.getByText('Invalid email or password')).toBeVisible()
  expect(sent).toHaveLength(1)
})

it('the session is kept if the user cannot be loaded', { tags: 'nightly' }, async () => {
  ownerAtWork(() => [])
  let away = true
  answer(getMe, () => (away ? refusal(503, 'Being restarted.') : reply(getMe, owner)))
  signInAs.owner()
  await openApp('/management')
  await expect.element(page.getByText('Initialization error')).toBeVisible()
  expect(localStorage.getItem('token')).toBe('owner-token')
  away = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Tasks' })).toBeVisible()
})
