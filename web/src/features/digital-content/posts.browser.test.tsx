import './calendar/OwnerCalendar.tsx'
import './components/TaskDetail.tsx'
import '../../domain/task/change/MoveTask.tsx'
import { listPlannedDates } from '@app/contracts/http/calendar.ts'
import { moveTask } from '@app/contracts/http/task-changes.ts'
import { createTask, type Task } from '@app/contracts/http/tasks.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { ownerWith, taskOf } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open.tsx'
import { atEachWidth } from '../../testing/widths.ts'

const LINK = 'https://www.instagram.com/p/1/'
const posted = taskOf({
  taskId: 8,
  title: 'Went out',
  currentStatus: 'Posted',
  targetPostingDate: '2026-12-07',
  targetPostingTime: '09:00',
  postedAt: '2026-12-09T14:30:00.000Z',
  postedOn: '2026-12-09',
  postLinks: { platform_insta: LINK },
})
const planned = taskOf({ taskId: 9, title: 'Comes next', currentStatus: 'Approved', targetPostingTime: '17:30' })

const postLink = (within: { getByRole: typeof page.getByRole }) =>
  within.getByRole('list', { name: 'Links to the post' }).getByRole('link', { name: /^Instagram/ })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T17:00:00Z') })
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
})

it('a posted task says when and where it was posted, in the list and in its panel', async () => {
  ownerWith(posted)
  await openApp('/management?show=posted')
  const list = page.getByRole('dialog', { name: 'Posted Tasks' })
  await expect.element(list.getByText('9:30 AM', { exact: false })).toBeVisible()
  await expect.element(postLink(list)).toHaveAttribute('href', LINK)
  await expect.element(postLink(list)).toHaveAttribute('rel', 'noopener noreferrer')
  await list.getByRole('button', { name: 'Preview' }).click()
  const panel = page.getByRole('dialog', { name: 'Went out' })
  await expect.element(panel.getByText('Wed, Dec 9, 2026, 9:30 AM')).toBeVisible()
  await expect.element(postLink(panel)).toHaveAttribute('href', LINK)
  await expect.element(panel.getByText('Mon, Dec 7, 2026, 9:00 AM')).toBeVisible()
  await atEachWidth(() => expect.element(postLink(panel)).toBeVisible())
})

it('the calendar shows what was posted on the day and at the time it went out, and others at their planned time', async () => {
  ownerWith(posted, planned)
  await page.viewport(1440, 900)
  await openApp('/management?view=calendar&month=2026-12&show=day-2026-12-09')
  const day = page.getByRole('dialog', { name: /December 9/ })
  await expect.element(day.getByText('Posted at 9:30 AM')).toBeVisible()
  await expect.element(postLink(day)).toHaveAttribute('href', LINK)
  await userEvent.keyboard('{Escape}')
  const cell = (name: RegExp) => page.getByRole('gridcell', { name })
  await expect.element(cell(/^Wednesday, December 9, 1 post/)).toMatchTextContent(/9:30 AM/)
  await expect.element(cell(/^Monday, December 7, 1 post/)).toMatchTextContent(/5:30 PM/)
})

it('a new task can have a time of day', async () => {
  ownerWith(planned)
  const created = answer(createTask, () => reply(createTask, taskOf({ taskId: 10 })))
  await openApp('/management?show=new')
  const form = page.getByRole('dialog', { name: 'Add New Task' })
  await form.getByRole('textbox', { name: 'Task Title' }).fill('Soup day')
  await form.getByLabelText(/^Submission for review/).fill('2026-12-10')
  await form.getByLabelText(/^Target posting/).fill('2026-12-20')
  await form.getByLabelText('Posting time (optional)').fill('09:00')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => (created[0]?.body as FormData | undefined)?.get('targetPostingTime')).toBe('09:00')
})

it('a move can change only the time of day', async () => {
  const tasks: Task[] = ownerWith(planned)
  const moved = answer(moveTask, () => {
    tasks[0] = { ...planned, targetPostingTime: '08:00', version: 3 }
    return reply(moveTask, tasks[0])
  })
  await openApp('/management?show=task-9')
  await page.getByRole('button', { name: 'Move to…' }).click()
  const time = page.getByLabelText('Posting time (optional)')
  await expect.element(time).toHaveValue('17:30')
  await time.fill('08:00')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Moved to Mon, Dec 7, 2026, 8:00 AM' })).toBeInTheDocument()
  expect(JSON.parse(String(moved[0]?.body))).toEqual({ targetPostingDate: '2026-12-07', targetPostingTime: '08:00' })
})
