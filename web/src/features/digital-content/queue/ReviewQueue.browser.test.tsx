import '../components/ReferBack.tsx'
import '../components/UndoApproval.tsx'
import './ApproveAll.tsx'
import './ReviewQueue.tsx'
import { formatDate, formatDayInWords } from '@app/contracts/format/dates.ts'
import { decideTasks } from '@app/contracts/http/decide-tasks.ts'
import { listPreviewNotes } from '@app/contracts/http/preview-notes.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import { addFeedback, type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { addDays } from '@app/contracts/rules/business-dates.ts'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { businessToday } from '../../../shared/format/dates.ts'
import { answer, never, refusal, reply, type Sent } from '../../../testing/api.ts'
import { ownerWith, previewOf, taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp } from '../../../testing/open.tsx'
import { noteOf } from '../../../testing/preview-notes.ts'
import { atEachWidth } from '../../../testing/widths.ts'

const HASH = 'a'.repeat(64)

const panel = page.getByRole('dialog')
const titled = (name: string) => page.getByRole('dialog', { name, exact: true })
const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true })
const approveAll = (count: number) => button(`Approve all ${count}`)
const question = page.getByRole('dialog', { name: /^Approve \d+ previews\?$/ })
const outcome = (title: string) => page.getByRole('dialog', { name: title, exact: true })
const press = (keys: string) => userEvent.keyboard(keys)

/** Three waiting previews, and a task without a preview. The list has the order of the cards. */
const three = (): Task[] => [
  taskOf({ taskId: 3, title: 'Third' }),
  taskOf({ taskId: 9, title: 'No preview yet', doneTaskImage: null, previewNo: null }),
  taskOf({ taskId: 2, title: 'Second' }),
  taskOf({ taskId: 1, title: 'First' }),
]

/** Mocks the portal of an owner. An approval and a referral of a single task change the task. */
function portal(tasks: Task[] = three()): Task[] {
  const listed = ownerWith(...tasks)
  answer(listPreviews, ({ address: url }) => {
    const task = listed.find(({ _id }) => url.includes(`/${_id}/`))
    return reply(listPreviews, [previewOf({ number: task?.previewNo ?? 1, contentHash: HASH })])
  })
  const change = ({ address: url }: Sent, changes: Partial<Task>): Task => {
    const at = listed.findIndex(({ _id }) => url.endsWith(`/${_id}`))
    const task = listed[at] as Task
    listed[at] = { ...task, version: task.version + 1, ...changes }
    return listed[at]
  }
  answer(updateTask, (sent) => reply(updateTask, change(sent, { currentStatus: 'Approved' })))
  answer(addFeedback, (sent) => reply(addFeedback, change(sent, { currentStatus: 'Roll Back' })))
  return listed
}

async function openQueue(tasks?: Task[]): Promise<Task[]> {
  const listed = portal(tasks)
  await openApp('/management')
  await page.getByRole('button', { name: 'Review 3' }).click()
  await expect.element(titled('Third')).toBeVisible()
  return listed
}

/** Steps through all previews, so that the owner has seen each of them. Ends at the last one. */
async function seeAll(): Promise<void> {
  for (const title of ['Second', 'First']) {
    await expect.element(button('Approve')).not.toHaveAttribute('aria-disabled')
    await press('j')
    await expect.element(titled(title)).toBeVisible()
  }
  await expect.element(panel.getByText(/You have seen all 3\.$/)).toBeVisible()
}

const bodyOf = (sent: Sent | undefined) => JSON.parse(String(sent?.body))

/** Mocks the decisions on several previews. A preview is approved, unless `failures` contains a result for it. */
function decisions(listed: Task[], failures: Record<string, Pick<TaskResult, 'status' | 'message'>> = {}): Sent[] {
  return answer(decideTasks, (sent) => {
    const results = bodyOf(sent).decisions.map(({ id }: { id: string }): TaskResult => {
      const at = listed.findIndex(({ _id }) => _id === id)
      const task = listed[at] as Task
      if (failures[id]) return { id, ...failures[id], task }
      listed[at] = { ...task, currentStatus: 'Approved', version: task.version + 1 }
      return { id, status: 200, message: '', task: listed[at] }
    })
    return reply(decideTasks, { results })
  })
}

it('the queue steps through the waiting previews with buttons and the keys J and K, and Back closes it', { tags: 'nightly' }, async () => {
  await openQueue()
  await expect.poll(address).toBe('/management?show=review-3')
  await expect.element(panel.getByText('Third, 1 of 3')).toBeInTheDocument()
  await expect.element(button('Previous task (K)')).toHaveAttribute('aria-disabled', 'true')
  await press('j')
  await expect.element(titled('Second')).toBeVisible()
  await expect.poll(address).toBe('/management?show=review-2')
  await button('Next task (J)').click()
  await expect.element(titled('First')).toBeVisible()
  await expect.element(button('Next task (J)')).toHaveAttribute('aria-disabled', 'true')
  await press('k')
  await expect.element(panel.getByText('Second, 2 of 3')).toBeInTheDocument()
  await go(-1)
  await expect.element(panel).not.toBeInTheDocument()
  expect(address()).toBe('/management')
})

it('at each width, the position is visible, the buttons are large enough, and nothing overflows', { tags: 'nightly' }, async () => {
  await openQueue()
  await atEachWidth(async (width) => {
    const positions = panel.getByText('1 of 3', { exact: true }).elements()
    expect(positions.filter((position) => position.checkVisibility()).length).toBe(1)
    const place = () => approveAll(3).element().getBoundingClientRect()
    // Polled, because the panel slides into the page.
    await expect.poll(() => place().right).toBeLessThanOrEqual(width)
    if (width < 640) expect(place().height).toBeGreaterThanOrEqual(44)
  })
})

it('a single waiting preview has the button of the queue, and no waiting preview has none', async () => {
  const listed = portal([taskOf(), taskOf({ taskId: 6, title: 'Old', currentStatus: 'Approved' })])
  await openApp('/management')
  await expect.element(page.getByText('1 preview is waiting for your decision.')).toBeVisible()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect.element(titled('Winter bread')).toBeVisible()
  listed.shift()
  await press('{Escape}')
  fireTasksUpdated()
  await expect.element(page.getByRole('button', { name: /^Review/ })).not.toBeInTheDocument()
})

it('the queue and the cards begin with the earliest posting date, and a late one says so', async () => {
  const today = businessToday()
  portal([
    taskOf({ taskId: 4, title: 'Next week', targetPostingDate: addDays(today, 9) }),
    taskOf({ taskId: 3, title: 'In the making', doneTaskImage: null, previewNo: null, targetPostingDate: addDays(today, 1) }),
    taskOf({ taskId: 2, title: 'Tomorrow', targetPostingDate: addDays(today, 1) }),
    taskOf({ taskId: 1, title: 'Late', targetPostingDate: addDays(today, -2) }),
  ])
  await openApp('/management')
  const cards = page.getByRole('group', { name: 'Pending tasks' }).getByRole('article')
  await expect
    .poll(() => cards.elements().map((card) => card.querySelector('h3')?.textContent))
    .toEqual(['Late', 'Tomorrow', 'Next week', 'In the making'])
  const wasDue = `Posting date was ${formatDayInWords(addDays(today, -2), today, 'short')}`
  await expect.element(cards.first()).toMatchTextContent(new RegExp(`Needs your decision.*Pending.*${wasDue}`))
  await expect.element(page.getByRole('region', { name: 'Review' }).getByText(`Late: ${wasDue}`)).toBeVisible()
  await expect.element(cards.last()).toMatchTextContent(/In progress.*Pending/)
  await page.getByRole('button', { name: 'Review 3' }).click()
  await expect.element(titled('Late')).toBeVisible()
  await expect.element(panel.getByText(wasDue)).toBeVisible()
  await press('j')
  await expect.element(titled('Tomorrow')).toBeVisible()
})

it('in the queue and after it, the last approval can be undone', async () => {
  const listed = await openQueue()
  await button('Approve').click()
  await expect.element(titled('Second')).toBeVisible()
  const notice = page.getByRole('region', { name: 'Approved' })
  await expect.element(notice).toMatchTextContent(/^Approved\. Third/)
  const sent = answer(updateTask, () => {
    listed[0] = { ...(listed[0] as Task), currentStatus: 'Pending', version: 4 }
    return reply(updateTask, listed[0])
  })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(bodyOf(sent[0])).toEqual({ currentStatus: 'Pending', version: 3 })
  await expect.element(panel.getByText('Second, 2 of 3')).toBeInTheDocument()
})

it('the notice of an approval stays after the panel closes, until the task is posted', async () => {
  const listed = portal([taskOf()])
  await openApp('/management?show=task-5')
  await button('Approve').click()
  await expect.element(panel.getByText('Approved. You can undo this until we post it.')).toBeVisible()
  await press('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  const notice = page.getByRole('region', { name: 'Approved' })
  await expect.element(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  answer(updateTask, () => {
    listed[0] = { ...(listed[0] as Task), currentStatus: 'Posted', version: 4 }
    return refusal(409, 'This task has already been posted.', { task: listed[0] })
  })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('This task has already been posted.')).toBeInTheDocument()
  await expect.element(notice).not.toBeInTheDocument()
})

it('an approved task can be undone from its card, and then waits for a decision again', async () => {
  const listed = portal([taskOf({ currentStatus: 'Approved', approvedPreviewNo: 1 })])
  await openApp('/management?show=task-5')
  await expect.element(panel.getByText('Approved. You can undo this until we post it.')).toBeVisible()
  answer(updateTask, () => {
    listed[0] = { ...(listed[0] as Task), currentStatus: 'Pending', approvedPreviewNo: null, version: 3 }
    return reply(updateTask, listed[0])
  })
  await button('Undo').click()
  await expect.element(button('Approve')).toBeVisible()
})

it('after each decision the next preview opens, and after the last one the panel closes', async () => {
  await openQueue()
  await button('Approve').click()
  await expect.element(titled('Second')).toBeVisible()
  await expect.element(panel.getByText('Second, 1 of 2')).toBeInTheDocument()
  await press('j')
  await expect.element(titled('First')).toBeVisible()
  await button('Refer Back').click()
  await panel.getByRole('textbox', { name: 'Feedback' }).fill('Too dark.')
  await button('Send Feedback').click()
  // No preview follows, so the queue continues with the first one that still waits.
  await expect.element(titled('Second')).toBeVisible()
  await button('Approve').click()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(address).toBe('/management')
})

it('all previews can be approved only after each was shown, and each approval contains exactly what was shown', async () => {
  const listed = await openQueue()
  const sent = decisions(listed)
  await expect.element(approveAll(3)).toHaveAttribute('aria-disabled', 'true')
  await expect.element(panel.getByText(/Look at all 3 to approve them together\.$/)).toBeVisible()
  await seeAll()
  await approveAll(3).click()
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'Approve 3' }).click()
  await expect.element(page.getByText('3 previews approved')).toBeInTheDocument()
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Review/ })).not.toBeInTheDocument()
  const approval = { currentStatus: 'Approved', version: 2, previewNo: 1, contentHash: HASH, idempotencyKey: expect.any(String) }
  expect(bodyOf(sent[0]).decisions).toEqual(['task-3', 'task-2', 'task-1'].map((id) => ({ id, ...approval })))
})

it('the question before the approval names the posting dates. The first task of a series has the first date of the series', async () => {
  const ofSeries = { isRecurring: true, targetPostingDate: null, recurrenceStartDate: '2999-11-25', occurrenceDate: '2999-11-29' }
  const dates: Record<number, string> = { 3: '2999-11-20', 1: '2999-12-10' }
  await openQueue(
    three().map((task) => ({ ...task, ...(task.taskId === 2 ? ofSeries : { targetPostingDate: dates[task.taskId] ?? null }) })),
  )
  await seeAll()
  await approveAll(3).click()
  const row = (title: string) => question.getByRole('listitem').filter({ hasText: title })
  await expect.element(row('Second')).toMatchTextContent(`#2 · Version 1 · posts ${formatDate('2999-11-29')}`)
  await expect.element(row('Third')).toMatchTextContent(/ · posts /)
})

it('the question before the approval names the open notes', async () => {
  const listed = portal()
  const open = [noteOf(), noteOf({ number: 2 }), noteOf({ number: 3, state: 'accepted' })]
  answer(listPreviewNotes, ({ address: url }) => reply(listPreviewNotes, url.includes('/task-2/') ? open : []))
  await openApp('/management?show=review-3')
  await expect.element(titled('Third')).toBeVisible()
  await seeAll()
  await approveAll(3).click()
  const row = (title: string) => question.getByRole('listitem').filter({ hasText: title })
  await expect
    .element(row('Second'))
    .toMatchTextContent(/Notes 1 and 2 are still open\. If you approve, we’ll post the preview as it is\.$/)
  await expect.element(row('Third')).not.toMatchTextContent(/still open/)
  decisions(listed)
  await question.getByRole('button', { name: 'Approve 3' }).click()
  await expect.element(page.getByText('3 previews approved')).toBeInTheDocument()
})

it('a preview that was replaced after it was shown must be shown again', async () => {
  const listed = await openQueue()
  await seeAll()
  listed[0] = { ...(listed[0] as Task), version: 3, previewNo: 2 }
  fireTasksUpdated()
  await expect.element(approveAll(3)).toHaveAttribute('aria-disabled', 'true')
  await press('k')
  await expect.element(titled('Second')).toBeVisible()
  await press('k')
  await expect.element(titled('Third')).toBeVisible()
  await expect.element(approveAll(3)).not.toHaveAttribute('aria-disabled')
})

it('if a preview was replaced in the meantime, the others are approved, and the queue continues with this one', {
  tags: 'nightly',
}, async () => {
  const listed = await openQueue()
  const message = 'A newer preview is ready. Please look at it first.'
  await seeAll()
  decisions(listed, { 'task-2': { status: 409, message } })
  await approveAll(3).click()
  await question.getByRole('button', { name: 'Approve 3' }).click()
  const results = outcome('2 approved, 1 not')
  const row = (title: string) => results.getByRole('listitem').filter({ hasText: title })
  await expect.element(row('Third')).toMatchTextContent(/Approved$/)
  await expect.element(row('Second')).toMatchTextContent(/Please look at it first\.$/)
  // A toast would cover the results on a phone.
  await expect.element(results.getByRole('status').filter({ hasText: '2 of 3 previews approved' })).toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(results.getByRole('button', { name: /^Try again/ })).not.toBeInTheDocument()
  await results.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(titled('Second')).toBeVisible()
  await expect.poll(address).toBe('/management?show=review-2')
})

it('if the owner closes the question before the response, a toast says how many previews were approved', async () => {
  const listed = await openQueue()
  await seeAll()
  const arrived = Promise.withResolvers<void>()
  answer(decideTasks, async (sent) => {
    await arrived.promise
    const results = bodyOf(sent).decisions.map(({ id }: { id: string }, at: number): TaskResult => {
      const task = listed.find(({ _id }) => _id === id) as Task
      return { id, status: at === 0 ? 409 : 200, message: at === 0 ? 'A newer preview is ready.' : '', task }
    })
    return reply(decideTasks, { results })
  })
  await approveAll(3).click()
  await question.getByRole('button', { name: 'Approve 3' }).click()
  await question.getByRole('button', { name: 'Close' }).click()
  await expect.element(question).not.toBeInTheDocument()
  arrived.resolve()
  await expect.element(page.getByRole('alert').filter({ hasText: '2 of 3 previews approved' })).toBeVisible()
})

it('without a response, a second attempt sends the same keys', { tags: 'nightly' }, async () => {
  const listed = await openQueue()
  await seeAll()
  const lost = answer(decideTasks, () => Promise.reject(new TypeError('Failed to fetch')))
  await approveAll(3).click()
  await question.getByRole('button', { name: 'Approve 3' }).click()
  const results = outcome('0 approved, 3 not')
  await expect.element(results.getByRole('status').filter({ hasText: '0 of 3 previews approved' })).toBeInTheDocument()
  await expect.element(results.getByText('Error approving task').first()).toBeVisible()
  const sent = decisions(listed)
  await results.getByRole('button', { name: 'Try again (3)' }).click()
  await expect.element(page.getByText('3 previews approved', { exact: true })).toBeInTheDocument()
  expect(bodyOf(sent[0])).toEqual(bodyOf(lost[0]))
})

it('unsent feedback is confirmed before the next preview', { tags: 'nightly' }, async () => {
  await openQueue()
  await button('Refer Back').click()
  await panel.getByRole('textbox', { name: 'Feedback' }).fill('Too dark.')
  await button('Next task (J)').click()
  const discard = page.getByRole('dialog', { name: 'Discard what you entered?', exact: true })
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(panel.getByRole('textbox', { name: 'Feedback' })).toHaveValue('Too dark.')
  await button('Next task (J)').click()
  await discard.getByRole('button', { name: 'Discard' }).click()
  await expect.element(titled('Second')).toBeVisible()
})

it('of two previews, the button says both', async () => {
  portal(three().slice(2))
  await openApp('/management?show=review-2')
  await expect.element(panel.getByText(/Look at both to approve them together\.$/)).toBeVisible()
  await expect.element(button('Approve both')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Approve')).not.toHaveAttribute('aria-disabled')
  await press('j')
  await expect.element(titled('First')).toBeVisible()
  await expect.element(panel.getByText(/You have seen both\.$/)).toBeVisible()
  await expect.element(button('Approve both')).not.toHaveAttribute('aria-disabled')
})

it('a link to a preview that no longer waits opens the first waiting preview', async () => {
  portal([...three(), taskOf({ taskId: 7, title: 'Decided', currentStatus: 'Approved' })])
  await openApp('/management?show=review-7')
  await expect.element(titled('Third')).toBeVisible()
  await expect.poll(address).toBe('/management?show=review-3')
})

it('a link to the queue without a waiting preview shows a message', async () => {
  portal([taskOf({ currentStatus: 'Approved' })])
  await openApp('/management?show=review-5')
  await expect.element(page.getByText('No preview is waiting for your decision')).toBeInTheDocument()
  await expect.poll(address).toBe('/management')
})

it('a preview that someone else approved is announced, and its task opens outside of the queue', { tags: 'nightly' }, async () => {
  const listed = await openQueue()
  listed[0] = { ...(listed[0] as Task), currentStatus: 'Approved', version: 3 }
  fireTasksUpdated()
  await expect.element(panel.getByText('This task has just changed.')).toBeVisible()
  await button('Show the new version').click()
  await expect.poll(address).toBe('/management?show=task-3')
  await expect.element(titled('Third').getByText('Approved')).toBeVisible()
})

it('while a preview loads, it does not count as shown', async () => {
  portal()
  answer(listPreviews, never)
  await openApp('/management?show=review-1')
  await expect.element(titled('First')).toBeVisible()
  await press('k')
  await expect.element(titled('Second')).toBeVisible()
  await press('k')
  await expect.element(titled('Third')).toBeVisible()
  await expect.element(approveAll(3)).toHaveAttribute('aria-disabled', 'true')
})

it('a failed approval keeps the preview in the queue', async () => {
  await openQueue()
  answer(updateTask, () => refusal(503, 'This cannot be done at the moment.'))
  await button('Approve').click()
  await expect.element(page.getByText('This cannot be done at the moment.')).toBeInTheDocument()
  await expect.element(titled('Third')).toBeVisible()
})
