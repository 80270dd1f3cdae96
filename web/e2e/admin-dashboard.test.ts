import { disguisedHtml, png } from '@app/chassis/testing/pictures.ts'
import type { TaskCounts } from '@app/contracts/http/board.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { CONTENT_REFUSED } from '@app/contracts/rules/previews.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, must } from '../../deploy/tests/support/client.ts'
import { delayCalls, failCalls } from './network.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf } from './world.ts'

const today = todayIn(DEFAULT_TIMEZONE)
/**
 * Part of the titles of the tasks in this file, so that searches find only these tasks. The text starts with a letter, because a search for
 * digits finds task numbers.
 */
const mark = `m${crypto.randomUUID().slice(0, 6)}`
const companyName = `Dashboard Deli ${mark}`
const titled = (what: string) => `${what} ${mark}`

let browser: Browser
let page: Page
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let steps: ReturnType<typeof actionsOf>
let session: Awaited<ReturnType<typeof adminSession>>
const tasks = new Map<string, Task>()

beforeAll(async () => {
  browser = await sharedChromium()
  ;[owner, session] = await Promise.all([ownerWithCompany(companyName), adminSession()])
  // Companies of unconfirmed owners are in a group of their own, which has no search.
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
  steps = actionsOf(owner.send, owner.token, session.token)
  // The tasks are created one after the other, because tasks of the same status are listed newest first.
  for (const what of ['approved', 'referred', 'pending', 'posted']) tasks.set(what, await assign(titled(what)))
  for (const what of ['approved', 'referred', 'posted']) await steps.deliver(of(what))
  await steps.approve(of('approved'))
  await steps.referBack(of('referred'), 'Too dark.')
  await steps.launch(await steps.approve(of('posted')))
  page = await visit(browser, { path: '/admin/dashboard?tab=tasks', as: session })
  await tab('Tasks').waitFor()
})
afterAll(() => browser?.close())

const assign = (title: string, dates?: Record<string, string>) => assignTask(owner.send, owner.token, owner.company._id, title, dates)
function of(what: string): Task {
  const task = tasks.get(what)
  if (!task) throw new Error(`There is no ${what} task`)
  return task
}

const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}(: \\d+)?$`) })
const countIn = async (name: string) => Number((await tab(name).textContent())?.match(/: (\d+)$/)?.[1])
const pendingTasks = async () => (await must(owner.send<{ tasks: TaskCounts }>('GET', '/admin/board/counts', session))).tasks.Pending
const card = (title: string) => page.locator('article', { hasText: title })
const panelOf = (title: string) => page.getByRole('dialog', { name: title })

/** Opens a tab and searches for this test's tasks and company, because the tab also lists tasks and companies of other tests. */
async function open(name: string): Promise<void> {
  await tab(name).click()
  await page
    .getByRole('tabpanel', { name: new RegExp(`^${name}(: \\d+)?$`) })
    .getByRole('searchbox')
    .fill(mark)
}

/** Returns the titles of this company's visible cards, in order. */
const shown = async (within: Locator = page.locator('main')) =>
  (await within.locator('article', { hasText: mark }).getByRole('link').allInnerTexts()).map((title) => title.replace(` ${mark}`, ''))

describe('access', () => {
  it('is denied without a token and with an invalid token', async () => {
    const stranger = await visit(browser, { path: '/admin/dashboard' })
    await toastSaid(stranger, 'You must be logged in to access this page.')
    await stranger.waitForURL('**/admin/login')
    await stranger.getByRole('button', { name: 'Login' }).click()
    await stranger.getByText('Please enter a valid email address').waitFor()
    await stranger.getByText('Please enter your password').waitFor()

    const expired = await visit(browser, { path: '/admin/dashboard', as: { key: 'adminToken', token: 'a.b.c' } })
    await toastSaid(expired, 'Session expired. Please log in again.')
    await expired.waitForURL('**/admin/login')
    expect(await expired.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  })
})

describe('the tabs', () => {
  it('show the tasks of a company in the order Pending, Roll Back, Approved, without posted tasks', async () => {
    const strip = page.getByLabel(`Tasks of ${companyName}`)
    await page.getByRole('searchbox').fill(mark)
    await strip.waitFor()
    await expect.poll(() => shown(strip)).toEqual(['pending', 'referred', 'approved'])
  })

  it('show on a card how many days away its dates are', async () => {
    const days = card(titled('pending')).getByRole('definition')
    const shownDays = async () => (await days.allInnerTexts()).filter((text) => /Day|Today|^-$/.test(text))
    await expect.poll(shownDays).toEqual(['2 Days', '6 Days'])
    await page.clock.setFixedTime(new Date(`${addDays(today, 6)}T17:00:00Z`))
    await tab('Companies').click()
    await open('Tasks')
    await card(titled('pending')).getByText('4 Days Ago').waitFor()
    await card(titled('pending')).getByText('Today').waitFor()
    await page.clock.setFixedTime(new Date())
  })

  it('count their tasks and show only these; in the total, tasks that were referred back are first', async () => {
    await open('Total Tasks')
    await expect.poll(() => shown()).toEqual(['referred', 'pending', 'approved', 'posted'])
    for (const [name, what] of [
      ['Pending Tasks', 'pending'],
      ['Refer Back Tasks', 'referred'],
      ['Approved Tasks', 'approved'],
    ] as const) {
      await open(name)
      await expect.poll(() => shown(), { message: name }).toEqual([what])
      expect(await countIn(name)).toBeGreaterThan(0)
    }
  })

  it('update their counts when an owner assigns a task', async () => {
    await open('Pending Tasks')
    await card(titled('pending')).waitFor()
    const title = titled('just assigned')
    // These dates are in a later month, because the company has reached the task limit in the month of its other tasks.
    await assign(title, { submissionForReview: addDays(today, 60), targetPostingDate: addDays(today, 64) })
    await expect.poll(() => shown()).toEqual(['pending', 'just assigned'])
    await expect.poll(async () => (await countIn('Pending Tasks')) - (await pendingTasks())).toBe(0)
  })
})

describe('a new task for a company', () => {
  it('needs a title and both dates, from tomorrow on', { tags: 'nightly' }, async () => {
    await open('Companies')
    await page.getByRole('link', { name: `Add Task for ${companyName}` }).click()
    const panel = panelOf(`New task for ${companyName}`)
    await panel.getByRole('button', { name: 'Submit', exact: true }).click()
    await toastSaid(page, 'Please fill in all required fields')
    for (const label of ['Title', 'Target Posting Date', 'Submission for Review Date']) {
      expect(await panel.getByLabel(label).getAttribute('aria-invalid'), label).toBe('true')
    }
    for (const label of ['Target Posting Date', 'Submission for Review Date']) {
      expect(await panel.getByLabel(label).getAttribute('min')).toBe(addDays(today, 1))
      await panel.getByLabel(label).fill(addDays(today, 1))
    }
    expect(
      await panel
        .getByRole('group', { name: /^Platforms/ })
        .getByRole('checkbox')
        .count(),
    ).toBe(4)
    await panel.getByLabel('Title').fill(titled('from the team'))
    const heal = await failCalls(page, '**/api/task/admin-create-task')
    await panel.getByRole('button', { name: 'Submit', exact: true }).click()
    await toastSaid(page, 'Error creating task')
    await heal()
    await panel.getByRole('button', { name: 'Submit', exact: true }).click()
    await panel.getByRole('button', { name: 'Submitted' }).waitFor()
    await panel.getByRole('button', { name: 'Submit', exact: true }).waitFor()
    await toastSaid(page, 'Task created successfully!')
    await page.keyboard.press('Escape')
    const mine = await must(owner.send<Task[]>('GET', `/task/tasks/${owner.company._id}`, { token: owner.token }))
    expect(mine.find(({ title }) => title === titled('from the team'))?.currentStatus).toBe('Pending')
  })

  it('shows the complete profile, with N/A for empty fields', async () => {
    await open('Companies')
    await page.getByRole('link', { name: `View ${companyName}` }).click()
    const panel = panelOf(companyName)
    await panel.getByText('(803) 555-0100').waitFor()
    expect(await panel.getByText('N/A', { exact: true }).count()).toBeGreaterThan(6)
    await page.keyboard.press('Escape')
  })
})

describe('delivering and launching', () => {
  it('accepts only pictures, videos and PDF files, checked by name and by content', { tags: 'nightly' }, async () => {
    await open('Pending Tasks')
    await card(titled('pending')).getByRole('link').click()
    const panel = panelOf(titled('pending'))
    const upload = panel.getByRole('button', { name: 'Upload', exact: true })
    expect(await upload.isDisabled()).toBe(true)
    await panel.locator('input[type=file]').setInputFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('brief') })
    await toastSaid(page, CONTENT_REFUSED)
    expect(await upload.isDisabled()).toBe(true)
    await panel.locator('input[type=file]').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: disguisedHtml() })
    await panel.getByRole('listitem').getByText('We couldn’t read this file').waitFor()
    await panel.getByRole('button', { name: 'Remove page.png' }).click()
    // Only the server notices that the end of this picture is missing.
    const damaged = png().subarray(0, -12)
    await panel.locator('input[type=file]').setInputFiles({ name: 'damaged.png', mimeType: 'image/png', buffer: damaged })
    const release = await delayCalls(page, '**/api/admin/tasks/*/previews')
    await upload.click()
    expect(await panel.getByRole('button', { name: 'Uploading...' }).isDisabled()).toBe(true)
    await release()
    await toastSaid(page, 'Image upload failed')
    await panel.getByRole('listitem').getByText(PICTURE_DAMAGED).waitFor()
    await expect.poll(() => upload.isEnabled()).toBe(true)
    await panel.getByRole('button', { name: 'Remove damaged.png' }).click()
    await page.keyboard.press('Escape')
  })

  it('shows that an upload failed if the owner has removed the task, and removes the card', { tags: 'nightly' }, async () => {
    await open('Pending Tasks')
    await card(titled('pending')).getByRole('link').click()
    const panel = panelOf(titled('pending'))
    await panel.locator('input[type=file]').setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: png() })
    // The owner removes the task during the upload. If the task were removed earlier, the panel could close before the upload.
    const release = await delayCalls(page, '**/api/admin/tasks/*/previews')
    await panel.getByRole('button', { name: 'Upload', exact: true }).click()
    await panel.getByRole('button', { name: 'Uploading...' }).waitFor()
    await must(owner.send('DELETE', `/task/remove-task/${of('pending')._id}`, { token: owner.token }))
    await release()
    await toastSaid(page, 'Image upload failed')
    await page.keyboard.press('Escape')
    await open('Total Tasks')
    await card(titled('posted')).waitFor()
    await card(titled('pending')).waitFor({ state: 'detached' })
  })

  it('launches a task that is due, once, and shows a posted task as launched', async () => {
    await page.clock.setFixedTime(new Date(`${addDays(today, 7)}T17:00:00Z`))
    await open('Wait for Launch')
    await card(titled('approved')).getByText('Over Date').waitFor()
    await card(titled('approved')).getByRole('link').click()
    const panel = panelOf(titled('approved'))
    await panel.getByRole('heading', { name: 'Approved Image' }).waitFor()
    await panel.getByLabel('Admin Post Comment').fill('Live since nine.')
    const heal = await failCalls(page, '**/api/task/update-task/*')
    await panel.getByRole('button', { name: 'Launch', exact: true }).click()
    await toastSaid(page, 'Failed to launch task.')
    await heal()
    await panel.getByRole('button', { name: 'Launch', exact: true }).click()
    await toastSaid(page, 'Task status set to Posted!')
    await panel.getByRole('heading', { name: 'Posted Image' }).waitFor()
    expect(await panel.getByRole('button', { name: 'Launched' }).isDisabled()).toBe(true)
    expect(await panel.getByLabel('Admin Post Comment').isEditable()).toBe(false)
    await page.keyboard.press('Escape')
    await card(titled('approved')).waitFor({ state: 'detached' })
  })
})
