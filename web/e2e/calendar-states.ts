import type { BoardTask } from '@app/contracts/http/board.ts'
import type { PlannedDates } from '@app/contracts/http/calendar.ts'
import { addDays, DEFAULT_TIMEZONE, monthOf, todayIn } from '@app/contracts/rules/business-dates.ts'
import { firstOccurrence } from '@app/contracts/rules/occurrences.ts'
import type { Page } from 'playwright-core'
import { changeResponses } from './network.ts'
import type { Screen } from './screen.ts'

interface BoardCalendar {
  days: { tasks: BoardTask[] }[]
  planned: PlannedDates
}

const today = todayIn(DEFAULT_TIMEZONE)
/** The first Friday on which the weekly tasks of the owner are posted. */
const friday = firstOccurrence({ recurrenceType: 'weekly', weeklyDayOfWeek: 'friday' }, addDays(today, 3), addDays(today, 10)) ?? today
const calendar = `/management?view=calendar&month=${monthOf(friday)}`
const adminCalendar = `/admin/dashboard?tab=calendar&month=${monthOf(friday)}`
/** In this month, the company with very long texts has tasks. */
const crowdedCalendar = `/management?view=calendar&month=${monthOf(addDays(today, 40))}`

/** Waits until the calendar shows an entry: in the grid, or in the agenda of a narrow window. */
const withEntries = async (page: Page): Promise<void> => {
  await page.locator('main a[href*="task"]').first().waitFor()
}

/** Opens the dialog of the first day that has an entry. `parameter` is the parameter of the URL, with the start of its value. */
async function openFirstDay(page: Page, parameter: string, start = ''): Promise<void> {
  await withEntries(page)
  const day = page.locator('main :is(td, li):has(a[href*="task"])').first().locator('time')
  const url = new URL(page.url())
  url.searchParams.set(parameter, `${start}${await day.first().getAttribute('datetime')}`)
  await page.goto(url.href)
  await page.getByRole('dialog').getByRole('link').first().waitFor()
}

const feedPanel = async (page: Page): Promise<void> => {
  await page.getByRole('dialog', { name: 'Subscribe to your calendar' }).getByRole('button').nth(1).waitFor()
}

const FEED = '**/api/task/calendar-feed/*'

/** Mocks the owner's feed. */
const feed = (url: string | null) => (page: Page) => page.route(FEED, (route) => route.fulfill({ json: { url } }))

const URL_OF_FEED = `https://palmettoworks.example/calendar/${'c1XyZ'.repeat(8)}abc.ics`

/** States of the calendar of posts, and of its feed. */
export const calendarStates: Screen[] = [
  { name: 'calendar', path: () => calendar, as: 'owner', shown: withEntries },
  {
    name: 'calendar-empty',
    path: () => '/management?view=calendar&month=2099-01',
    as: 'beginner',
    shown: (page) => page.getByText('No posts in January 2099.').waitFor(),
  },
  {
    name: 'calendar-loading',
    path: () => calendar,
    as: 'owner',
    answer: (page) => page.route('**/api/task/tasks/*', () => {}),
    shown: (page) => page.locator('section[aria-busy=true]').waitFor(),
  },
  {
    name: 'calendar-planned-missing',
    path: () => calendar,
    as: 'owner',
    answer: (page) =>
      page.route('**/api/task/planned-dates/**', (route) => route.fulfill({ status: 503, json: { message: 'Being restarted.' } })),
    shown: async (page) => void (await page.getByText('The dates of recurring tasks could not be loaded.').waitFor()),
  },
  {
    name: 'calendar-day',
    path: () => crowdedCalendar,
    as: 'crowded',
    shown: (page) => openFirstDay(page, 'show', 'day-'),
  },
  { name: 'calendar-feed-off', path: () => `${calendar}&show=calendar-feed`, as: 'owner', answer: feed(null), shown: feedPanel },
  { name: 'calendar-feed', path: () => `${calendar}&show=calendar-feed`, as: 'owner', answer: feed(URL_OF_FEED), shown: feedPanel },
  {
    name: 'calendar-feed-loading',
    path: () => `${calendar}&show=calendar-feed`,
    as: 'owner',
    answer: (page) => page.route(FEED, () => {}),
    shown: (page) => page.getByRole('status', { name: 'Loading the calendar address' }).waitFor(),
  },
  {
    name: 'calendar-feed-failed',
    path: () => `${calendar}&show=calendar-feed`,
    as: 'owner',
    answer: (page) => page.route(FEED, (route) => route.fulfill({ status: 503, json: { message: 'Being restarted.' } })),
    shown: (page) => page.getByText('The calendar address could not be loaded.').waitFor(),
  },
  {
    name: 'calendar-feed-replace',
    path: () => `${calendar}&show=calendar-feed`,
    as: 'owner',
    answer: feed(URL_OF_FEED),
    async shown(page) {
      await page.getByRole('button', { name: 'Replace address' }).click()
      await page.getByRole('dialog', { name: 'Replace the address?' }).waitFor()
    },
  },
  { name: 'admin-calendar', path: () => adminCalendar, as: 'admin', shown: withEntries },
  {
    name: 'admin-calendar-full',
    path: () => adminCalendar,
    as: 'admin',
    answer: (page) =>
      changeResponses(page, /\/api\/admin\/board\/calendar\?/, ({ days, planned }: BoardCalendar, url) => {
        const tasks = days.flatMap((day) => day.tasks).slice(0, 3)
        const from = url.searchParams.get('from') ?? ''
        const fullDays = Array.from({ length: 42 }, (_, n) => ({ date: addDays(from, n), tasks, count: 3 + n }))
        return { days: fullDays, planned: { ...planned, isComplete: false } }
      }),
    shown: async (page) => {
      await withEntries(page)
      await page.getByText(/^Some planned dates/).waitFor()
    },
  },
  {
    name: 'admin-calendar-empty',
    path: () => '/admin/dashboard?tab=calendar&month=2099-01',
    as: 'admin',
    answer: (page) =>
      page.route(/\/api\/admin\/board\/calendar\?/, (route) =>
        route.fulfill({ json: { days: [], planned: { dates: [], isComplete: true } } }),
      ),
    shown: (page) => page.getByText('No posts in January 2099.').waitFor(),
  },
  {
    name: 'admin-calendar-failed',
    path: () => adminCalendar,
    as: 'admin',
    answer: (page) =>
      page.route(/\/api\/admin\/board\/calendar\?/, (route) => route.fulfill({ status: 503, json: { message: 'Being restarted.' } })),
    shown: async (page) => void (await page.getByText('We couldn’t load the calendar.').waitFor()),
  },
  {
    name: 'admin-calendar-company',
    path: () => adminCalendar,
    as: 'admin',
    async shown(page) {
      await withEntries(page)
      await page.getByRole('combobox', { name: 'Company' }).fill('harbor')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'admin-calendar-no-company',
    path: () => adminCalendar,
    as: 'admin',
    async shown(page) {
      await withEntries(page)
      await page.getByRole('combobox', { name: 'Company' }).fill('nobody has this name')
      await page.getByText('No company found.').waitFor()
    },
  },
  {
    name: 'admin-calendar-loading',
    path: () => adminCalendar,
    as: 'admin',
    answer: (page) => page.route(/\/api\/admin\/board\/calendar\?/, () => {}),
    shown: (page) => page.locator('section[aria-busy=true]').waitFor(),
  },
  {
    name: 'admin-calendar-day',
    path: () => adminCalendar,
    as: 'admin',
    shown: (page) => openFirstDay(page, 'day'),
  },
]
