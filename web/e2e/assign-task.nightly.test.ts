import { png } from '@app/chassis/testing/pictures.ts'
import { formatMonth } from '@app/contracts/format/dates.ts'
import { addDays, DEFAULT_TIMEZONE, tomorrowIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask } from '../../deploy/tests/support/client.ts'
import { stopClock } from './clock.ts'
import { isFocused } from './keyboard.ts'
import { delayCalls, disconnectCalls } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid, toastsSaid, toastTime } from './toasts.ts'

const tomorrow = tomorrowIn(DEFAULT_TIMEZONE)
/** Dates in May of next year are always in the future. */
const nextYear = Number(tomorrow.slice(0, 4)) + 1
const inMay = { submissionForReview: `${nextYear}-05-02`, targetPostingDate: `${nextYear}-05-20` }
const may = formatMonth(inMay.targetPostingDate)

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let page: Page
let panel: Locator

beforeAll(async () => {
  browser = await sharedChromium()
  owner = await ownerWithCompany()
  page = await visit(browser, { path: '/management', as: owner.session })
  panel = page.getByRole('dialog', { name: 'Add New Task' })
})
afterAll(() => browser?.close())

beforeEach(async () => {
  if (await panel.isVisible()) {
    await panel.getByRole('button', { name: 'Close' }).click()
    const discard = page.getByRole('button', { name: 'Discard' })
    if (await discard.isVisible()) await discard.click()
  }
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '+ Assign New Task' }).click()
  await panel.waitFor()
})

const field = (label: string) => panel.getByLabel(label, { exact: false })
const submit = () => panel.getByRole('button', { name: 'Submit', exact: true })

const errorAt = (locator: Locator) =>
  locator.evaluate((element) => document.getElementById(element.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent)

async function refused(message: string, at: Locator): Promise<void> {
  await submit().click()
  await toastSaid(page, message)
  await expect.poll(() => errorAt(at)).toBe(message)
  await expect.poll(() => isFocused(at)).toBe(true)
  expect(await at.getAttribute('aria-invalid')).toBe('true')
}

describe('a task that posts once', () => {
  it('requires a title, both dates, and three days between them', async () => {
    await refused('Please fill in the task title', field('Title'))
    await field('Title').fill('Winter blend')
    await refused('Please fill in all required date fields', field('Submission for review'))
    await field('Submission for review').fill(addDays(tomorrow, -1))
    await field('Target posting').fill(addDays(tomorrow, 5))
    await refused('Submission date must be tomorrow or later', field('Submission for review'))
    await field('Submission for review').fill(addDays(tomorrow, 2))
    await field('Target posting').fill(addDays(tomorrow, 4))
    await refused('Target posting date must be at least 3 days after submission date', field('Target posting'))
  })

  it('enables the posting date after the review date is set, and clears it if it becomes too early', async () => {
    const [submission, target] = [field('Submission for review'), field('Target posting')]
    expect(await submission.getAttribute('min')).toBe(tomorrow)
    expect(await target.isDisabled()).toBe(true)
    await target.click({ force: true })
    await toastSaid(page, 'Please select submission date first')

    await submission.fill(tomorrow)
    expect(await target.isEnabled()).toBe(true)
    expect(await target.getAttribute('min')).toBe(addDays(tomorrow, 3))
    await target.fill(addDays(tomorrow, 4))
    await submission.fill(addDays(tomorrow, 1))
    expect(await target.inputValue()).toBe(addDays(tomorrow, 4))
    await submission.fill(addDays(tomorrow, 2))
    expect(await target.inputValue()).toBe('')
  })

  it('accepts only an image as a reference', async () => {
    const reference = field('Reference image (optional)')
    await reference.setInputFiles({ name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await toastSaid(page, 'Only image files are allowed.')
    expect(await panel.getByText('brief.pdf').count()).toBe(0)
    await reference.setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: png() })
    await panel.getByText('cup.png').waitFor()
    expect(await reference.getAttribute('aria-invalid')).toBeNull()
  })

  it('keeps its input while offline; after a successful submit the panel closes and the card of the task has the focus', async () => {
    await field('Title').fill('Winter blend')
    await field('Submission for review').fill(addDays(tomorrow, 1))
    await field('Target posting').fill(addDays(tomorrow, 4))
    await field('Reference image (optional)').setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: png() })
    const connect = await disconnectCalls(page, '**/api/task/create-task')
    await submit().click()
    await toastSaid(page, 'Error creating task')
    expect(await field('Title').inputValue()).toBe('Winter blend')
    await connect()

    const release = await delayCalls(page, '**/api/task/create-task')
    await submit().click()
    expect(await panel.getByRole('button', { name: 'Submitting...' }).isDisabled()).toBe(true)
    await stopClock(page)
    await release()
    expect(await panel.getByRole('button', { name: 'Submitted' }).isDisabled()).toBe(true)
    expect(await field('Title').inputValue()).toBe('')
    await page.clock.runFor(1_400)
    expect(await panel.getByRole('button', { name: 'Submitted' }).count()).toBe(1)
    await page.clock.runFor(200)
    await panel.waitFor({ state: 'detached' })
    await page.clock.resume()
    await toastSaid(page, 'Task created successfully!')

    const card = page.locator('article', { hasText: 'Winter blend' })
    await expect.poll(() => isFocused(card.getByRole('heading', { name: 'Winter blend' }))).toBe(true)
    await card.getByText(/^Task id: #\d+$/).waitFor()
    await card.getByRole('button', { name: 'View' }).click()
    const detail = page.getByRole('dialog', { name: 'Winter blend' })
    const address = await detail.getByRole('link', { name: 'Open the reference image' }).getAttribute('href')
    expect((await page.request.get(new URL(address ?? '', page.url()).href)).headers()['content-type']).toBe('image/png')
    await page.keyboard.press('Escape')
  })
})

it('stays open after a submit if the owner has already begun the next task', async () => {
  await field('Title').fill('First of two')
  await field('Submission for review').fill(addDays(tomorrow, 61))
  await field('Target posting').fill(addDays(tomorrow, 65))
  await stopClock(page)
  await submit().click()
  await panel.getByRole('button', { name: 'Submitted' }).waitFor()
  await field('Title').fill('Second of two')
  await page.clock.runFor(1_600)
  await submit().waitFor()
  expect(await field('Title').inputValue()).toBe('Second of two')
  await page.clock.resume()
})

it('fails when no bytes are uploaded for a minute', async () => {
  await field('Title').fill('Never arrives')
  await field('Submission for review').fill(addDays(tomorrow, 31))
  await field('Target posting').fill(addDays(tomorrow, 35))
  const release = await delayCalls(page, '**/api/task/create-task')
  await stopClock(page)
  await submit().click()
  const busy = panel.getByRole('button', { name: 'Submitting...' })
  await busy.waitFor()
  await page.clock.runFor(59_000)
  expect(await busy.isDisabled()).toBe(true)
  await page.clock.runFor(2_000)
  await submit().waitFor()
  expect(await field('Title').inputValue()).toBe('Never arrives')
  await page.clock.resume()
  await release()
})

it('a toast does not cover its buttons', async () => {
  // This timeout is shorter than the 5 s for which the toast is visible. A click on a covered button would wait until the toast has closed,
  // and would exceed the timeout.
  const BEFORE_IT_CLOSES = { timeout: 3_000 }
  await refused('Please fill in the task title', field('Title'))
  await panel.getByRole('button', { name: 'Close' }).click(BEFORE_IT_CLOSES)
  await page.getByRole('button', { name: '+ Assign New Task' }).click(BEFORE_IT_CLOSES)
  await submit().click(BEFORE_IT_CLOSES)
  await page.getByRole('alert').filter({ hasText: 'Please fill in the task title' }).waitFor()
})

describe('without a session', () => {
  const LOGIN_NEEDED = 'You must be logged in to create a task'
  let tab: Page

  beforeEach(async () => {
    // A test of this group ends the owner's session on the server. Therefore each test has a separate owner.
    const leaving = await ownerWithCompany()
    tab = await visit(browser, { path: '/management?show=new', as: leaving.session })
    await tab.getByRole('dialog', { name: 'Add New Task' }).getByLabel('Title').fill('Too late')
  })

  it('a task cannot be submitted after the token was removed from local storage', async () => {
    const posted: string[] = []
    tab.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
    await tab.evaluate(() => localStorage.clear())
    await tab.getByRole('button', { name: 'Submit', exact: true }).click()
    await toastSaid(tab, LOGIN_NEEDED)
    await tab.waitForURL('**/login')
    expect(posted).toEqual([])
  })

  it('the panel closes with a message after a sign-out in another tab', async () => {
    const other = await tab.context().newPage()
    await other.goto(new URL('/management', tab.url()).href)
    await other.getByRole('button', { name: /^Menu of/ }).click()
    await other.getByRole('menuitem', { name: 'Logout & Go Home' }).click()
    await toastSaid(tab, LOGIN_NEEDED)
    await tab.waitForURL('**/login')
  })
})

describe('a task that repeats', () => {
  it('requires its type and its period, and shows the recurrence as a sentence', async () => {
    const type = field('Recurrence type')
    await field('Title').fill('The fish board')
    await panel.getByRole('switch', { name: 'Repeats' }).check()
    await refused('Please fill in all recurrence fields', type)
    await type.selectOption('weekly')
    await panel.getByText('Every Monday', { exact: true }).waitFor()
    await type.selectOption('monthly')
    await panel.getByText('Every month on the 1st Monday', { exact: true }).waitFor()
    await field('Week of the month').selectOption('last')
    await field('Day of the week').selectOption('friday')
    await panel.getByText('Every month on the last Friday', { exact: true }).waitFor()
    await refused('Please fill in all recurrence fields', field('Starts'))

    expect(await field('Starts').getAttribute('min')).toBe(tomorrow)
    expect(await field('Ends').getAttribute('min')).toBe(tomorrow)
    await field('Starts').fill(addDays(tomorrow, 2))
    await refused('Please fill in all recurrence fields', field('Ends'))
    expect(await field('Ends').getAttribute('min')).toBe(addDays(tomorrow, 2))
    await field('Ends').fill(addDays(tomorrow, 90))
    await type.selectOption('bi-weekly')
    await field('Day of the week').selectOption('friday')
    await panel.getByText('Every other Friday', { exact: true }).waitFor()
    await submit().click()
    await panel.getByRole('button', { name: 'Submitted' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('article', { hasText: 'The fish board' }).getByText('Every other Friday').waitFor()
  })
})

describe('the fifth task of a month', () => {
  it('is rejected by the server, and by the page once the page has the current tasks', async () => {
    const title = 'One too many'
    const assign = (name: string) => assignTask(owner.send, owner.token, owner.company._id, name, inMay)
    await Promise.all(['May one', 'May two', 'May three'].map(assign))
    await field('Title').fill(title)
    await field('Submission for review').fill(inMay.submissionForReview)
    await field('Target posting').fill(inMay.targetPostingDate)
    await panel.getByText(`3 of 4 tasks used for ${may}`).waitFor()

    const release = await delayCalls(page, '**/api/task/tasks/*')
    await assign('May four')
    await submit().click()
    const refusal = `Cannot create task. Maximum 4 tasks allowed per month. 4 tasks already exist for ${may}.`
    await toastSaid(page, refusal)
    expect(await field('Title').inputValue()).toBe(title)
    expect(await field('Target posting').inputValue()).toBe(inMay.targetPostingDate)
    await release()
    await panel.getByText(`Warning: 4 tasks already exist for ${may}. Maximum 4 tasks allowed per month.`).waitFor()
    expect(await panel.getByText(refusal).count()).toBe(1)
    expect(await panel.getByText(/4 tasks already exist/).count()).toBe(2)
    const stayed = await toastTime(page, refusal)
    expect(stayed).toBeGreaterThan(5_900)
    expect(stayed).toBeLessThan(8_000)

    expect(await toastsSaid(page)).not.toContain(expect.stringContaining('Warning'))
    expect(await panel.getByText(/already exist|tasks used/).count()).toBe(1)
    const posted: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posted.push(request.url()))
    await submit().click()
    expect(await field('Target posting').evaluate((control) => control === document.activeElement)).toBe(true)
    expect(await field('Target posting').getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(() => panel.getByText(/already exist|tasks used/).allTextContents())
      .toEqual([`Warning: 4 tasks already exist for ${may}. Maximum 4 tasks allowed per month.`, refusal])
    expect((await toastsSaid(page)).filter((said) => said === refusal)).toHaveLength(2)
    expect(posted).toEqual([])
  })
})
