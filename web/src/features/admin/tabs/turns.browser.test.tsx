import '../AdminDashboardPage.tsx'
import '../board/BoardTools.tsx'
import '../launch/LaunchBar.tsx'
import '../task/LaunchForm.tsx'
import '../task/TaskPanel.tsx'
import './LaunchTab.tsx'
import './TaskGridTab.tsx'
import './TaskTable.tsx'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOf, cardTitles, companyOf, searchesOf } from '../../../testing/board.ts'
import { picture, taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp, signInAs } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'

beforeEach(() => signInAs.admin())

const today = todayIn(DEFAULT_TIMEZONE)
const company = companyOf(1)

/**
 * Returns a Pending task. If `previewed` is true, the task has a preview. `review` and `target` are the days from today until the review
 * date and the target date.
 */
const pending = (
  taskId: number,
  title: string,
  { review, target = 30, previewed = false }: { review: number; target?: number; previewed?: boolean },
) =>
  taskOf({
    taskId,
    title,
    companyProfileId: company._id,
    doneTaskImage: previewed ? picture('coral') : null,
    submissionForReview: addDays(today, review),
    targetPostingDate: addDays(today, target),
  })

const somePending = (): Task[] => [
  pending(1, 'Next month', { review: 25 }),
  pending(2, 'Overdue', { review: -4 }),
  pending(3, 'Due today', { review: 0 }),
  pending(4, 'With the client', { review: -9, target: -2, previewed: true }),
  pending(5, 'Client has time', { review: -1, target: 30, previewed: true }),
]

const turn = (name: RegExp) => page.getByRole('group', { name: 'Whose turn it is' }).getByRole('button', { name })
const headings = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
const cardOf = (title: string) => page.getByRole('article').filter({ hasText: title })

it('pending tasks are in the order of their due dates, under headings with counts, and newest first only on request', async () => {
  const asked = boardOf({ company, tasks: somePending() })
  await openApp('/admin/dashboard?tab=pending')
  await expect.poll(cardTitles).toEqual(['Overdue', 'With the client', 'Due today', 'Next month', 'Client has time'])
  expect(headings()).toEqual(['Late 2', 'Today 1', 'Later 2'])
  expect(searchesOf(asked.tasks)).toEqual(['?status=Pending&sort=due&unconfirmed=false&limit=60'])
  await page.getByRole('combobox', { name: 'Sort' }).selectOptions('Newest first')
  await expect.poll(cardTitles).toEqual(['Client has time', 'With the client', 'Due today', 'Overdue', 'Next month'])
  expect(headings()).toEqual([])
  expect(address()).toBe('/admin/dashboard?tab=pending&sort=newest')
})

it('pending tasks are split by turn, with counts; the turn is in the URL, and Back restores the previous turn', async () => {
  const asked = boardOf({ company, tasks: somePending() })
  await openApp('/admin/dashboard?tab=pending')
  await expect.element(turn(/^All 5$/)).toHaveAttribute('aria-pressed', 'true')
  await turn(/^We owe a preview 3$/).click()
  await expect.poll(cardTitles).toEqual(['Overdue', 'Due today', 'Next month'])
  expect(address()).toBe('/admin/dashboard?tab=pending&turn=admin')
  expect(searchesOf(asked.tasks).at(-1)).toBe('?status=Pending&sort=due&turn=admin&unconfirmed=false&limit=60')
  await turn(/^The company must decide 2$/).click()
  await expect.poll(cardTitles).toEqual(['With the client', 'Client has time'])
  await go(-1)
  await expect.poll(cardTitles).toEqual(['Overdue', 'Due today', 'Next month'])
  await expect.element(turn(/^We owe/)).toHaveAttribute('aria-pressed', 'true')
})

it('a turn without tasks says so and keeps the choice of the turn', async () => {
  boardOf({ company, tasks: [] })
  await openApp('/admin/dashboard?tab=pending&turn=admin')
  await expect.element(page.getByText('We owe no previews.')).toBeVisible()
  await turn(/^The company must decide 0$/).click()
  await expect.element(page.getByText('No preview is waiting for a company.')).toBeVisible()
})

it('a card says whose turn it is and how many days late it is, and shows the picture of the preview', async () => {
  boardOf({ company, tasks: somePending() })
  const app = await openApp('/admin/dashboard?tab=pending')
  await expect.element(cardOf('Overdue').getByText('We owe a preview')).toBeVisible()
  await expect.element(cardOf('Overdue').getByText('Preview 4 days late')).toBeVisible()
  await expect.element(cardOf('With the client').getByText('The company must decide')).toBeVisible()
  await expect.element(cardOf('With the client').getByText('Posting 2 days late')).toBeVisible()
  expect(cardOf('With the client').element().querySelectorAll('img')).toHaveLength(1)
  expect(cardOf('Client has time').element().textContent).not.toContain('late')
  await atEachWidth(() => expect.element(cardOf('Overdue')).toBeVisible())
  await app.unmount()
  await openApp('/admin/dashboard?tab=pending&view=dense')
  await expect.element(page.getByRole('row').filter({ hasText: 'We owe a preview, Preview 4 days late' })).toBeVisible()
})

it('arrow keys move between the cards of all headings', async () => {
  boardOf({ company, tasks: somePending() })
  await openApp('/admin/dashboard?tab=pending')
  const link = (title: string) => page.getByRole('link', { name: title })
  await expect.element(link('With the client')).toBeVisible()
  ;(link('With the client').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(link('Due today')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(link('Next month')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(link('Due today')).toHaveFocus()
})

it('the tab Wait for Launch has a count; if no task is due, it lists the next tasks by date', async () => {
  const approved = (taskId: number, days: number) =>
    taskOf({
      taskId,
      title: `In ${days} days`,
      companyProfileId: company._id,
      currentStatus: 'Approved',
      targetPostingDate: addDays(today, days),
    })
  const board = { company, tasks: [approved(1, 9), approved(2, 1), approved(3, 9)] }
  boardOf(board)
  const app = await openApp('/admin/dashboard?tab=launch')
  await expect.element(page.getByRole('tab', { name: 'Wait for Launch: 0' })).toBeVisible()
  await expect.element(page.getByText('Nothing is due for launch today. These tasks come next.')).toBeVisible()
  await expect.poll(cardTitles).toEqual(['In 1 days', 'In 9 days', 'In 9 days'])
  expect(headings()).toEqual(['tomorrow 1', expect.stringMatching(/^\w{3}, .* 2$/)])
  expect(page.getByText('Over Date').elements()).toEqual([])
  expect(page.getByRole('checkbox').elements()).toEqual([])
  await page.getByRole('link', { name: 'In 1 days' }).click()
  await expect.element(page.getByRole('dialog', { name: 'In 1 days' })).toBeVisible()
  // An admin may launch a task before its target date. But the button "Launch and next" is only for tasks that are due.
  await expect.element(page.getByRole('button', { name: 'Launch', exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: 'Launch and next' }).elements()).toEqual([])
  await app.unmount()

  board.tasks.push(approved(4, 0), approved(5, -2))
  await openApp('/admin/dashboard?tab=launch')
  await expect.element(page.getByRole('tab', { name: 'Wait for Launch: 2' })).toBeVisible()
  await expect.poll(cardTitles).toEqual(['In -2 days', 'In 0 days'])
  expect(headings()).toEqual(['Late 1', 'Today 1'])
})

it('without any approved task, the launch tab says that nothing is due', async () => {
  boardOf({ company, tasks: somePending() })
  await openApp('/admin/dashboard?tab=launch')
  await expect.element(page.getByText('Nothing is due for launch today.', { exact: true })).toBeVisible()
})

it('a task of a series shows its date on its card and in its row, and is late after this date', async () => {
  const rule = { isRecurring: true, recurrenceType: 'weekly', weeklyDayOfWeek: 'friday', recurrenceStartDate: addDays(today, -6) } as const
  const firstTask = (taskId: number, title: string, occurrenceDate: string) =>
    taskOf({ taskId, title, companyProfileId: company._id, submissionForReview: null, targetPostingDate: null, ...rule, occurrenceDate })
  const [past, ahead] = [addDays(today, -2), addDays(today, 12)]
  boardOf({
    company,
    tasks: [firstTask(1, 'Fish board', ahead), firstTask(2, 'Fish of the past', past), pending(3, 'In between', { review: -1 })],
  })
  await openApp('/admin/dashboard?tab=pending')
  await expect.poll(cardTitles).toEqual(['Fish of the past', 'In between', 'Fish board'])
  expect(headings()).toEqual(['Late 2', 'Later 1'])
  await expect.element(cardOf('Fish board').getByText('Every Friday', { exact: true })).toBeVisible()
  await expect.element(cardOf('Fish board').getByText(formatDate(ahead))).toBeVisible()
  await expect.element(cardOf('Fish of the past').getByText(formatDate(past))).toBeVisible()
  await expect.element(cardOf('Fish of the past').getByText('2 Days Ago')).toHaveAttribute('data-late')
  await expect.element(cardOf('Fish of the past').getByText('Posting 2 days late')).toBeVisible()
  expect(cardOf('Fish board').element().textContent).not.toContain('late')
  await openApp('/admin/dashboard?tab=pending&view=dense')
  const rowOf = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect.element(rowOf('Fish board').getByText(formatDate(ahead))).toBeVisible()
  await expect.element(rowOf('Fish of the past').filter({ hasText: 'Posting 2 days late' })).toBeVisible()
})

it('the first task of a series is due for launch on its first date', async () => {
  const approved = (taskId: number, title: string, occurrenceDate: string) =>
    taskOf({
      taskId,
      title,
      companyProfileId: company._id,
      currentStatus: 'Approved',
      isRecurring: true,
      targetPostingDate: null,
      recurrenceStartDate: addDays(today, -6),
      occurrenceDate,
    })
  boardOf({ company, tasks: [approved(1, 'Fish board', today), approved(2, 'Oyster board', addDays(today, 1))] })
  await openApp('/admin/dashboard?tab=launch')
  await expect.element(page.getByRole('tab', { name: 'Wait for Launch: 1' })).toBeVisible()
  await expect.poll(cardTitles).toEqual(['Fish board'])
  expect(headings()).toEqual(['Today 1'])
  await expect.element(cardOf('Fish board').getByText('Today', { exact: true }).first()).toBeVisible()
})

it('a posted task shows the day on which it was posted, on its card and in its row', async () => {
  const posted = { currentStatus: 'Posted', targetPostingDate: addDays(today, 12), updatedAt: new Date().toISOString() } as const
  boardOf({ company, tasks: [taskOf({ taskId: 1, title: 'Fish board', companyProfileId: company._id, ...posted })] })
  await openApp('/admin/dashboard?tab=total')
  await expect.element(cardOf('Fish board').getByText('Posted', { exact: true }).nth(1)).toBeVisible()
  expect(cardOf('Fish board').element().textContent).toMatch(new RegExp(`Posted${formatDate(today)}, \\d+:\\d\\d [AP]MToday`))
  await openApp('/admin/dashboard?tab=total&view=dense')
  await expect.element(page.getByRole('row').filter({ hasText: `Posted ${formatDate(today)}` })).toBeVisible()
})

it('a link leads to the tasks with findings, of all accounts and in any status; their cards show how many', async () => {
  const asked = boardOf(
    { company, tasks: somePending(), findings: { 4: 2 } },
    { company: companyOf(2), tasks: [taskOf({ taskId: 9, title: 'Not confirmed' })], findings: { 9: 1 }, isUnconfirmed: true },
  )
  await openApp('/admin/dashboard?tab=pending')
  await page.getByRole('link', { name: 'Findings 2' }).click()
  await expect.poll(address).toBe('/admin/dashboard?tab=total&findings=true')
  await expect.poll(cardTitles).toEqual(['Not confirmed', 'With the client'])
  await expect.element(cardOf('With the client').getByText('2 findings')).toBeVisible()
  expect(searchesOf(asked.tasks).at(-1)).toBe('?findings=true&limit=60')
  const filter = page.getByRole('group', { name: 'Tasks with findings' })
  await expect.element(filter.getByRole('button', { name: 'Findings 2' })).toHaveAttribute('aria-pressed', 'true')
  await filter.getByRole('button', { name: 'All tasks' }).click()
  await expect.element(page.getByRole('link', { name: 'Overdue' })).toBeVisible()
})
