import '../AdminDashboardPage.tsx'
import './Account.tsx'
import { getTaskEmails, setTaskEmails } from '@app/contracts/http/task-emails.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { openApp, signInAs } from '../../../testing/open.tsx'

const PANEL = '/admin/dashboard?tab=tasks&account=task-emails'

const dialog = page.getByRole('dialog', { name: 'Task emails' })
const choice = (name: RegExp) => dialog.getByRole('radio', { name })
const save = dialog.getByRole('button', { name: 'Save' })
const urgent = dialog.getByText('If a task that is due today or overdue is referred back, we email you at once.')

async function openChoices() {
  signInAs.admin()
  boardOf()
  answer(getTaskEmails, () => reply(getTaskEmails, { frequency: 'quarter-hourly', scope: 'all' }))
  const sent = answer(setTaskEmails, ({ body }) => reply(setTaskEmails, JSON.parse(String(body))))
  await openApp(PANEL)
  await expect.element(choice(/^Every 15 minutes/)).toBeChecked()
  return sent
}

it('an admin opens the choices from the account menu', async () => {
  signInAs.admin()
  boardOf()
  answer(getTaskEmails, () => reply(getTaskEmails, { frequency: 'daily', scope: 'all' }))
  await openApp('/admin/dashboard?tab=tasks')
  await page
    .getByRole('button', { name: /^(Account|Menu)$/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Task emails' }).first().click()
  await expect.element(choice(/^Once a day/)).toBeChecked()
})

it('saves a choice only with the button, so that the arrow keys change nothing yet', async () => {
  const sent = await openChoices()
  await choice(/^Every 15 minutes/).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(choice(/^Every hour/)).toBeChecked()
  expect(sent).toEqual([])
  await save.click()
  await expect.element(page.getByText('Your choice is saved')).toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([{ frequency: 'hourly' }])
})

it('explains which emails are sent at once, except to an admin who wants no emails', async () => {
  await openChoices()
  await expect.element(urgent).toBeVisible()
  await choice(/^No emails/).click()
  await expect.element(urgent).not.toBeInTheDocument()
})

it('keeps the choice open if it could not be saved', async () => {
  await openChoices()
  answer(setTaskEmails, () => refusal(503, 'Being restarted.'))
  await choice(/^At once/).click()
  await save.click()
  await expect.element(page.getByText('Being restarted.')).toBeInTheDocument()
  await expect.element(choice(/^At once/)).toBeChecked()
})

it('loads the choice again after an error', { tags: 'nightly' }, async () => {
  signInAs.admin()
  boardOf()
  answer(getTaskEmails, () => refusal(503, 'Being restarted.'))
  await openApp(PANEL)
  await expect.element(dialog.getByText('We couldn’t load your choice.')).toBeVisible()
  answer(getTaskEmails, () => reply(getTaskEmails, { frequency: 'none', scope: 'all' }))
  clickNow(dialog.getByRole('button', { name: 'Try again' }))
  await expect.element(choice(/^No emails/)).toBeChecked()
})
