import { remindTask } from '@app/contracts/http/remind-task.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { openApp, signInAs, tokenOf } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
// The bundles are loaded before the tests, so that the loading does not count towards the timeout of a test.
import '../AdminDashboardPage.tsx'
import '../tabs/TaskGridTab.tsx'
import './Reminder.tsx'
import './TaskPanel.tsx'

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const remind = panel.getByRole('button', { name: 'Remind the company' })

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

async function openTask(task: Task): Promise<void> {
  signInAs.admin(tokenOf('root'))
  boardOf({ company, tasks: [task] })
  await openApp('/admin/dashboard?tab=pending&task=5')
  await expect.element(panel).toBeVisible()
}

it('an admin reminds the client with the keyboard, and then sees when', async () => {
  await openTask(taskOf())
  await expect.element(panel.getByText('Waiting for the company’s decision.')).toBeVisible()
  await atEachWidth((width) => {
    if (width < 640) expect(remind.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
  const reminded = taskOf({ remindedAt: ago(0) })
  const sent = answer(remindTask, () => {
    boardOf({ company, tasks: [reminded] })
    return reply(remindTask, reminded)
  })
  ;(remind.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Reminder sent')).toBeVisible()
  await expect.element(panel.getByText('Reminded just now.')).toBeVisible()
  await expect.element(remind).toHaveAttribute('aria-disabled', 'true')
  expect(sent).toHaveLength(1)
})

it('shows when the client was reminded and when the next reminder is possible', async () => {
  await openTask(taskOf({ remindedAt: ago(125) }))
  await expect.element(panel.getByText(/Reminded 2 hours ago\. You can send the next reminder at \d+:\d\d [AP]M/)).toBeVisible()
  await expect.element(remind).toHaveAttribute('aria-disabled', 'true')
})

it('four hours later, shows the reason if the reminder is refused', async () => {
  const task = taskOf({ remindedAt: ago(300) })
  await openTask(task)
  const message = 'This company has turned off review links, so we send no reminders. Please call instead.'
  answer(remindTask, () => refusal(409, message, { task }))
  await remind.click()
  // The reason stays in the panel, so that the admin can call the client.
  await expect.element(panel.getByRole('alert').getByText(message)).toBeVisible()
  await expect.element(page.getByText('Reminder sent')).not.toBeInTheDocument()
})

it.each([
  ['no decision is pending', { currentStatus: 'Approved' }],
  ['the email bounced', { emailBounced: true }],
] as const)('offers no reminder if %s', async (_reason, changes) => {
  await openTask(taskOf(changes))
  expect(remind.elements()).toEqual([])
})
