import { listPlannedDates } from '@app/contracts/http/calendar.ts'
import { type BriefState, editTask, listBriefHistory, moveTask } from '@app/contracts/http/task-changes.ts'
import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { answer, refusal, reply, type Sent } from '../../../testing/api.ts'
import { ownerWith, taskOf } from '../../../testing/fixtures.ts'
import { dismissToast, openApp } from '../../../testing/open.tsx'
// The bundles are loaded before the tests, so that the loading does not count towards the timeout of a test.
import '../../../domain/task/change/BriefChanges.tsx'
import '../../../domain/task/change/EditTask.tsx'
import '../../../domain/task/change/MoveTask.tsx'
import '../calendar/OwnerCalendar.tsx'
import '../components/TaskDetail.tsx'
import '../components/UndoApproval.tsx'

const DECEMBER = '/management?view=calendar&month=2026-12'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const date = (name: string) => page.getByLabelText(new RegExp(`^${name}`))
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text })
const cell = (name: RegExp) => page.getByRole('gridcell', { name })
const bodyOf = ({ body }: Sent) => JSON.parse(String(body))
const versionOf = ({ headers }: Sent) => headers.get('if-match')

let tasks: Task[]
const store = (task: Task) => {
  tasks[0] = task
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T17:00:00Z') })
  tasks = ownerWith(taskOf({ headline: 'Open from nine', version: 2 }))
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
})

/** Moves a task as the server does. */
const serveMoves = () =>
  answer(moveTask, (sent) => {
    const { targetPostingDate, submissionForReview } = bodyOf(sent)
    const [task] = tasks
    if (!task) return refusal(404, 'There is no such task.')
    const review = submissionForReview ?? task.submissionForReview
    store({ ...task, targetPostingDate, submissionForReview: review, version: task.version + 1 })
    return reply(moveTask, tasks[0] as Task)
  })

it('editing sends only what changed, with the version that the owner saw', async () => {
  const sent = answer(editTask, ({ body }) => {
    store({ ...(tasks[0] as Task), headline: String((body as FormData).get('headline')), version: 3, briefVersion: 2 })
    return reply(editTask, tasks[0] as Task)
  })
  answer(listBriefHistory, () => reply(listBriefHistory, []))
  await openApp('/management?show=task-5')
  await button('Edit the brief').click()
  await expect.element(field('Task Title')).toHaveValue('Winter bread')
  await expect.element(date('Posting date')).toHaveValue('2026-12-07')
  await field('Main Headline').fill('Open from ten')
  await page.getByRole('checkbox', { name: 'Facebook' }).click()
  await button('Save').click()
  await expect.element(toast('Brief saved')).toBeInTheDocument()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' }).getByText('Open from ten')).toBeVisible()
  expect(sent.map(versionOf)).toEqual(['"2"'])
  expect(Object.fromEntries(sent[0]?.body as FormData)).toEqual({ headline: 'Open from ten', platform_fb: 'true' })
  // The owner made the change, so it is no news.
  await expect.element(page.getByText('This task has just changed.')).not.toBeInTheDocument()
})

it('if the brief changed meanwhile, the form says what, keeps the typed text, and saves on top of it', async () => {
  const newer = taskOf({ headline: 'Open from eight', tagline: 'Warm', version: 3, briefVersion: 2 })
  const sent = answer(editTask, (request) => {
    if (versionOf(request) === '"3"') return reply(editTask, { ...newer, headline: 'Open from ten', version: 4, briefVersion: 3 })
    tasks[0] = newer
    return refusal(409, 'This task was changed in the meantime. Please check it again.', { task: newer })
  })
  answer(listBriefHistory, () => reply(listBriefHistory, []))
  await openApp('/management?show=task-5')
  await button('Edit the brief').click()
  await field('Main Headline').fill('Open from ten')
  await button('Save').click()
  const meanwhile = page.getByRole('heading', { name: 'This task changed while you were editing' })
  await expect.element(meanwhile).toHaveFocus()
  await expect.element(page.getByText('You changed this, too. Saving keeps your version.')).toBeVisible()
  await expect.element(field('Main Headline')).toHaveValue('Open from ten')
  await expect.element(field('Tagline')).toHaveValue('Warm')
  await button('Save').click()
  await expect.element(toast('Brief saved')).toBeInTheDocument()
  expect(Object.fromEntries(sent.at(-1)?.body as FormData)).toEqual({ headline: 'Open from ten' })
})

it('a change of the status while the form is open is no conflict', async () => {
  const delivered = taskOf({ headline: 'Open from nine', previewNo: 2, version: 3 })
  const sent = answer(editTask, (request) =>
    versionOf(request) === '"3"'
      ? reply(editTask, { ...delivered, headline: 'Open from ten', version: 4, briefVersion: 2 })
      : refusal(409, 'This task was changed in the meantime. Please check it again.', { task: delivered }),
  )
  answer(listBriefHistory, () => reply(listBriefHistory, []))
  await openApp('/management?show=task-5')
  await button('Edit the brief').click()
  await field('Main Headline').fill('Open from ten')
  await button('Save').click()
  await expect.element(toast('Brief saved')).toBeInTheDocument()
  expect(sent.map(versionOf)).toEqual(['"2"', '"3"'])
})

it('the panel shows what changed since the preview, and the history of the brief', async () => {
  const state = (number: number, changes: Partial<BriefState>): BriefState => ({
    ...taskOf({ headline: 'Open from nine' }),
    number,
    changedAt: '2026-11-30T15:00:00.000Z',
    changedByRole: 'owner',
    changed: [],
    previewNo: null,
    hasReferenceImage: false,
    ...changes,
  })
  store(taskOf({ headline: 'Open from ten', briefVersion: 2, previewBriefVersion: 1, version: 4 }))
  const asked = answer(listBriefHistory, () =>
    reply(listBriefHistory, [
      state(2, { headline: 'Open from ten', changed: ['headline'], changedByRole: 'admin', previewNo: 1 }),
      state(1, {}),
    ]),
  )
  await openApp('/management?show=task-5')
  await expect.element(page.getByText('Changed since version 1')).toBeVisible()
  await expect.element(page.getByRole('deletion').filter({ hasText: 'nine' })).toBeVisible()
  await expect.element(page.getByRole('insertion').filter({ hasText: 'ten' })).toBeVisible()
  await page.getByText('History of the brief').click()
  await expect.element(page.getByText(/^Palmetto Works · .*after version 1$/)).toBeVisible()
  await expect.element(page.getByText('First brief')).toBeVisible()

  // Another change arrives live.
  const before = asked.length
  store(taskOf({ headline: 'Open from eleven', briefVersion: 3, previewBriefVersion: 1, version: 5 }))
  fireTasksUpdated(5)
  await expect.element(page.getByRole('insertion').filter({ hasText: 'eleven' })).toBeVisible()
  expect(asked.length).toBeGreaterThan(before)
})

it('the move dialog checks the rules, shows the month, and can be undone', async () => {
  tasks.push(taskOf({ taskId: 9, targetPostingDate: '2027-01-12' }))
  const sent = serveMoves()
  await openApp('/management?show=task-5')
  await button('Move to…').click()
  const dialog = page.getByRole('dialog', { name: 'Move “Winter bread”' })
  await expect.element(date('Posting date')).toHaveFocus()
  await button('Move').click()
  await expect.element(page.getByText('Choose another day or time')).toBeVisible()
  await date('Posting date').fill('2026-12-01')
  await expect.element(page.getByText('Target posting date must be tomorrow or later')).toBeVisible()
  await date('Posting date').fill('2026-12-03')
  await expect.element(page.getByText('The review date moves to Wed, Dec 2, 2026.', { exact: false })).toBeVisible()
  await date('Posting date').fill('2027-01-13')
  await expect.element(page.getByText('1 of 4 tasks used for January 2027')).toBeVisible()
  await button('Move').click()
  await expect.element(dialog).not.toBeInTheDocument()
  const moved = toast('Moved to Wed, Jan 13, 2027')
  await moved.getByRole('button', { name: 'Undo' }).click()
  await expect.element(toast('Moved back to Mon, Dec 7, 2026')).toBeInTheDocument()
  expect(sent.map(bodyOf)).toEqual([
    { targetPostingDate: '2027-01-13' },
    { targetPostingDate: '2026-12-07', submissionForReview: '2026-12-04' },
  ])
  expect(sent.map(versionOf)).toEqual(['"2"', '"3"'])
})

const repeating = {
  isRecurring: true,
  recurrenceType: 'weekly',
  weeklyDayOfWeek: 'monday',
  targetPostingDate: null,
  submissionForReview: null,
  seriesId: 'series-1',
  occurrenceNo: 2,
  occurrenceDate: '2026-12-07',
  nextOccurrenceDate: '2026-12-14',
} as const

/** Drags the entry of a day to another day, in small steps as a hand does. */
async function drag(from: RegExp, to: RegExp): Promise<void> {
  await userEvent.dragAndDrop(cell(from).getByRole('link'), cell(to))
}

it('a post is dragged to another day of the calendar at once, and a refused one returns', async () => {
  await page.viewport(1440, 900)
  const sent = serveMoves()
  await openApp(DECEMBER)
  await drag(/^Monday, December 7/, /^Sunday, December 13/)
  await expect.element(cell(/^Sunday, December 13, 1 post/)).toBeInTheDocument()
  await toast('Moved to Sun, Dec 13, 2026').getByRole('button', { name: 'Undo' }).click()
  await expect.element(cell(/^Monday, December 7, 1 post/)).toBeInTheDocument()
  expect(sent).toHaveLength(2)
  // The click at the end of a drag opens nothing.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await dismissToast()
  await drag(/^Monday, December 7/, /^Tuesday, December 1\b/)
  await expect.element(toast('Target posting date must be tomorrow or later')).toBeInTheDocument()
  expect(sent).toHaveLength(2)

  answer(moveTask, () => refusal(422, 'Cannot move task. Maximum 4 tasks allowed per month.'))
  await dismissToast()
  await drag(/^Monday, December 7/, /^Friday, December 18/)
  await expect.element(toast('Cannot move task.')).toBeInTheDocument()
  await expect.element(cell(/^Monday, December 7, 1 post/)).toBeInTheDocument()
})

it('a dragged post of a series asks whether the following posts move, too', async () => {
  await page.viewport(1440, 900)
  store(taskOf({ ...repeating, version: 2 }))
  const sent = serveMoves()
  await openApp(DECEMBER)
  await drag(/^Monday, December 7/, /^Wednesday, December 9/)
  await expect.element(page.getByRole('radio', { name: 'This post' })).toBeChecked()
  await page.getByRole('radio', { name: /^This and the following/ }).click()
  await button('Move').click()
  await expect.element(toast('Moved to Wed, Dec 9, 2026')).toBeInTheDocument()
  expect(sent.map(bodyOf)).toEqual([{ targetPostingDate: '2026-12-09', scope: 'following' }])
})

it('after Approve, the panel says so and can undo it without a reason', async () => {
  const sent = answer(updateTask, (request) => {
    const { currentStatus } = bodyOf(request)
    store({ ...(tasks[0] as Task), currentStatus, version: (tasks[0] as Task).version + 1 })
    return reply(updateTask, tasks[0] as Task)
  })
  await openApp('/management?show=task-5')
  await button('Approve').click()
  const panel = page.getByRole('dialog', { name: 'Winter bread' })
  await expect.element(panel.getByText('Approved. You can undo this until we post it.')).toBeVisible()
  await dismissToast()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await expect.element(toast('Approval undone')).toBeInTheDocument()
  await expect.element(button('Approve')).toBeVisible()
  expect(sent.map((request) => bodyOf(request).currentStatus)).toEqual(['Approved', 'Pending'])
})

it('a preview that was withdrawn is announced', async () => {
  store(taskOf({ previewNo: 2, version: 2 }))
  await openApp('/management?show=task-5')
  await expect.element(button('Approve')).toBeVisible()
  store(taskOf({ previewNo: 1, version: 3 }))
  fireTasksUpdated(5)
  await expect.element(page.getByText('We withdrew this preview. It was sent by mistake.')).toBeVisible()
})
