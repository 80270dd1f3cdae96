import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, clientOf, signInAdmin, weekly } from '../../deploy/tests/support/client.ts'
import { delayCalls } from './network.ts'
import { ownerWithCompany, visit } from './people.ts'
import { toastSaid } from './toasts.ts'
import { actionsOf } from './world.ts'

const send = clientOf(inject('productUrl'))

let browser: Browser
let adminToken: string
beforeAll(async () => {
  browser = await sharedChromium()
  adminToken = await signInAdmin(send)
})
afterAll(() => browser?.close())

/**
 * Creates a company. Returns functions that change its tasks over HTTP. The tasks recur, because recurring tasks do not count toward the
 * monthly limit of tasks.
 */
async function company() {
  const owner = await ownerWithCompany()
  return {
    ...owner,
    ...actionsOf(send, owner.token, adminToken),
    assign: (title: string) => assignTask(send, owner.token, owner.company._id, title, weekly),
    open: (search = '', width = 1440) => visit(browser, { path: `/management${search}`, as: owner.session, width }),
  }
}

const card = (page: Page, title: string) => page.locator('article', { hasText: title })
const approvedRow = (page: Page) => page.getByRole('region', { name: 'Approved & Yet to launch' })
const panelOf = (page: Page, { title }: Task) => page.getByRole('dialog', { name: title })

describe('the lists', () => {
  it('show what to do while they are empty, and are updated in all open tabs', async () => {
    const { open, assign } = await company()
    const [page, second] = await Promise.all([open(), open()])
    await page.getByText('Click above to add your task!').waitFor()
    await page.getByText("Task nearly complete? Let's check it off!").waitFor()
    await page.getByRole('button', { name: 'Launched Reports' }).click()
    await page.getByRole('dialog', { name: 'Posted Tasks' }).getByText("Task nearly complete? Let's check it off!").waitFor()
    await page.keyboard.press('Escape')
    await second.getByText('Click above to add your task!').waitFor()
    for (const title of ['One', 'Two', 'Three', 'Four']) await assign(title)
    await Promise.all([page, second].map((tab) => card(tab, 'Four').waitFor()))
    const right = page.getByRole('button', { name: 'Scroll right' })
    await expect.poll(() => page.locator('article').count()).toBe(4)
    expect(await right.count()).toBe(0)

    await assign('Five')
    await right.click()
    const strip = page.getByLabel('Pending tasks', { exact: true })
    const scrolled = () => strip.evaluate(({ scrollLeft }) => scrollLeft)
    await expect.poll(scrolled).toBe(350)
    await page.getByRole('button', { name: 'Scroll left' }).click()
    await expect.poll(scrolled).toBe(0)
  })

  it('a removed task disappears in all open tabs, after a confirmation', async () => {
    const { open, assign } = await company()
    const task = await assign('Not needed any more')
    const [page, second] = await Promise.all([open(), open()])
    await card(second, task.title).waitFor()
    await card(page, task.title).getByRole('button', { name: 'View' }).click()
    await page.getByRole('button', { name: 'Remove Task' }).click()
    const question = page.getByRole('dialog', { name: 'Remove Task' })
    await question.getByText('Are you sure you want to Remove this task?').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await card(second, task.title).count()).toBe(1)

    await page.getByRole('button', { name: 'Remove Task' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await toastSaid(page, 'Task deleted successfully')
    await Promise.all([page, second].map((tab) => card(tab, task.title).waitFor({ state: 'detached' })))
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('contain all tasks, also those of further pages', async () => {
    const { session, assign } = await company()
    for (const title of ['Older', 'Newer']) await assign(title)
    const page = await visit(browser, { path: '/no-such-page', as: session })
    const searches: string[] = []
    await page.route(/\/api\/task\/tasks\//, async (route) => {
      const url = new URL(route.request().url())
      searches.push(url.search)
      if (!url.search) url.search = '?limit=1'
      await route.fulfill({ response: await route.fetch({ url: url.href }) })
    })
    await page.goto(new URL('/management', page.url()).href)
    for (const title of ['Newer', 'Older']) await card(page, title).waitFor()
    expect(searches.slice(0, 2)).toEqual(['', expect.stringMatching(/^\?cursor=./)])
  })

  it('show an error when they cannot be loaded, with a retry button', async () => {
    const { open, assign } = await company()
    await assign('Behind the failure')
    const page = await open('?show=task-99999999')
    await toastSaid(page, 'Task not found')
    // The task is removed from the URL, so that a reload does not show the message again.
    await page.waitForURL((url) => url.search === '')
    await page.route('**/api/task/tasks/*', (route) => route.fulfill({ status: 500, json: { message: 'The database is away.' } }))
    // When the live stream opens, the page loads the lists again, and the error could disappear before the test presses "Try again". So
    // the stream is delayed.
    const releaseStream = await delayCalls(page, '**/api/notifications/stream')
    await page.reload()
    await toastSaid(page, 'Error loading approved tasks: The database is away.')
    await page.getByText('Error loading pending tasks').waitFor()
    await page.unroute('**/api/task/tasks/*')
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await card(page, 'Behind the failure').waitFor()
    await releaseStream()
  })
})

describe('a task that another user has approved in the meantime', () => {
  it('cannot be referred back or removed: the reason and a button for the current state are shown', async () => {
    const { open, assign, deliver, approve } = await company()
    const task = await assign('Decided elsewhere')
    await deliver(task)
    const page = await open(`?show=task-${task.taskId}`)
    await page.getByRole('button', { name: 'Refer Back' }).click()
    await page.getByLabel('Feedback').fill('Too dark.')
    const release = await delayCalls(page, '**/api/notifications/stream')
    const releaseTasks = await delayCalls(page, '**/api/task/{tasks/,}*')
    await approve(task)
    await page.getByRole('button', { name: 'Send Feedback' }).click()
    await toastSaid(page, 'This task has already been approved.')
    await Promise.all([release(), releaseTasks()])
    await page.getByRole('button', { name: 'Show the new version' }).click()
    // An approved task has no feedback form. So the user must confirm that the entered feedback is discarded.
    expect(await page.getByLabel('Feedback').inputValue()).toBe('Too dark.')
    await page.getByRole('button', { name: 'Discard' }).click()
    await panelOf(page, task).getByText('Approved', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Send Feedback' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Remove Task' }).count()).toBe(0)
    await approvedRow(page).getByRole('heading', { name: task.title }).waitFor()
  })
})

describe('on the narrowest screen', () => {
  it('nothing scrolls sideways in the panels over the lists', async () => {
    const { open, assign, deliver, referBack } = await company()
    const [delivered, referred] = [await assign('Ready'), await assign('Averylongwordthatnothinginitstitlebreaksanywhere')]
    await deliver(delivered)
    await referBack(await deliver(referred), `https://example.com/${'a-long-address/'.repeat(12)}`)
    const page = await open(`?show=task-${referred.taskId}`, 320)
    const expectNoOverflow = async (within: Locator) => {
      await within.waitFor()
      const widths = await page.getByRole('dialog').evaluate((panel) => [panel, ...panel.children].map(({ scrollWidth }) => scrollWidth))
      expect(Math.max(...widths)).toBeLessThanOrEqual(320)
    }
    await expectNoOverflow(panelOf(page, referred).getByText('a-long-address').first())
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '+ Assign New Task' }).click()
    await page.getByRole('switch', { name: 'Repeats' }).check()
    await page.getByLabel('Recurrence type').selectOption('monthly')
    await expectNoOverflow(page.getByText('Every month on the 1st Monday'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await card(page, delivered.title).getByRole('button', { name: 'View' }).click()
    await page.getByRole('button', { name: 'Refer Back' }).click()
    await expectNoOverflow(page.getByLabel('Feedback'))
  })
})
