import { png } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, weekly } from '../../deploy/tests/support/client.ts'
import { isFocused } from './keyboard.ts'
import { failCalls } from './network.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { toastSaid, toastTime } from './toasts.ts'
import { actionsOf } from './world.ts'

const today = todayIn(DEFAULT_TIMEZONE)
const texts = {
  tagline: 'Slow mornings',
  taskpurpose: 'Bring regulars in',
  headline: 'The winter blend is here',
  offerormessage: 'Two for one',
  calltoaction: 'Stop by this week',
  guidlines: 'The logo in the corner',
  additionalinfo: 'The bag is new',
  description: 'A square post',
}

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
let steps: ReturnType<typeof actionsOf>
beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany(), adminSession()])
  steps = actionsOf(owner.send, owner.token, admin.token)
})
afterAll(() => browser?.close())

const assign = (title: string, fields: Record<string, string>) => assignTask(owner.send, owner.token, owner.company._id, title, fields)
const open = (search: string) => visit(browser, { path: `/management?show=${search}`, as: owner.session })
const panelOf = (page: Page, { title }: Task) => page.getByRole('dialog', { name: title })

const fact = (panel: Locator, label: string) =>
  panel
    .locator('dl > div', { has: panel.page().getByText(label, { exact: true }) })
    .getByRole('definition')
    .first()
const labelsIn = (panel: Locator) => panel.getByRole('term').allInnerTexts()

describe('the facts of a task', () => {
  it('while it is pending: all texts of the owner, and the last four rollback entries, numbered', async () => {
    const task = await assign('Referred back five times', { ...texts, ...weekly })
    for (const round of [1, 2, 3, 4, 5]) await steps.referBack(await steps.deliver(task), `Round ${round}.`)
    const page = await open(`task-${task.taskId}`)
    const panel = panelOf(page, task)
    await panel.getByText('5. Round 5.').waitFor()
    const rounds = panel.getByRole('listitem').filter({ hasText: /Round \d/ })
    expect((await rounds.allInnerTexts()).map((text) => text.match(/\d\. Round \d/)?.[0])).toEqual(
      [2, 3, 4, 5].map((n) => `${n}. Round ${n}`),
    )
    expect(await rounds.getByRole('img', { name: /^Preview \d$/ }).count()).toBe(4)
    expect(await fact(panel, 'Task ID').textContent()).toBe(`#${task.taskId}`)
    expect(await fact(panel, 'Task Objective').textContent()).toBe(texts.taskpurpose)
    expect(await fact(panel, 'Recurrence Type').textContent()).toBe('Every Friday')
    for (const text of Object.values(texts)) expect(await panel.getByText(text, { exact: true }).count(), text).toBe(1)
    await panel.getByRole('heading', { name: 'Task Preview' }).waitFor()
    // The first key press loads the code of the toasts. A container without toasts has no height.
    await page.keyboard.press('Shift')
    await page.locator('.toast-host').waitFor({ state: 'attached' })
    expect(await page.locator('.toast-host').evaluate((host) => host.getBoundingClientRect().height)).toBe(0)
  })

  it('when it is approved, and the admin’s comment when it is posted', async () => {
    const dates = { submissionForReview: addDays(today, 2), targetPostingDate: addDays(today, 6) }
    const task = await assign('Approved', { ...texts, ...dates, platform_li: 'true' })
    await steps.approve(await steps.deliver(task))
    const page = await open(`task-${task.taskId}`)
    const panel = panelOf(page, task)
    await panel.getByText('Approved', { exact: true }).first().waitFor()
    expect(await labelsIn(panel)).toEqual([
      'Task ID',
      'Status',
      'Task Title',
      'Task Objective',
      'Main Headline',
      'Tagline for Lead',
      'Description',
      'Selected Platforms has to Post:',
      'Submission Date',
      'Target Posting Date',
    ])
    expect(await fact(panel, 'Selected Platforms has to Post:').getByRole('img').count()).toBe(2)
    await panel.getByRole('img', { name: 'Task Preview of Approved' }).waitFor()

    await steps.launch(task)
    await fact(panel, 'Admin Post Comments').getByText('Live since nine.').waitFor()
  })

  it('for an admin: with the labels of the admin form, and the empty fields in one line', async () => {
    const task = await assign('Read by the admin', { ...texts, ...weekly, tagline: '', offerormessage: '' })
    const page = await visit(browser, { path: `/admin/dashboard?tab=pending&task=${task.taskId}`, as: admin })
    const panel = panelOf(page, task)
    await panel.waitFor()
    expect((await labelsIn(panel)).slice(3)).toEqual([
      'Title',
      'Purpose',
      'Headline',
      'Call to Action',
      'Branding Guidelines',
      'Additional Info',
      'Description',
      'Repeats',
      'Series Date',
      'Starts',
      'Ends',
      'Platforms',
      'Not given:',
    ])
    await panel.getByText('tagline, key offer, target date, deadline date, reference image', { exact: true }).waitFor()
    await panel.getByLabel('Upload Task Image').waitFor({ state: 'attached' })
  })
})

describe('error messages when the server fails', () => {
  it('for each action of an owner on a task, for five seconds', async () => {
    const task = await assign('Nothing works', weekly)
    await steps.deliver(task)
    const page = await open(`task-${task.taskId}`)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await failCalls(page, '**/api/task/update-task/*')
    await press('Approve')
    await toastSaid(page, 'Error approving task')
    // The next error would replace this toast. So the test first waits until the toast has closed.
    const stayed = await toastTime(page, 'Error approving task')
    expect(stayed).toBeGreaterThan(4_900)
    expect(stayed).toBeLessThan(7_000)
    await failCalls(page, '**/api/task/remove-task/*')
    await press('Remove Task')
    await press('Delete')
    await toastSaid(page, 'Error deleting task')
    const heal = await failCalls(page, '**/api/task/add-feedback-image/*')
    await press('Refer Back')
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    expect(await isFocused(page.getByLabel('Feedback'))).toBe(true)
    await press('Cancel')
    expect(await isFocused(page.getByRole('button', { name: 'Refer Back' }))).toBe(true)
    await press('Refer Back')
    await page.getByLabel('Feedback').fill('Too dark.')
    const suggestion = page.getByLabel('Suggestion image (optional)')
    await suggestion.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await toastSaid(page, 'Only image files are allowed.')
    await suggestion.setInputFiles({ name: 'sketch.png', mimeType: 'image/png', buffer: png() })
    await press('Send Feedback')
    await toastSaid(page, 'Error rolling back task')
    await heal()
    await press('Send Feedback')
    await toastSaid(page, 'Task rolled back with feedback')
    await page.locator('article', { hasText: task.title }).getByRole('button', { name: 'View' }).click()
    await panelOf(page, task).getByRole('img', { name: 'Suggestion 1' }).waitFor()
    expect(await panelOf(page, task).getByRole('img', { name: 'Preview 1' }).count()).toBe(0)
  })

  it('when a task or the launched tasks are opened', async () => {
    const task = await assign('Does not load', weekly)
    const page = await open(`task-${task.taskId}`)
    await panelOf(page, task).waitFor()
    await failCalls(page, `**/api/task/${task.taskId}`)
    await page.reload()
    await toastSaid(page, 'Error loading task details')
    await page.unrouteAll()
    await page.route(`**/api/task/${task.taskId}`, (route) => route.fulfill({ json: null }))
    await page.reload()
    await toastSaid(page, 'No task data received')

    await failCalls(page, '**/api/task/tasks/*')
    await page.goto(page.url().replace(/show=.*/, 'show=posted'))
    await toastSaid(page, 'Error loading launched tasks')
  })
})
