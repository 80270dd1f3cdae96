import { png } from '@app/chassis/testing/pictures.ts'
import { addDays, DEFAULT_TIMEZONE, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import { REVIEW_GAP_DAYS } from '@app/contracts/rules/task-dates.ts'
import { expect } from 'vitest'
import { PASSWORD } from '../../deploy/tests/support/client.ts'
import type { Person } from './effort.ts'
import { isFocused } from './keyboard.ts'
import { create, next } from './new-company-form.ts'
import { formTitled } from './people.ts'
import { toastSaid } from './toasts.ts'

/** Creates an account and signs in. The form for a new company then opens. */
export async function signUp({ page, press, write, waitFor }: Person, email: string): Promise<void> {
  // Wide screens show a button, and narrow screens show a tab.
  await press(page.getByRole('button', { name: 'Create an account' }).or(page.getByRole('tab', { name: 'Sign up' })))
  const form = formTitled(page, 'Create account')
  await write(form.getByLabel('Username'), 'Olive Owner')
  await write(form.getByLabel('Email'), email)
  await write(form.locator('input[type=password]'), PASSWORD)
  await press(form.getByRole('button', { name: 'Sign Up' }))
  const login = formTitled(page, 'Login')
  const password = login.locator('input[type=password]')
  // The email address is already filled in, and the password field has the focus.
  await waitFor('account created', () => expect.poll(() => isFocused(password)).toBe(true))
  await write(password, PASSWORD)
  await press(login.getByRole('button', { name: 'Login' }))
  await waitFor('signed in', () => page.getByLabel('Company Name').waitFor())
}

/** Fills in the required fields of the three steps of the company profile. The company's email address is that of the account. */
export async function createProfile({ page, press, write, pickPictures, waitFor }: Person): Promise<void> {
  await write(page.getByLabel('Company Name'), 'Harbor & Pine Coffee')
  await write(page.getByLabel('Industry'), 'Coffee')
  await press(next(page))
  await write(page.getByLabel('Phone'), '8035550100')
  await press(next(page))
  await pickPictures(page.getByLabel('Company logo'), { name: 'logo.png', mimeType: 'image/png', buffer: png() })
  await press(create(page))
  await waitFor('profile created', () => page.getByRole('heading', { name: 'Tasks' }).waitFor())
}

/** Fills in the required fields of a task. The panel then closes, and the card of the task has the focus. */
export async function assignFirstTask({ page, press, write, pickDate, waitFor }: Person, title: string): Promise<void> {
  const submission = tomorrowIn(DEFAULT_TIMEZONE)
  await press(page.getByRole('link', { name: 'Assign your first task' }))
  const panel = page.getByRole('dialog', { name: 'Add New Task' })
  await panel.waitFor()
  await write(panel.getByLabel('Task Title'), title)
  await pickDate(panel.getByLabel('Submission for review'), submission)
  await pickDate(panel.getByLabel('Target posting'), addDays(submission, REVIEW_GAP_DAYS))
  await press(panel.getByRole('button', { name: 'Submit', exact: true }))
  await waitFor('task created', () => panel.waitFor({ state: 'detached' }))
  await toastSaid(page, 'Task created successfully!')
  const card = page.getByRole('article', { name: title })
  await expect.poll(() => isFocused(card.getByRole('heading', { name: title }))).toBe(true)
  expect(await card.evaluate((element) => element.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true)
}
