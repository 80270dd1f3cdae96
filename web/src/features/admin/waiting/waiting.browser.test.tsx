import '../AdminDashboardPage.tsx'
import '../board/BoardTools.tsx'
import '../board/EmptyBoard.tsx'
import '../task/TaskPanel.tsx'
import './RemindBar.tsx'
import './RemindDialog.tsx'
import './WaitingTab.tsx'
import './WaitingTable.tsx'
import { remindTask, remindTasks } from '@app/contracts/http/remind-task.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { listWaitingPreviews, type WaitingPreview } from '@app/contracts/http/waiting.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { remindRefusals } from '@app/contracts/rules/reminders.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf, companyOf, searchesOf, waitingPreviewOf } from '../../../testing/board.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
import { refreshChanged } from '../board/changes.ts'

const TAB = '/admin/dashboard?tab=waiting'
const today = todayIn(DEFAULT_TIMEZONE)
const company = companyOf(1)
beforeEach(() => signInAs.admin())

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const task = (taskId: number, changes: Partial<Task> = {}): Task =>
  taskOf({ taskId, title: `Post ${taskId}`, companyProfileId: company._id, targetPostingDate: addDays(today, taskId), ...changes })

const rows = () => page.getByRole('table', { name: 'waiting previews' }).getByRole('rowheader')
const titles = () =>
  rows()
    .elements()
    .map((header) => /Post \d+/.exec(header.textContent ?? '')?.[0])
const row = (taskId: number) => page.getByRole('row').filter({ hasText: `Post ${taskId}` })
const remind = (taskId: number) => page.getByRole('button', { name: `Remind: Post ${taskId}, Company 1` })

/** Opens the tab with other previews than `boardOf`. */
async function openWith(...previews: WaitingPreview[]): Promise<void> {
  boardOf({ company, tasks: [] })
  answer(listWaitingPreviews, () => reply(listWaitingPreviews, previews))
  await openApp(TAB)
  await expect.element(rows().first()).toBeVisible()
}
const preview = (taskId: number, changes: Partial<WaitingPreview> = {}, ofTask: Partial<Task> = {}) =>
  waitingPreviewOf(task(taskId, ofTask), company.companyName, changes)

it('the waiting previews are listed by posting date, and the tab shows their number', async () => {
  const tasks = [task(2), task(1), task(3, { currentStatus: 'Approved' }), task(4, { doneTaskImage: null })]
  boardOf({ company, tasks })
  await openApp(TAB)
  await expect.poll(titles).toEqual(['Post 1', 'Post 2'])
  await expect.element(page.getByRole('tab', { name: 'In review: 2', selected: true })).toBeVisible()
  await expect.element(row(1).getByRole('cell').filter({ hasText: '1 Days' })).toBeVisible()
  await expect.element(row(1).getByText('ann@bakery.example')).toBeVisible()
  const phone = row(1).getByRole('link', { name: 'Call Company 1: (803) 555-0142' })
  await expect.element(phone).toHaveAttribute('href', 'tel:8035550142')
  expect(phone.element().parentElement?.textContent).toMatch(/^Company 1/)
  await expect.element(row(1).getByText('Not opened')).toBeVisible()
  await expect.element(row(1).getByText('Not yet')).toBeVisible()
  await expect.element(row(1).getByText('2 hours ago')).toBeVisible()
})

it('each row shows whether the email bounced, was opened or does not exist, and how often the client was reminded', async () => {
  const [recipient] = preview(1).recipients
  if (!recipient) throw new Error('There is no recipient')
  await openWith(
    preview(1, { reach: 'bounced', emailBounced: true, recipients: [{ ...recipient, bouncedAt: ago(1) }] }),
    preview(2, { reach: 'opened', recipients: [{ ...recipient, openedAt: ago(1), snoozedUntil: addDays(today, 2) }] }),
    preview(3, { reach: 'no-email', reviewLinks: false, recipients: [{ ...recipient, hasLink: false, sentAt: null }] }),
    preview(4, {
      recipients: [
        { ...recipient, sentAt: null },
        { ...recipient, kind: 'colleague', name: 'Ana Ruiz', address: 'ben@bakery.example', sentAt: null },
      ],
    }),
    preview(5, { remindedAt: ago(5), remindersSent: 3, waitingSince: null }, { targetPostingDate: null }),
    preview(6, { remindedAt: ago(6), remindersSent: 1 }, { targetPostingDate: addDays(today, -2) }),
  )
  await expect.element(row(1).getByText('Bounced', { exact: true })).toBeVisible()
  await expect.element(row(2).getByText('Opened', { exact: true })).toBeVisible()
  await expect.element(row(2).getByText(/^Wants no reminders before/)).toBeVisible()
  await expect.element(row(3).getByText('No email', { exact: true })).toBeVisible()
  await expect.element(row(4).getByText('Not sent yet')).toBeVisible()
  await expect.element(row(4).getByText(/^Ana Ruiz/)).toBeVisible()
  await expect.element(row(4).getByText('Colleague', { exact: true })).toBeVisible()
  await expect.element(row(4).getByText('ben@bakery.example', { exact: true })).toBeVisible()
  await expect.element(row(5).getByText('3 times, last 5 hours ago')).toBeVisible()
  await expect.element(row(5).getByText('No date')).toBeVisible()
  await expect.element(row(6).getByText('Once, 6 hours ago')).toBeVisible()
  await expect.element(row(6).getByText('2 Days Ago')).toBeVisible()
})

it('one click reminds the client, and the row shows the result and when the next reminder is possible', async () => {
  const tasks = [task(1), task(2)]
  boardOf({ company, tasks })
  await openApp(TAB)
  await expect.element(remind(1)).toBeVisible()
  const sent = answer(remindTask, () => {
    tasks[0] = task(1, { remindedAt: ago(0) })
    return reply(remindTask, tasks[0])
  })
  await remind(1).click()
  await expect.element(row(1).getByText('Reminder sent')).toBeVisible()
  await expect.element(row(1).getByText(/^You can remind again after \d+:\d\d [AP]M( \S+)?\.$/)).toBeVisible()
  await expect.element(row(1).getByText('Once, just now')).toBeVisible()
  await expect.element(remind(1)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(remind(2)).not.toHaveAttribute('aria-disabled')
  expect(sent.map(({ address: url }) => url)).toEqual(['/api/admin/tasks/task-1/remind'])
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

it('a reminder that fails shows the reason in its row', async () => {
  await openWith(preview(1), preview(2))
  answer(remindTask, () => refusal(409, 'No preview of this task is waiting for a decision.'))
  await remind(2).click()
  await expect.element(row(2).getByText('No preview of this task is waiting for a decision.')).toBeVisible()
  await expect.element(row(1).getByRole('status')).toHaveTextContent('')
})

it('several clients are reminded at once, each with its own result', async () => {
  await openWith(preview(1), preview(2, { isOwnerConfirmed: false, reach: 'no-email' }), preview(3))
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Remind about 3 previews' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind about 3 previews' })
  const item = (taskId: number) => dialog.getByRole('listitem').filter({ hasText: `Post ${taskId}` })
  await expect.element(item(2).getByText(remindRefusals['address-unconfirmed'])).toBeVisible()
  const refused = 'No preview of this task is waiting for a decision.'
  const sent = answer(remindTasks, () =>
    reply(remindTasks, {
      results: [
        { id: 'task-1', status: 200, message: '', task: task(1, { remindedAt: ago(0) }) },
        { id: 'task-3', status: 409, message: refused, task: task(3, { currentStatus: 'Approved' }) },
      ],
    }),
  )
  await dialog.getByRole('button', { name: 'Remind about 2 previews' }).click()
  await expect.element(item(1).getByText('Reminder sent')).toBeVisible()
  await expect.element(item(3).getByText(refused)).toBeVisible()
  await expect.element(dialog.getByText('Reminded about 1 of 3 previews')).toBeVisible()
  const { reminders } = JSON.parse(String(sent[0]?.body))
  expect(reminders).toEqual([
    { id: 'task-1', idempotencyKey: expect.any(String) },
    { id: 'task-3', idempotencyKey: expect.any(String) },
  ])

  answer(remindTasks, () => refusal(503, 'Being restarted.'))
  await dialog.getByRole('button', { name: 'Try again (1)' }).click()
  await expect.element(dialog.getByText('Being restarted.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByRole('button', { name: 'Remind selected' })).toBeVisible()
})

it('if no reminder is possible, the button is disabled and the row shows the reason', async () => {
  await openWith(
    preview(1, { emailBounced: true, reach: 'bounced' }),
    preview(2, { reviewLinks: false, reach: 'no-email' }),
    preview(3, { isOwnerConfirmed: false, reach: 'no-email' }),
    preview(4, { remindedAt: ago(1) }),
  )
  const reasons = [
    remindRefusals['email-bounced'],
    remindRefusals['reminders-off'],
    remindRefusals['address-unconfirmed'],
    /^You can remind again/,
  ]
  for (const [at, reason] of reasons.entries()) {
    const button = remind(at + 1)
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button).toHaveAccessibleDescription(reason)
  }
})

it('filter and search are in the URL, and an empty result shows a message', { tags: 'nightly' }, async () => {
  const { waiting } = boardOf({ company, tasks: [task(1), task(2, { emailBounced: true })] })
  await openApp(TAB)
  await expect.poll(titles).toEqual(['Post 1', 'Post 2'])
  const chip = (name: string) => page.getByRole('group', { name: 'State of the email' }).getByRole('button', { name })
  await chip('Email bounced').click()
  await expect.poll(titles).toEqual(['Post 2'])
  expect(address()).toBe(`${TAB}&reach=bounced`)
  expect(searchesOf(waiting).at(-1)).toContain('reach=bounced')
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('post 1')
  await expect.element(page.getByText('No Search Results')).toBeVisible()
  await expect.poll(address).toBe(`${TAB}&reach=bounced&q=post+1`)
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect.poll(titles).toEqual(['Post 2'])
  await chip('No email').click()
  await expect.element(page.getByText('Every company with a waiting preview gets emails.')).toBeVisible()
  await go(-1)
  await expect.poll(titles).toEqual(['Post 2'])
  await expect.element(chip('Email bounced')).toHaveAttribute('aria-pressed', 'true')
})

it('a row opens the task, J and K step through the list, and a live event removes a decided preview', { tags: 'nightly' }, async () => {
  const tasks = [task(1), task(2), task(3)]
  boardOf({ company, tasks })
  await openApp(TAB)
  await expect.poll(titles).toEqual(['Post 1', 'Post 2', 'Post 3'])
  await rows().first().getByRole('link').click()
  await expect.element(page.getByRole('dialog', { name: 'Post 1' })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('dialog', { name: 'Post 2' }).getByText('2 of 3', { exact: true })).toBeInTheDocument()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  tasks[0] = task(1, { currentStatus: 'Approved', version: 3 })
  await refreshChanged(company._id, 1)
  await expect.poll(titles).toEqual(['Post 2', 'Post 3'])
  await expect.element(page.getByRole('tab', { name: 'In review: 2' })).toBeVisible()
})

it('a list that failed to load says so, and can be retried', async () => {
  boardOf({ company, tasks: [task(1)] })
  answer(listWaitingPreviews, () => refusal(500, ''))
  await openApp(TAB)
  const failure = page.getByRole('alert').filter({ hasText: 'We couldn’t load the waiting previews.' })
  await expect.element(failure.first()).toBeVisible()
  answer(listWaitingPreviews, () => reply(listWaitingPreviews, [preview(1)]))
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(titles).toEqual(['Post 1'])
})

it('at each width, the row shows all facts, and nothing overflows', async () => {
  await openWith(preview(1, { reviewLinks: false, reach: 'no-email' }), preview(2))
  await atEachWidth(async (width) => {
    for (const fact of ['ann@bakery.example', '2 hours ago', 'Not opened', 'Not yet', '2 Days'])
      await expect.element(row(2).getByText(fact, { exact: true })).toBeVisible()
    const { height, right } = remind(2).element().getBoundingClientRect()
    expect(right).toBeLessThanOrEqual(width)
    if (width < 640) expect(height).toBeGreaterThanOrEqual(44)
  })
})
