import type { BoardTask } from '@app/contracts/http/board.ts'
import { type FoundCompany, searchBoard } from '@app/contracts/http/board-search.ts'
import { CALENDAR_COUNT_MAX, getBoardCalendar, listBoardDay, type PlannedDate } from '@app/contracts/http/calendar.ts'
import { moveTask } from '@app/contracts/http/task-changes.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, refusal, reply } from '../../../testing/api.ts'
import { boardOf, companyOf } from '../../../testing/board.ts'
import { company, taskOf } from '../../../testing/fixtures.ts'
import { sendToAdminStream } from '../../../testing/live.ts'
import { address, openApp, signInAs } from '../../../testing/open.tsx'
import { toCard } from '../board/task-order.ts'
import '../../../domain/task/change/move.ts'
import '../AdminDashboardPage.tsx'
import '../board/refresh.ts'
import '../task/TaskPanel.tsx'
import './CalendarTab.tsx'
import { clickNow } from '../../../testing/click-now.ts'

const DECEMBER = '/admin/dashboard?tab=calendar&month=2026-12'
const cafe = companyOf(2, { companyName: 'Café Ámbar' })

const bread = taskOf()
const card = (taskId: number, title: string, companyName = 'Bakery'): BoardTask => toCard(taskOf({ taskId, title }), companyName)
const planned = (date: string, changes: Partial<PlannedDate> = {}): PlannedDate => ({
  date,
  seriesId: 'series-1',
  companyProfileId: cafe._id,
  companyName: cafe.companyName,
  title: 'Bean of the week',
  newestTaskId: null,
  ...changes,
})
const cell = (name: RegExp) => page.getByRole('gridcell', { name })

interface Calendar {
  days: { date: string; tasks: BoardTask[]; count: number }[]
  planned: { dates: PlannedDate[]; isComplete: boolean }
}

let calendar: Calendar
beforeEach(async () => {
  await page.viewport(1440, 900)
  signInAs.admin()
  boardOf({ company, tasks: [bread] }, { company: cafe, tasks: [] })
  calendar = {
    days: [{ date: '2026-12-07', tasks: [card(5, 'Winter bread')], count: 1 }],
    planned: { dates: [planned('2026-12-18')], isComplete: true },
  }
})

const mock = () => answer(getBoardCalendar, () => reply(getBoardCalendar, calendar))
const found = (companies: readonly FoundCompany[]) =>
  reply(searchBoard, { companies: companies.map(({ _id, companyName }) => ({ _id, companyName })), tasks: [] })
const queryOf = ({ address }: { address: string }) => address.slice(address.indexOf('?'))

it('shows the posts of all companies with their names, and opens a task', async () => {
  const asked = mock()
  await openApp(DECEMBER)
  await expect.element(cell(/^Friday, December 18, 1 post\b/).getByText('Café Ámbar')).toBeVisible()
  const link = cell(/^Monday, December 7, 1 post\b/).getByRole('link')
  await expect.element(link.getByText('Bakery')).toBeVisible()
  expect(asked.map(queryOf)).toEqual(['?from=2026-11-29&to=2027-01-02'])
  await link.click()
  await expect.element(page.getByRole('dialog', { name: 'Winter bread' })).toBeVisible()
  expect(address()).toBe(`${DECEMBER}&task=5`)
})

it('shows the posts of one company, which a search finds', async () => {
  const asked = mock()
  await openApp(DECEMBER)
  const field = page.getByRole('combobox', { name: 'Company' })
  answer(searchBoard, () => found([]))
  await field.fill('Amb')
  await expect.element(page.getByText('No company found.')).toBeVisible()
  answer(searchBoard, () => found([cafe]))
  await field.fill('Ambar')
  await expect.element(page.getByRole('option', { name: 'Café Ámbar' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe(`${DECEMBER}&forCompany=${cafe._id}`)
  await expect.element(field).toHaveValue('Café Ámbar')
  await expect.poll(() => asked.map(queryOf).at(-1)).toBe(`?from=2026-11-29&to=2027-01-02&companyProfileId=${cafe._id}`)
  await page.getByRole('button', { name: 'Show all companies' }).click()
  await expect.poll(address).toBe(DECEMBER)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

it('while a search runs, Enter does not choose a company of the previous search', { tags: 'nightly' }, async () => {
  mock()
  await openApp(DECEMBER)
  const field = page.getByRole('combobox', { name: 'Company' })
  answer(searchBoard, () => found([company]))
  await field.fill('Bakery')
  await expect.element(page.getByRole('option', { name: company.companyName })).toBeVisible()

  const search = Promise.withResolvers<void>()
  answer(searchBoard, async () => {
    await search.promise
    return found([cafe])
  })
  await field.fill('Ambar')
  await userEvent.keyboard('{Enter}')
  search.resolve()
  await expect.element(page.getByRole('option', { name: 'Café Ámbar' })).toBeVisible()
  expect(address()).toBe(DECEMBER)
})

it('a company in the URL is shown with its name', async () => {
  mock()
  await openApp(`${DECEMBER}&forCompany=${cafe._id}`)
  await expect.element(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Café Ámbar')
})

it('a day with more posts has a dialog that loads them in pages, with the planned dates at the end', async () => {
  const tasks = Array.from({ length: 60 }, (_, n) => card(n + 1, `Post ${n + 1}`))
  calendar.days = [{ date: '2026-12-18', tasks: tasks.slice(0, 3), count: 60 }]
  mock()
  answer(listBoardDay, ({ address }) => {
    const from = Number(new URL(address, window.location.href).searchParams.get('cursor') ?? 0)
    const headers = from === 0 ? { link: '</api/admin/board/calendar/2026-12-18?cursor=50>; rel="next"' } : undefined
    return Response.json(tasks.slice(from, from + 50), { headers })
  })
  await openApp(DECEMBER)
  await cell(/^Friday, December 18, 61 posts\b/)
    .getByRole('button', { name: '+58 more' })
    .click()
  const day = page.getByRole('dialog', { name: 'Friday, December 18' })
  await expect.element(day.getByRole('link', { name: 'Post 1', exact: true })).toBeVisible()
  expect(address()).toBe(`${DECEMBER}&day=2026-12-18`)
  await day.getByText('Bean of the week').element().scrollIntoView()
  await expect.element(day.getByRole('link', { name: 'Post 60', exact: true })).toBeInTheDocument()
  await expect.element(day.getByText('Planned', { exact: true })).toBeInTheDocument()
})

it('a day with too many posts to count offers all of them, and incomplete planned dates are mentioned', async () => {
  calendar.days = [{ date: '2026-12-07', tasks: [1, 2, 3].map((n) => card(n, `Post ${n}`)), count: CALENDAR_COUNT_MAX }]
  calendar.planned.isComplete = false
  mock()
  await openApp(DECEMBER)
  await expect.element(cell(/^Monday, December 7, many posts\b/).getByRole('button', { name: 'Show all' })).toBeVisible()
  await expect.element(page.getByText(/^Some planned dates are not shown/)).toBeVisible()
})

it('a month without posts leads to the next month, and names the next post in its last week', async () => {
  mock()
  await openApp('/admin/dashboard?tab=calendar&month=2098-09')
  await expect.element(page.getByText('No posts in September 2098.', { exact: true })).toBeVisible()
  calendar.days = [{ date: '2098-11-01', tasks: [card(5, 'Winter bread')], count: 1 }]
  await page.getByRole('button', { name: 'Show October 2098' }).click()
  await expect.element(page.getByText('No posts in October 2098. The next post is on Saturday, November 1.')).toBeVisible()
  await page.getByRole('button', { name: 'Show November 2098' }).click()
  await expect.element(cell(/^Saturday, November 1, 1 post\b/)).toBeVisible()
  await expect.element(page.getByText(/^No posts/)).not.toBeInTheDocument()
})

it('“No company found.” does not move the calendar', { tags: 'nightly' }, async () => {
  mock()
  answer(searchBoard, () => found([]))
  await openApp(DECEMBER)
  await expect.element(cell(/^Monday, December 7, 1 post\b/)).toBeVisible()
  const topOfGrid = () => page.getByRole('grid').element().getBoundingClientRect().top
  const before = topOfGrid()
  await page.getByRole('combobox', { name: 'Company' }).fill('Amb')
  await expect.element(page.getByText('No company found.')).toBeVisible()
  expect(topOfGrid()).toBe(before)
})

it('an event about a task reloads the calendar', async () => {
  mock()
  await openApp(DECEMBER)
  await expect.element(cell(/^Monday, December 7, 1 post\b/)).toBeVisible()
  calendar.days = [{ date: '2026-12-08', tasks: [card(6, 'Summer bread')], count: 1 }]
  sendToAdminStream({ type: 'tasks.task-created.v1', taskId: 6, companyProfileId: company._id })
  await expect.element(cell(/^Tuesday, December 8, 1 post\b/).getByText('Summer bread')).toBeVisible()
})

it('a calendar that could not be loaded can be loaded again', { tags: 'nightly' }, async () => {
  answer(getBoardCalendar, () => refusal(503, 'Being restarted.'))
  await openApp(DECEMBER)
  await expect.element(page.getByText('We couldn’t load the calendar.')).toBeVisible()
  mock()
  clickNow(page.getByRole('button', { name: 'Try again' }))
  await expect.element(cell(/^Monday, December 7, 1 post\b/)).toBeVisible()
})

it('on a phone, the posts are a list by day', async () => {
  await page.viewport(390, 844)
  mock()
  await openApp(DECEMBER)
  await expect.element(page.getByRole('heading', { name: 'Monday, December 7' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Winter bread' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

it('a post of any company is dragged to another day, and Undo moves it back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T17:00:00Z') })
  mock()
  const sent = answer(moveTask, ({ body }) => {
    const { targetPostingDate } = JSON.parse(String(body))
    calendar.days = [{ date: targetPostingDate, tasks: [{ ...card(5, 'Winter bread'), targetPostingDate, version: 9 }], count: 1 }]
    return reply(moveTask, taskOf({ targetPostingDate, version: 9 }))
  })
  await openApp(DECEMBER)
  await userEvent.dragAndDrop(cell(/^Monday, December 7, 1 post\b/).getByRole('link'), cell(/^Wednesday, December 16/))
  await expect.element(cell(/^Wednesday, December 16, 1 post\b/).getByText('Winter bread')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(cell(/^Monday, December 7, 1 post\b/).getByText('Winter bread')).toBeVisible()
  expect(sent.map(({ body }) => JSON.parse(String(body)).targetPostingDate)).toEqual(['2026-12-16', '2026-12-07'])
})
