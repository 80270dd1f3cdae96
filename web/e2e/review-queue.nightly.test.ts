import { decideTasks } from '@app/contracts/http/decide-tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, mailTo, must, weekly } from '../../deploy/tests/support/client.ts'
import { expectAxeFindsNothing } from './accessible.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { actionsOf } from './world.ts'

let browser: Browser
let admin: Awaited<ReturnType<typeof adminSession>>
beforeAll(async () => {
  ;[browser, admin] = await Promise.all([sharedChromium(), adminSession()])
})
afterAll(() => browser?.close())

const MAIL_TIMEOUT_MS = 60_000

/** An owner with waiting previews of tasks with these titles. The email address of the owner is confirmed. */
async function ownerWithPreviews(companyName: string, titles: readonly string[]) {
  const owner = await ownerWithCompany(companyName)
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
  const { deliver } = actionsOf(owner.send, owner.token, admin.token)
  const tasks: Task[] = []
  for (const title of titles) tasks.push(await deliver(await assignTask(owner.send, owner.token, owner.company._id, title, weekly)))
  const fresh = (task: Task) => must(owner.send<Task>('GET', `/task/${task._id}`, { token: owner.token }))
  return { owner, tasks, deliver, fresh }
}

const panelOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true })
/** Waits until the preview in the panel is loaded. */
const loaded = (panel: Locator) => panel.getByRole('button', { name: 'Approve', exact: true, disabled: false }).waitFor()

it.each([
  ['a phone', 390],
  ['a desktop', 1440],
])('on %s, an owner decides on some previews one by one, and approves the others together', async (_where, width) => {
  const titles = ['Fourth', 'Third', 'Second', 'First'].map((title) => `${title} at ${width}`)
  const [first = '', second = '', third = '', fourth = ''] = titles.toReversed()
  const { owner, tasks, deliver, fresh } = await ownerWithPreviews(`Queue ${width}`, titles)
  const page = await visit(browser, { path: '/management', as: owner.session, width, isPhone: width < 700 })

  await step('approves the first preview, and the second one opens', async () => {
    await page.getByRole('button', { name: 'Review 4' }).click()
    const panel = panelOf(page, first)
    await loaded(panel)
    await panel.getByText('1 of 4', { exact: true }).locator('visible=true').waitFor()
    await expectAxeFindsNothing(page)
    await panel.getByRole('button', { name: 'Approve', exact: true }).click()
    await loaded(panelOf(page, second))
  })

  await step('sees the others, so that all can be approved together', async () => {
    const panel = panelOf(page, second)
    const approveAll = page.getByRole('button', { name: 'Approve all 3' })
    expect(await approveAll.getAttribute('aria-disabled')).toBe('true')
    await panel.getByRole('button', { name: 'Next task (J)' }).click()
    await loaded(panelOf(page, third))
    await page.keyboard.press('j')
    await loaded(panelOf(page, fourth))
    await panelOf(page, fourth).getByText('You have seen all 3.').waitFor()
    await page.getByRole('button', { name: 'Approve all 3', disabled: false }).click()
    await page.getByRole('dialog', { name: 'Approve 3 previews?' }).waitFor()
    await expectAxeFindsNothing(page)
  })

  await step('a preview that an admin replaces at this moment is not approved', async () => {
    const question = page.getByRole('dialog', { name: 'Approve 3 previews?' })
    // The new preview is delivered after the browser has sent the request, and before the server receives it.
    await page.route(`**/api${decideTasks.url}`, async (route) => {
      const replaced = tasks.find(({ title }) => title === third)
      if (replaced) await deliver(replaced)
      await route.continue()
    })
    await question.getByRole('button', { name: 'Approve 3', exact: true }).click()
    const results = page.getByRole('dialog', { name: '2 approved, 1 not', exact: true })
    await results.getByText('A newer preview is ready. Please look at it first.').waitFor()
    await results.getByRole('button', { name: 'Close' }).first().click()
    await loaded(panelOf(page, third))
    await panelOf(page, third).getByRole('button', { name: 'Close' }).click()
    const statuses = await Promise.all(tasks.map(async (task) => [task.title, (await fresh(task)).currentStatus]))
    expect(Object.fromEntries(statuses)).toEqual({ [first]: 'Approved', [second]: 'Approved', [third]: 'Pending', [fourth]: 'Approved' })
  })
})

it.each([
  ['a phone', 390],
  ['a desktop', 1440],
])('on %s, an admin reminds a client with one click, and the row disappears when the client decides', async (_where, width) => {
  const title = `Reminded at ${width}`
  const { owner, tasks } = await ownerWithPreviews(`Waiting ${width} ${crypto.randomUUID()}`, [title])
  const [task] = tasks
  if (!task) throw new Error('The task is missing')
  await mailTo(inject('inboxUrl'), owner.email, new RegExp(`^Ready for your review.*${title}`), MAIL_TIMEOUT_MS)
  const path = `/admin/dashboard?tab=waiting&q=${task.taskId}`
  const page = await visit(browser, { path, as: admin, width, isPhone: width < 700 })
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByText('Not opened').waitFor()
  await expectAxeFindsNothing(page)
  await row.getByRole('button', { name: /^Remind/ }).click()
  await row.getByText('Reminder sent').waitFor()
  await row.getByText(/^Once, just now/).waitFor()
  await mailTo(inject('inboxUrl'), owner.email, new RegExp(`^Waiting for your review: ${title}`), MAIL_TIMEOUT_MS)

  await must(owner.send('PUT', `/task/update-task/${task._id}`, { token: owner.token, json: { currentStatus: 'Approved' } }))
  await row.waitFor({ state: 'detached' })
})
