import { gzipSync } from 'node:zlib'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import {
  assignTask,
  type Client,
  clientOf,
  confirmEmail,
  createCompany,
  mailTo,
  must,
  signInAdmin,
  signUpOwner,
} from '../../deploy/tests/support/client.ts'
import { holdByTouch, phone } from '../../deploy/tests/support/hold-by-touch.ts'
import { actionsOf } from './world.ts'

const PAGE_BYTES = 60_000
const today = todayIn(DEFAULT_TIMEZONE)
/** Dates for the fifth task. A company may have only four tasks in a month, and the other tests already create four. */
const nextMonth = { submissionForReview: addDays(today, 40), targetPostingDate: addDays(today, 44) }

let browser: Browser
let send: Client
let owner: { email: string; token: string }
let adminToken: string
let companyProfileId: string

beforeAll(async () => {
  send = clientOf(inject('productUrl'))
  ;[browser, owner, adminToken] = await Promise.all([sharedChromium(), signUpOwner(send), signInAdmin(send)])
  const company = await createCompany(send, owner.token)
  companyProfileId = company._id
  await confirmEmail(send, inject('inboxUrl'), owner.email)
})
afterAll(() => browser?.close())

/** Delivers a preview of a new task. Returns the task and the link in the email to the owner. */
async function delivered(title: string, dates?: Record<string, string>): Promise<{ task: Task; link: string }> {
  const task = await assignTask(send, owner.token, companyProfileId, title, dates)
  await actionsOf(send, owner.token, adminToken).deliver(task)
  return { task, link: await linkIn(title) }
}

async function linkIn(title: string): Promise<string> {
  const { text } = await mailTo(inject('inboxUrl'), owner.email, new RegExp(title))
  const [link] = /\S+\/review\/[\w-]+/.exec(text) ?? []
  if (!link) throw new Error(`The email about ${title} has no review link:\n${text}`)
  return link
}

const statusOf = async ({ _id }: Task): Promise<string> =>
  (await must(send<Task>('GET', `/task/${_id}`, { token: owner.token }))).currentStatus

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true })

it('approves with three touches: the link, Approve, and the held button. The second tab shows the outcome', async () => {
  const { task, link } = await delivered('Winter blend by touch')
  const context = await browser.newContext(phone)
  const [page, second] = [await context.newPage(), await context.newPage()]
  await second.goto(link)
  await page.goto(link)
  await page.getByRole('button', { name: 'Approve', exact: true }).tap()
  await holdByTouch(page.getByRole('button', { name: 'Press and hold to approve' }))
  await heading(page, /^Approved/).waitFor()
  expect(await statusOf(task)).toBe('Approved')

  // The approval is unconfirmed, because the server detects that a program controls this browser.
  const { text } = await mailTo(inject('inboxUrl'), owner.email, new RegExp(`confirm the approval: ${task.title}`))
  const [, code = ''] = /^\s*(\d{6})\s*$/m.exec(text) ?? []
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Confirm' }).tap()
  await heading(page, 'Approved').waitFor()

  await second.getByRole('button', { name: 'Refer Back' }).tap()
  await second.getByLabel('What should be different?').fill('Too late')
  await holdByTouch(second.getByRole('button', { name: 'Press and hold to send' }))
  await heading(second, /^Approved/).waitFor()
  await second.getByText('Your answer wasn’t saved').waitFor()
  await page.reload()
  await heading(page, /^Approved/).waitFor()
  await context.close()
})

it('refers back with a picture', async () => {
  const { task, link } = await delivered('Winter blend in a sketch')
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Refer Back' }).tap()
  await page.getByLabel('What should be different?').fill('The headline is too small.')
  await page.getByLabel('Suggestion image (optional)').setInputFiles({ name: 'sketch.png', mimeType: 'image/png', buffer: png() })
  await holdByTouch(page.getByRole('button', { name: 'Press and hold to send' }))
  await heading(page, 'Referred back').waitFor()
  expect(await statusOf(task)).toBe('Roll Back')
  await context.close()
})

it('a link to a replaced version emails the link to the new version', async () => {
  const { task, link } = await delivered('Winter blend in two versions')
  await actionsOf(send, owner.token, adminToken).deliver(task)
  const page = await browser.newPage()
  await page.goto(link)
  await heading(page, 'Version 2 replaced this one').waitFor()
  await page.getByRole('button', { name: 'Email me the new version' }).click()
  await page.getByText('Check the inbox of').waitFor()
  await page.close()
})

it('20 visits and a robot that clicks all buttons leave the task Pending', { tags: 'nightly' }, async () => {
  const { task, link } = await delivered('Winter blend for scanners')
  const context = await browser.newContext()
  for (let visit = 0; visit < 20; visit++) {
    const page = await context.newPage()
    await page.goto(link)
    await heading(page, task.title).waitFor()
    await page.close()
  }
  const page = await context.newPage()
  await page.goto(link)
  await heading(page, task.title).waitFor()
  await clickEverything(page)
  expect(await statusOf(task)).toBe('Pending')
  await context.close()
})

/** Opens each dialog and clicks all of its buttons except the close button. Decides nothing, because a decision needs a held button. */
async function clickEverything(page: Page): Promise<void> {
  for (const opener of ['Approve', 'Refer Back']) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    const buttons = page.getByRole('dialog').getByRole('button')
    // The close button is the first.
    for (let at = 1; at < (await buttons.count()); at++) await buttons.nth(at).click()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

it('the page weighs less than 60 kB without pictures', async () => {
  const { link } = await delivered('Winter blend on a scale', nextMonth)
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (['document', 'script', 'stylesheet', 'font'].includes(type))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto(link)
  await heading(page, 'Winter blend on a scale').waitFor()
  await page.waitForLoadState('networkidle')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(2)
  expect(total, `${(total / 1000).toFixed(1)} kB`).toBeLessThanOrEqual(PAGE_BYTES)
  await page.close()
})
