import { signIn, signUp } from '@app/contracts/http/identity.ts'
import { createTask } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, never, refusal, reply } from '../../testing/api.ts'
import { ownerWith, taskOf } from '../../testing/fixtures.ts'
import { address, go, openApp, signInAs, tokenOf } from '../../testing/open.tsx'

const panel = page.getByRole('dialog', { name: 'Add New Task', exact: true })
const title = panel.getByRole('textbox', { name: 'Task Title' })
const question = page.getByRole('dialog', { name: 'Discard what you entered?', exact: true })
const keepEditing = question.getByRole('button', { name: 'Keep editing' })
const discard = question.getByRole('button', { name: 'Discard' })

async function openNewTask(user = 'ann') {
  ownerWith(taskOf())
  signInAs.owner(tokenOf(user))
  const app = await openApp('/management')
  await page.getByRole('button', { name: '+ Assign New Task' }).click()
  await expect.element(title).toBeVisible()
  return app
}

const pickPicture = () => userEvent.upload(panel.getByLabelText(/Reference image/), new File(['picture'], 'cup.png', { type: 'image/png' }))

const asksBeforeUnload = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('Escape asks each time before it discards input; the focus moves to "Keep editing" and then back to the field', {
  tags: 'nightly',
}, async () => {
  await openNewTask()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()

  await page.getByRole('button', { name: '+ Assign New Task' }).click()
  await title.fill('Winter bread')
  for (let times = 0; times < 3; times += 1) {
    await userEvent.keyboard('{Escape}')
    await expect.element(question.getByText('You haven’t sent it yet.')).toBeVisible()
    await expect.element(keepEditing).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(title).toHaveFocus()
  }
  await expect.element(title).toHaveValue('Winter bread')

  await userEvent.keyboard('{Escape}{Tab}')
  await expect.element(discard).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).not.toBeInTheDocument()
  await page.getByRole('button', { name: '+ Assign New Task' }).click()
  await expect.element(title).toHaveValue('')
})

it('Back asks before it discards input, and goes back only after Discard', { tags: 'nightly' }, async () => {
  await openNewTask()
  await title.fill('Winter bread')
  const shown = address()
  for (let times = 0; times < 2; times += 1) {
    window.history.back()
    await keepEditing.click()
    await expect.poll(address).toBe(shown)
    await expect.element(title).toHaveValue('Winter bread')
  }
  window.history.back()
  await discard.click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe('/management')
  await go(1)
  await expect.element(title).toHaveValue('')
})

it('a draft is restored when the same user opens the form again, not for other users and not after it was sent', {
  tags: 'nightly',
}, async () => {
  const app = await openNewTask('ann')
  await title.fill('Winter bread')
  await panel.getByRole('switch', { name: /Repeats/ }).click()
  await panel.getByRole('combobox', { name: 'Recurrence type' }).selectOptions('weekly')
  await app.unmount()

  const other = await openNewTask('ben')
  await expect.element(title).toHaveValue('')
  await other.unmount()

  const again = await openNewTask('ann')
  await expect.element(title).toHaveValue('Winter bread')
  await expect.element(panel.getByText('Every Monday', { exact: true })).toBeVisible()
  await expect.element(panel.getByRole('status').filter({ hasText: 'We restored what you entered before.' })).toBeVisible()
  for (const [label, date] of [
    [/^Starts/, '2099-01-04'],
    [/^Ends/, '2099-03-04'],
  ] as const)
    await panel.getByLabelText(label).fill(date)
  answer(createTask, () => reply(createTask, taskOf({ taskId: 6 })))
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect.element(panel.getByRole('button', { name: 'Submitted' })).toBeVisible()
  await again.unmount()

  await openNewTask('ann')
  await expect.element(title).toHaveValue('')
})

it('a session that has expired on submit shows one message; the form and its input are restored after signing in again', {
  tags: 'nightly',
}, async () => {
  await openNewTask('ann')
  await title.fill('Winter bread')
  await panel.getByLabelText(/^Submission for review/).fill('2099-01-04')
  await panel.getByLabelText(/^Target posting/).fill('2099-01-14')
  answer(createTask, () => refusal(401, 'Sign in first'))
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Session expired. Please log in again' })).toBeVisible()
  await expect.poll(address).toMatch(/^\/login/)
  expect(page.getByRole('alert').elements()).toHaveLength(1)

  answer(signIn, () => reply(signIn, { Token: tokenOf('ann'), message: '' }))
  await page.getByRole('textbox', { name: 'Email' }).first().fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).first().fill('Palmetto!1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(title).toHaveValue('Winter bread')
  await expect.element(panel.getByLabelText(/^Target posting/)).toHaveValue('2099-01-14')
})

it('closing the tab asks for confirmation only if a file was chosen, because drafts store no files', { tags: 'nightly' }, async () => {
  await openNewTask()
  expect(asksBeforeUnload()).toBe(false)
  await title.fill('Winter bread')
  expect(asksBeforeUnload()).toBe(false)
  await pickPicture()
  await expect.element(panel.getByText('cup.png')).toBeVisible()
  expect(asksBeforeUnload()).toBe(true)
  await panel.getByRole('button', { name: 'Remove the file' }).click()
  expect(asksBeforeUnload()).toBe(false)
})

it('the panel closes without a question while the form is being sent', { tags: 'nightly' }, async () => {
  await openNewTask()
  await title.fill('Winter bread')
  await panel.getByLabelText(/^Submission for review/).fill('2099-01-04')
  await panel.getByLabelText(/^Target posting/).fill('2099-01-14')
  answer(createTask, never)
  await panel.getByRole('button', { name: 'Submit' }).click()
  await expect.element(panel.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
})

it('forms with a password store nothing in the browser', async () => {
  answer(signIn, () => refusal(401, 'Invalid email or password'))
  answer(signUp, () => refusal(503, 'Being restarted.'))
  await openApp('/login')
  await page.getByRole('textbox', { name: 'Email' }).first().fill('ann@bakery.example')
  await page.getByRole('textbox', { name: 'Password' }).first().fill('Palmetto!1')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(page.getByText('Invalid email or password')).toBeVisible()
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('Ann')
  await page.getByRole('textbox', { name: 'Password' }).last().fill('Palmetto!2')
  await page.getByRole('textbox', { name: 'Email' }).last().fill('ann@bakery.example')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Being restarted.' })).toBeVisible()
  expect({ ...localStorage, ...sessionStorage }).toEqual({})
})
