import { listPlannedDates, type PlannedDate } from '@app/contracts/http/calendar.ts'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { company, ownerWith, taskOf } from '../../../testing/fixtures.ts'
import { address, go, openApp } from '../../../testing/open.tsx'
import { atEachWidth } from '../../../testing/widths.ts'
import '../components/TaskDetail.tsx'
import './CalendarFeed.tsx'
import './OwnerCalendar.tsx'

const DECEMBER = '/management?view=calendar&month=2026-12'

const plannedOn = (date: string, changes: Partial<PlannedDate> = {}): PlannedDate => ({
  date,
  seriesId: 'series-1',
  companyProfileId: company._id,
  companyName: 'Bakery',
  title: 'Bean of the week',
  newestTaskId: 8,
  ...changes,
})

const beanTask = taskOf({
  taskId: 8,
  title: 'Bean of the week',
  currentStatus: 'Approved',
  targetPostingDate: '2026-12-11',
  isRecurring: true,
  seriesId: 'series-1',
  occurrenceDate: '2026-12-11',
})

const cell = (name: RegExp) => page.getByRole('gridcell', { name })
const titlesIn = (name: RegExp) =>
  cell(name)
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('title'))

/** Mocks an owner with a task, and with a series that has a task and two planned dates. */
function openCalendar(at = DECEMBER) {
  ownerWith(taskOf(), beanTask)
  const asked = answer(listPlannedDates, () =>
    reply(listPlannedDates, { dates: ['2026-12-11', '2026-12-18'].map((date) => plannedOn(date)), isComplete: true }),
  )
  return openApp(at).then(() => asked)
}

beforeEach(() => page.viewport(1440, 900))

it('the month shows tasks and planned dates on their days, and a task replaces its planned date', async () => {
  const asked = await openCalendar()
  await expect.element(page.getByRole('heading', { name: 'December 2026' })).toBeVisible()
  await expect.poll(() => titlesIn(/^Monday, December 7, 1 post\b/)).toEqual(['Winter bread (Pending)'])
  await expect.poll(() => titlesIn(/^Friday, December 11, 1 post\b/)).toEqual(['Bean of the week (Approved)'])
  await expect.poll(() => titlesIn(/^Friday, December 18, 1 post\b/)).toEqual(['Bean of the week (Planned)'])
  expect(asked.map((sent) => sent.address)).toEqual([`/api/task/planned-dates/${company._id}?from=2026-11-29&to=2027-01-02`])
  // At this width, the cells show the pictures of previews.
  await expect.element(cell(/December 7/).getByRole('presentation')).toBeVisible()
})

it('the button switches between list and calendar, and the URL contains the view and the month', async () => {
  ownerWith(taskOf())
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
  await openApp('/management')
  await page.getByRole('button', { name: 'Calendar', exact: true }).click()
  await expect.poll(address).toBe('/management?view=calendar')
  await expect.element(page.getByRole('grid')).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).click()
  await expect.poll(address).toMatch(/^\/management\?view=calendar&month=20\d\d-\d\d$/)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect.poll(address).toBe('/management')
  await expect.element(page.getByRole('heading', { name: 'Pending' })).toBeVisible()
  await go(-1)
  await expect.element(page.getByRole('grid')).toBeVisible()
})

it('arrow keys move between days and months, and Enter opens the day, whose entries open the task', { tags: 'nightly' }, async () => {
  await openCalendar()
  await expect.poll(() => titlesIn(/December 7/)).toEqual(['Winter bread (Pending)'])
  ;(cell(/^Tuesday, December 1$/).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
  await expect.element(cell(/^Monday, December 7/)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(cell(/^Saturday, December 12/)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(cell(/^Sunday, December 6/)).toHaveFocus()
  // The grid has one stop for the Tab key.
  expect(page.getByRole('grid').element().querySelectorAll('[tabindex="0"]')).toHaveLength(1)

  await userEvent.keyboard('{ArrowRight}{Enter}')
  const day = page.getByRole('dialog', { name: 'Monday, December 7' })
  await expect.element(day).toBeVisible()
  expect(address()).toBe(`${DECEMBER}&show=day-2026-12-07`)
  await day.getByRole('link', { name: 'Winter bread' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(day).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(day).not.toBeInTheDocument()
  await expect.element(cell(/^Monday, December 7/)).toHaveFocus()

  await userEvent.keyboard('{PageDown}')
  await expect.element(page.getByRole('heading', { name: 'January 2027' })).toBeVisible()
  await expect.element(cell(/^Friday, January 1$/)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByRole('heading', { name: 'December 2026' })).toBeVisible()
  await expect.element(cell(/^Friday, December 25/)).toHaveFocus()
  expect(address()).toBe(DECEMBER)
})

it('a day with many posts shows three, and a dialog shows all of them', async () => {
  ownerWith(...[1, 2, 3, 4, 5].map((taskId) => taskOf({ taskId, title: `Post ${taskId}`, doneTaskImage: null })))
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
  await openApp(DECEMBER)
  await cell(/^Monday, December 7, 5 posts\b/)
    .getByRole('button', { name: '+2 more' })
    .click()
  const links = page.getByRole('dialog', { name: 'Monday, December 7' }).getByRole('link')
  await expect.poll(() => links.elements()).toHaveLength(5)
})

it('on a phone, the days with posts are a list with touch targets of 44 px', { tags: 'nightly' }, async () => {
  await page.viewport(390, 844)
  await openCalendar()
  await expect.element(page.getByRole('heading', { name: 'Friday, December 18' })).toBeVisible()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('link') })
  await expect.poll(() => rows.elements().length).toBeGreaterThan(2)
  for (const row of rows.elements()) expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Show January 2027' }).click()
  const january = page.getByRole('heading', { name: 'January 2027' })
  await expect.element(january).toHaveFocus()
  expect(january.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByRole('link', { name: 'Winter bread' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
})

it('on a phone, a month without posts shows a message, and the page never scrolls sideways', async () => {
  ownerWith(taskOf())
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
  await page.viewport(390, 844)
  await openApp('/management?view=calendar&month=2027-03')
  await expect.element(page.getByText('No posts in March 2027.')).toBeVisible()
  await page.getByRole('button', { name: 'Show April 2027' }).click()
  await expect.element(page.getByText('No posts in April 2027.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await atEachWidth(() => expect.element(page.getByRole('heading', { name: 'March 2027' })).toBeVisible())
})

it('a month without posts leads to the next month and to the form for a new task', async () => {
  ownerWith(taskOf())
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [], isComplete: true }))
  await openApp('/management?view=calendar&month=2098-03')
  await expect.element(page.getByText('No posts in March 2098.')).toBeVisible()
  await page.getByRole('button', { name: 'Show April 2098' }).click()
  await expect.element(page.getByRole('heading', { name: 'April 2098' })).toHaveFocus()
  await expect.element(page.getByText('No posts in April 2098.')).toBeVisible()
  await page.getByRole('button', { name: 'Assign a task' }).click()
  await expect.poll(address).toBe('/management?view=calendar&month=2098-04&show=new')
})

it('a past month without posts offers no new task', async () => {
  await openCalendar('/management?view=calendar&month=2019-03')
  await expect.element(page.getByText('No posts in March 2019.')).toBeVisible()
  expect(page.getByRole('button', { name: 'Assign a task' }).elements()).toEqual([])
})

it('if the planned dates cannot be loaded, the tasks stay visible, and a button loads again', { tags: 'nightly' }, async () => {
  ownerWith(taskOf())
  answer(listPlannedDates, () => refusal(503, 'Being restarted.'))
  await openApp(DECEMBER)
  await expect.element(page.getByText('We couldn’t load the dates of recurring tasks.')).toBeVisible()
  expect(titlesIn(/December 7/)).toEqual(['Winter bread (Pending)'])
  answer(listPlannedDates, () => reply(listPlannedDates, { dates: [plannedOn('2026-12-18')], isComplete: true }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => titlesIn(/December 18/)).toEqual(['Bean of the week (Planned)'])
})

it.each(['2026-13', 'next', '0000-01', '9999-12'])('an invalid month in the URL (%s) shows the current month', async (month) => {
  await openCalendar(`/management?view=calendar&month=${month}`)
  await expect.element(page.getByRole('gridcell').first()).toBeVisible()
  expect(page.getByRole('grid').element().querySelector('[aria-current="date"]')).not.toBeNull()
})
