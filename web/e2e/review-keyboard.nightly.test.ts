import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask, confirmEmail, type Mail, mailTo, weekly } from '../../deploy/tests/support/client.ts'
import { isFocused, press, tabTo, typeIn } from './keyboard.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { actionsOf } from './world.ts'

let browser: Browser
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>
beforeAll(async () => {
  ;[browser, owner, admin] = await Promise.all([sharedChromium(), ownerWithCompany(), adminSession()])
  await confirmEmail(owner.send, inject('inboxUrl'), owner.email)
})
afterAll(() => browser?.close())

const MAIL_TIMEOUT_MS = 60_000
const TITLE = 'Winter blend by keyboard'

const mail = (subject: string): Promise<Mail> =>
  mailTo(inject('inboxUrl'), owner.email, new RegExp(`^${subject}.*${TITLE}`), MAIL_TIMEOUT_MS)

/** Shows an email, and opens the page of one of its buttons. */
async function follow(page: Page, { html }: Mail, label: string): Promise<void> {
  await page.setContent(html)
  await tabTo(page.getByRole('link', { name: label, exact: true }))
  await Promise.all([page.waitForURL(/\/review\//), page.keyboard.press('Enter')])
}

/** Holds a key on the focused button until the button has done its work. */
async function hold(button: Locator, key: string, done: Locator): Promise<void> {
  const { keyboard } = button.page()
  await expect.poll(() => isFocused(button)).toBe(true)
  await keyboard.down(key)
  await done.waitFor()
  await keyboard.up(key)
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true })
const isAnnounced = (title: Locator) => expect.poll(() => isFocused(title)).toBe(true)

it('the owner approves from the email, confirms and undoes the approval, and the admin reminds, all by keyboard', async () => {
  const task = await assignTask(owner.send, owner.token, owner.company._id, TITLE, weekly)
  await actionsOf(owner.send, owner.token, admin.token).deliver(task)
  const page = await browser.newPage()

  await step('approves with the held Enter key', async () => {
    await follow(page, await mail('Ready for your review'), 'Approve…')
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await press(approve)
    const held = page.getByRole('button', { name: 'Press and hold to approve' })
    await expect.poll(() => isFocused(held)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => isFocused(approve)).toBe(true)
    await page.keyboard.press('Enter')
    // The approval is unconfirmed, because the server detects that a program controls this browser.
    const approved = heading(page, 'Approved, but not confirmed')
    await hold(held, 'Enter', approved)
    await isAnnounced(approved)
  })

  await step('confirms with the code of the receipt', async () => {
    const receipt = await mail('Please confirm the approval')
    await follow(page, receipt, 'Confirm the approval')
    await typeIn(page.getByLabel('Six-digit code'), /^\s*(\d{6})\s*$/m.exec(receipt.text)?.[1] ?? '')
    await page.keyboard.press('Enter')
    await isAnnounced(heading(page, 'Approved'))
  })

  await step('undoes the approval', async () => {
    await press(page.getByRole('button', { name: 'Undo', exact: true }))
    const reason = page.getByLabel('Why do you want to undo it?')
    await expect.poll(() => isFocused(reason)).toBe(true)
    await page.keyboard.type('The date is wrong.')
    await tabTo(page.getByRole('button', { name: 'Undo the approval' }))
    await page.keyboard.press('Enter')
    await page.getByText('The approval was undone.').waitFor()
    await isAnnounced(heading(page, TITLE))
    await mail('Approval undone')
  })

  await step('the admin reminds the owner', async () => {
    const desk = await visit(browser, { path: `/admin/dashboard?tab=pending&task=${task.taskId}`, as: admin })
    const remind = desk.getByRole('button', { name: 'Remind the company' })
    await press(remind)
    await desk.getByText('Reminder sent').waitFor()
    await expect.poll(() => remind.getAttribute('aria-disabled')).toBe('true')
    expect(await isFocused(remind)).toBe(true)
    await mail('Waiting for your review')
    await desk.context().close()
  })
  await page.close()
})
