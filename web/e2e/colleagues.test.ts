import { type Colleague, listColleagues } from '@app/contracts/http/colleagues.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
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
import { step } from './step.ts'
import { actionsOf } from './world.ts'

/** The email about a preview waits a few seconds for the thumbnails. */
const EMAIL_TIMEOUT_MS = 60_000

let browser: Browser
let send: Client
beforeAll(async () => {
  send = clientOf(inject('productUrl'))
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true })

/** Returns a phone whose browser has no signs of automation. The server rejects acceptances with such signs. */
async function phoneOfPerson(): Promise<BrowserContext> {
  const userAgent = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const context = await browser.newContext({ ...phone, userAgent })
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))
  return context
}

/** Returns the link in the newest email to an address with this subject. */
async function linkIn(address: string, subject: RegExp, path: string): Promise<string> {
  const { text } = await mailTo(inject('inboxUrl'), address, subject, EMAIL_TIMEOUT_MS)
  const [link] = new RegExp(`\\S+${path}[\\w-]+`).exec(text) ?? []
  if (!link) throw new Error(`The email to ${address} has no link:\n${text}`)
  return link
}

it('an owner invites a colleague, who accepts, approves from the email, and is removed', async () => {
  const [owner, adminToken] = [await signUpOwner(send), await signInAdmin(send)]
  const { _id } = await createCompany(send, owner.token)
  await confirmEmail(send, inject('inboxUrl'), owner.email)
  const actions = actionsOf(send, owner.token, adminToken)
  const ana = `ana-${crypto.randomUUID()}@example.com`
  const deliver = async (title: string): Promise<Task> => {
    const task = await assignTask(send, owner.token, _id, title)
    await actions.deliver(task)
    return task
  }
  const statusOf = async (task: Task) => (await must(send<Task>('GET', `/task/${task._id}`, { token: owner.token }))).currentStatus
  const stateOfAna = async () =>
    (await must(send<Colleague[]>('GET', listColleagues.url.replace(':companyProfileId', _id), { token: owner.token })))[0]?.state

  const desk = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await desk.addInitScript((token) => localStorage.setItem('token', token), owner.token)
  const portal = await desk.newPage()
  const panel = portal.getByRole('dialog', { name: 'Colleagues' })
  const invite = panel.getByRole('button', { name: 'Invite', exact: true })
  const mobile = await phoneOfPerson()
  const page = await mobile.newPage()

  await step('the owner cannot invite a colleague before the first preview', async () => {
    await portal.goto(`${inject('productUrl')}/management?section=4`)
    await portal.getByRole('button', { name: 'Colleagues' }).click()
    await panel.getByRole('textbox', { name: 'Name' }).fill('Ana Ruiz')
    await panel.getByRole('textbox', { name: 'Email' }).fill(ana)
    await invite.click()
    await panel.getByText('after we have delivered your first preview').waitFor()
  })

  await step('after the first preview, the invitation is sent', async () => {
    await deliver('Winter blend for one')
    await invite.click()
    await panel.getByRole('list', { name: 'Colleagues' }).getByText(ana).waitFor()
  })

  await step('opening the invitation changes nothing, and a held button accepts it', async () => {
    await page.goto(await linkIn(ana, /^Invitation to review posts/, '/review/invitation/'))
    await heading(page, /^Review posts for /).waitFor()
    expect(await stateOfAna()).toBe('invited')
    await holdByTouch(page.getByRole('button', { name: 'Press and hold to accept' }))
    await heading(page, /^You review posts$/).waitFor()
    expect(await stateOfAna()).toBe('active')
  })

  await step('the open panel of the owner shows the new state', async () => {
    await panel.getByText('Active', { exact: true }).waitFor()
  })

  await step('the colleague approves through an own link, and the owner gets the receipt', async () => {
    const task = await deliver('Winter blend for two')
    // The approval is unconfirmed, because the server detects that a program controls this browser.
    const automated = await browser.newContext(phone)
    const review = await automated.newPage()
    await review.goto(await linkIn(ana, /Winter blend for two/, '/review/'))
    await review.getByRole('button', { name: 'Approve', exact: true }).tap()
    await holdByTouch(review.getByRole('button', { name: 'Press and hold to approve' }))
    await heading(review, /^Approved/).waitFor()
    expect(await statusOf(task)).toBe('Approved')
    const subject = /^Please confirm the approval: Winter blend for two$/
    const { text } = await mailTo(inject('inboxUrl'), owner.email, subject, EMAIL_TIMEOUT_MS)
    expect(text).toContain('the link sent to your colleague Ana Ruiz')
    await automated.close()
  })

  const task = await deliver('Winter blend for three')
  const link = await linkIn(ana, /Winter blend for three/, '/review/')

  await step('a colleague who may only look finds no buttons', async () => {
    await panel.getByLabel('Ana Ruiz may').selectOption('look')
    await portal.getByText('Setting saved').waitFor()
    await page.goto(link)
    await page.getByText('Someone else at the company decides.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
  })

  await step('after the removal, the link no longer works', async () => {
    await panel.getByRole('button', { name: 'Remove Ana Ruiz' }).click()
    await portal.getByRole('dialog', { name: 'Remove Ana Ruiz?' }).getByRole('button', { name: 'Remove', exact: true }).click()
    await panel.getByText('No colleagues yet.').waitFor()
    await page.reload()
    await heading(page, 'This link was turned off').waitFor()
    expect(await statusOf(task)).toBe('Pending')
  })
  await Promise.all([desk.close(), mobile.close()])
})
