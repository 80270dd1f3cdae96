import { formatDate, formatDayInWords, formatWeekday } from '@app/contracts/format/dates.ts'
import { formatDateAndTime, formatTime } from '@app/contracts/format/times.ts'
import { addDays, type CalendarDate, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask } from '../../deploy/tests/support/client.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { actionsOf, sharePdf } from './world.ts'

const ZONES = ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati']
const TITLE = 'A task with two dates'
const APPROVED = 'A task to be launched'
const REPEATING = 'A task that repeats'

/** Times 20 seconds before and after the midnight at which a date begins, in the business's time zone. */
const beforeMidnight = (date: CalendarDate) => new Date(instantOf(date, '00:00', DEFAULT_TIMEZONE).getTime() - 20_000)
const afterMidnight = (date: CalendarDate) => new Date(instantOf(date, '00:00', DEFAULT_TIMEZONE).getTime() + 20_000)

const tomorrow = addDays(todayIn(DEFAULT_TIMEZONE), 1)
const dates = { submissionForReview: addDays(tomorrow, 1), targetPostingDate: addDays(tomorrow, 5) }

/**
 * Three points in time, with the expected texts for the same task. `owner` is the text in the owner's portal. `admin` contains the texts on
 * the admin's dashboard.
 */
const moments = [
  {
    name: 'just before midnight',
    at: beforeMidnight(dates.submissionForReview),
    owner: `review tomorrow · posts ${formatWeekday(dates.targetPostingDate)}`,
    admin: ['1 Days', '5 Days'],
  },
  {
    name: 'just after midnight',
    at: afterMidnight(dates.submissionForReview),
    owner: `review today · posts ${formatWeekday(dates.targetPostingDate)}`,
    admin: ['Today', '4 Days'],
  },
  {
    name: 'after its last day',
    at: afterMidnight(addDays(dates.targetPostingDate, 1)),
    owner: `Posting date was ${formatDayInWords(dates.targetPostingDate, addDays(dates.targetPostingDate, 1), 'short')}`,
    admin: ['5 Days Ago', '1 Days Ago'],
  },
]

const cardOf = (page: Page, title: string) => page.locator('article', { hasText: title }).first()
const ownersDates = async (page: Page) =>
  (
    await cardOf(page, TITLE)
      .locator('p', { has: page.locator('time') })
      .textContent()
  )?.trim()
const adminsDays = (page: Page, title = TITLE) => cardOf(page, title).locator('dl > div > dd:last-child').allTextContents()

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>

beforeAll(async () => {
  browser = await sharedChromium()
  ;[owner, admin] = await Promise.all([ownerWithCompany(`Days ${crypto.randomUUID()}`), adminSession()])
  await assignTask(owner.send, owner.token, owner.company._id, TITLE, dates)
  const { deliver, approve } = actionsOf(owner.send, owner.token, admin.token)
  await approve(await deliver(await assignTask(owner.send, owner.token, owner.company._id, APPROVED, dates)))
  await assignTask(owner.send, owner.token, owner.company._id, REPEATING, {
    isRecurring: 'true',
    recurrenceType: 'weekly',
    recurrenceStartDate: dates.submissionForReview,
    recurrenceEndDate: dates.targetPostingDate,
    weeklyDayOfWeek: 'friday',
  })
})
afterAll(() => browser?.close())

const ownersScreen = (timezoneId: string, now?: Date) => visit(browser, { path: '/management', as: owner.session, timezoneId, now })
const adminsScreen = (timezoneId: string, now?: Date, tab = 'tasks') =>
  visit(browser, { path: `/admin/dashboard?tab=${tab}&q=${encodeURIComponent(owner.company.companyName)}`, as: admin, timezoneId, now })

describe.each(ZONES)('in a browser in %s', (timezoneId) => {
  it.each(moments)('owner and admin see the same days $name', async ({ at, owner: words, admin: days }) => {
    const [ownerPage, adminPage] = await Promise.all([ownersScreen(timezoneId, at), adminsScreen(timezoneId, at)])
    await cardOf(ownerPage, TITLE).waitFor()
    await cardOf(adminPage, TITLE).waitFor()
    await expect.poll(() => ownersDates(ownerPage)).toBe(words)
    await expect.poll(() => adminsDays(adminPage)).toEqual(days)
    await Promise.all([ownerPage.context().close(), adminPage.context().close()])
  })

  it('a task can be launched from its posting date on', async () => {
    const page = await adminsScreen(timezoneId, beforeMidnight(dates.targetPostingDate), 'launch')
    const badge = cardOf(page, APPROVED)
      .getByText(/^(Today|Over Date)$/)
      .first()
    await page.getByText('Nothing is due for launch today.').waitFor()
    await page.clock.fastForward(60_000)
    await expect.poll(() => badge.textContent()).toBe('Today')
    await page.clock.fastForward(24 * 60 * 60_000)
    await expect.poll(() => badge.textContent()).toBe('Over Date')
    await page.context().close()
  })

  it('a page that is open at midnight shows the new day', async () => {
    const at = beforeMidnight(dates.submissionForReview)
    const [ownerPage, adminPage] = await Promise.all([ownersScreen(timezoneId, at), adminsScreen(timezoneId, at)])
    await cardOf(ownerPage, TITLE).waitFor()
    await cardOf(adminPage, TITLE).waitFor()
    await ownerPage.getByRole('button', { name: '+ Assign New Task' }).click()
    const earliest = ownerPage.getByLabel('Submission for review')
    expect(await earliest.getAttribute('min')).toBe(dates.submissionForReview)
    for (const page of [ownerPage, adminPage]) {
      await page.clock.fastForward(60_000)
    }
    await expect.poll(() => ownersDates(ownerPage)).toBe(`review today · posts ${formatWeekday(dates.targetPostingDate)}`)
    await expect.poll(() => adminsDays(adminPage)).toEqual(['Today', '4 Days'])
    expect(await earliest.getAttribute('min')).toBe(addDays(dates.submissionForReview, 1))
    await Promise.all([ownerPage.context().close(), adminPage.context().close()])
  })
})

it('the admin’s card of a recurring task has a hyphen for the review, and the date in the series', async () => {
  const page = await adminsScreen('UTC')
  const days = Array.from({ length: 9 }, (_, at) => at)
  const first = days.find(
    (at) => formatWeekday(addDays(tomorrow, at)).startsWith('Fri') && addDays(tomorrow, at) >= dates.submissionForReview,
  )
  const inSeries = ['-', `${(first ?? 0) + 1} Days`]
  await cardOf(page, REPEATING).waitFor()
  await expect.poll(() => adminsDays(page, REPEATING)).toEqual(inSeries)
  await page.getByRole('tab', { name: /^Total Tasks/ }).click()
  await cardOf(page, REPEATING).waitFor()
  await expect.poll(() => adminsDays(page, REPEATING)).toEqual(inSeries)
})

it('a time of day is shown in the business’s time zone, with the zone’s name in browsers of other zones', async () => {
  const { createdAt, title } = await sharePdf(owner.send, owner.token, owner.company._id, 'The menu')
  const withZone = formatDateAndTime(createdAt, DEFAULT_TIMEZONE)
  const withoutZone = `${formatDate(todayIn(DEFAULT_TIMEZONE, new Date(createdAt)))}, ${formatTime(createdAt, DEFAULT_TIMEZONE)}`
  for (const timezoneId of [...ZONES, DEFAULT_TIMEZONE]) {
    const page = await visit(browser, { path: '/management?section=3', as: owner.session, timezoneId })
    await page.getByRole('article', { name: title }).getByRole('button', { name: 'View' }).click()
    const uploaded = await page.getByRole('dialog').locator('time').first().textContent()
    expect(uploaded).toBe(timezoneId === DEFAULT_TIMEZONE ? withoutZone : withZone)
    await page.context().close()
  }
})
