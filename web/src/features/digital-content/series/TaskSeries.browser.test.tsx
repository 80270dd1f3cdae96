import { formatDate } from '@app/contracts/format/dates.ts'
import { changeSeries, endSeries, getSeries, type Series, skipOccurrence } from '@app/contracts/http/series.ts'
import { removeTask } from '@app/contracts/http/tasks.ts'
import { addDays } from '@app/contracts/rules/business-dates.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { businessToday } from '../../../shared/format/dates.ts'
import { answer, never, refusal, reply } from '../../../testing/api.ts'
import { clickNow } from '../../../testing/click-now.ts'
import { company, ownerWith, taskOf } from '../../../testing/fixtures.ts'
import { openApp } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
import './ChangeSeries.tsx'
import './TaskSeries.tsx'

const today = businessToday()
const [next, later, until] = [addDays(today, 14), addDays(today, 21), addDays(today, 70)]
const rule = { isRecurring: true, recurrenceType: 'weekly', weeklyDayOfWeek: 'monday' } as const
const series: Series = {
  _id: 'series-1',
  companyProfileId: company._id,
  title: 'Winter bread',
  recurrenceType: 'weekly',
  weeklyDayOfWeek: 'monday',
  monthlyWeek: null,
  monthlyDayOfWeek: null,
  recurrenceStartDate: today,
  recurrenceEndDate: until,
  nextDate: next,
  version: 1,
}
const occurrence = {
  ...rule,
  targetPostingDate: null,
  submissionForReview: null,
  seriesId: series._id,
  occurrenceNo: 2,
  occurrenceDate: addDays(today, 7),
  nextOccurrenceDate: next,
}

const panel = page.getByRole('dialog', { name: 'Winter bread' })
const repeats = panel.getByRole('region', { name: 'Repeats' })
/** The sentence about the rule and the next date. */
const sentence = repeats.getByRole('status').first()
const says = (rule: string, date: string) =>
  expect.element(sentence).toHaveTextContent(`${rule} until ${formatDate(until)}. Next: ${formatDate(date)}`)
const button = (name: string) => panel.getByRole('button', { name, exact: true })

let stored = series
beforeEach(() => {
  stored = series
  answer(getSeries, () => reply(getSeries, stored))
})

async function openTask(changes: Parameters<typeof taskOf>[0] = {}) {
  const tasks = ownerWith(taskOf({ ...occurrence, ...changes }))
  await openApp('/management?show=task-5')
  await expect.element(panel).toBeVisible()
  return tasks
}

it('the card shows the rule, the date of the task and the next date', async () => {
  ownerWith(taskOf(occurrence))
  await openApp('/management')
  const dates = `posts ${formatDate(occurrence.occurrenceDate)} · next: ${formatDate(next)}`
  await expect.element(page.getByText(`Every Monday · ${dates}`, { exact: false })).toBeVisible()
})

it('a task that does not repeat has no section about repeats', async () => {
  ownerWith(taskOf())
  await openApp('/management?show=task-5')
  await expect.element(panel.getByText('Task ID')).toBeVisible()
  expect(repeats.elements()).toEqual([])
})

it('the panel shows the rule, the end and the next date, with large buttons', async () => {
  await openTask()
  await says('Every Monday', next)
  await atEachWidth(() => {
    const heights = repeats
      .getByRole('button')
      .elements()
      .map((element) => element.getBoundingClientRect().height)
    const isPhone = window.innerWidth < 640
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(isPhone ? 44 : 32)
  })
})

it('the owner skips the next date with the keyboard, after a question', async () => {
  await openTask()
  const sent = answer(skipOccurrence, () => {
    stored = { ...series, nextDate: later, version: 2 }
    return reply(skipOccurrence, stored)
  })
  const skip = button(`Skip ${formatDate(next)}`)
  await expect.element(skip).toBeVisible()
  ;(skip.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const question = page.getByRole('dialog', { name: `Skip ${formatDate(next)}?` })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await question.getByRole('button', { name: 'Skip' }).click()
  await expect.element(page.getByText('Date skipped')).toBeInTheDocument()
  await says('Every Monday', later)
  expect(sent.map(({ address, body }) => [address, JSON.parse(String(body))])).toEqual([['/api/task/series/series-1/skip', { date: next }]])
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

it('the owner ends the repeats, and can change them later', async () => {
  await openTask()
  const sent = answer(endSeries, () => {
    stored = { ...series, nextDate: null, version: 2 }
    return reply(endSeries, stored)
  })
  await button('Stop repeating').click()
  await page.getByRole('dialog', { name: 'Stop repeating?' }).getByRole('button', { name: 'Stop repeating' }).click()
  await expect.element(page.getByText('The task no longer repeats')).toBeInTheDocument()
  await expect.element(sentence).toHaveTextContent('This task no longer repeats.')
  expect(sent).toHaveLength(1)
  await expect.element(button('Repeat again')).toBeVisible()
  expect(button('Stop repeating').elements()).toEqual([])
})

it('the owner changes the rule. The first field gets the focus, and after saving the button that opened the form', async () => {
  await openTask()
  const sent = answer(changeSeries, () => {
    stored = { ...series, recurrenceType: 'monthly', weeklyDayOfWeek: null, monthlyWeek: 'last', monthlyDayOfWeek: 'friday', version: 2 }
    return reply(changeSeries, stored)
  })
  await button('Change repeats').click()
  const form = panel.getByRole('form', { name: 'Change repeats' })
  const type = form.getByRole('combobox', { name: 'Recurrence type' })
  await expect.element(type).toHaveFocus()
  await type.selectOptions('monthly')
  await form.getByRole('combobox', { name: 'Week of the month' }).selectOptions('last')
  await form.getByRole('combobox', { name: 'Day of the week' }).selectOptions('friday')
  await expect.element(form.getByText('Every month on the last Friday.', { exact: false })).toBeVisible()
  await button('Save').click()
  await expect.element(page.getByText('Repeats changed')).toBeInTheDocument()
  await says('Every month on the last Friday', next)
  await expect.element(button('Change repeats')).toHaveFocus()
  expect(sent.map(({ body }) => JSON.parse(String(body)))).toEqual([
    { recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'friday', recurrenceEndDate: until, version: 1 },
  ])
})

it('an end before tomorrow is rejected by the form', { tags: 'nightly' }, async () => {
  await openTask()
  const sent = answer(changeSeries, never)
  await button('Change repeats').click()
  await panel.getByLabelText(/^Ends/).fill(today)
  await button('Save').click()
  await expect.element(panel.getByText('End date must be tomorrow or later')).toBeVisible()
  await expect.element(panel.getByLabelText(/^Ends/)).toHaveFocus()
  expect(sent).toEqual([])
})

it('after a conflict, the panel says why and shows the current series', async () => {
  await openTask()
  const message = 'The next date has changed. Please check the dates again.'
  answer(skipOccurrence, () => {
    stored = { ...series, nextDate: later }
    return refusal(409, message, { series: stored })
  })
  await button(`Skip ${formatDate(next)}`).click()
  await page.getByRole('dialog', { name: /^Skip/ }).getByRole('button', { name: 'Skip' }).click()
  await expect.element(page.getByText(message)).toBeInTheDocument()
  await says('Every Monday', later)
})

it('a series that cannot be loaded can be loaded again', async () => {
  let isBroken = true
  answer(getSeries, () => (isBroken ? refusal(400, 'Broken') : reply(getSeries, series)))
  await openTask()
  await expect.element(panel.getByText('Error loading the repeats')).toBeVisible()
  isBroken = false
  clickNow(panel.getByRole('button', { name: 'Try again' }))
  await expect.element(repeats).toBeVisible()
})

it.each([
  ['a later task', 2, ' We’ll remove only this one. The task will still repeat.'],
  ['the only task', 1, ' It won’t repeat anymore.'],
])('the question before the removal of %s says what happens to the repeats', async (_, occurrenceNo, note) => {
  await openTask({ occurrenceNo })
  answer(removeTask, never)
  await expect.element(repeats).toBeVisible()
  await button('Remove Task').click()
  await expect.element(page.getByText(`Are you sure you want to Remove this task?${note}`)).toBeVisible()
})

it('an approved task shows its repeats, too', async () => {
  await openTask({ currentStatus: 'Approved' })
  await says('Every Monday', next)
})

it('the next date of a series is in full, also within a week', async () => {
  const soon = addDays(today, 2)
  stored = { ...series, nextDate: soon }
  await openTask({ nextOccurrenceDate: soon })
  await says('Every Monday', soon)
  await expect.element(page.getByRole('article').getByText(`next: ${formatDate(soon)}`)).toBeInTheDocument()
})
