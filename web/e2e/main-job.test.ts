import { png } from '@app/chassis/testing/pictures.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { taskEmailFrequencies } from '@app/contracts/rules/task-emails.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { mailTo, PASSWORD, verificationLink } from '../../deploy/tests/support/client.ts'
import { admin } from '../../deploy/tests/support/product.ts'
import { chooseFile, isFocused, press, tabTo, typeDate, typeIn } from './keyboard.ts'
import { visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const email = `olive-${crypto.randomUUID()}@example.com`
const mark = `m${crypto.randomUUID().slice(0, 6)}`
const title = `Winter blend ${mark}`
const today = todayIn(DEFAULT_TIMEZONE)
const submission = addDays(today, 2)
const target = addDays(today, 6)

const picture = () => ({ name: 'preview.png', mimeType: 'image/png', buffer: png() })
const inbox = (to: string, subject: RegExp) => mailTo(inject('inboxUrl'), to, subject)

let browser: Browser
let owner: Page
let adminPage: Page

beforeAll(async () => {
  browser = await sharedChromium()
})
afterAll(() => browser?.close())

it('the main job, by two users at once and by keyboard', async () => {
  await step('the owner signs up, signs in and creates the company', async () => {
    owner = await visit(browser)
    await press(owner.getByRole('button', { name: 'Create an account' }))
    const form = owner.locator('form', { has: owner.getByRole('heading', { name: 'Create account' }) })
    await typeIn(form.getByLabel('Username'), 'Olive Owner')
    await typeIn(form.getByLabel('Email'), email)
    await typeIn(form.locator('input[type=password]'), PASSWORD)
    await press(form.getByRole('button', { name: 'Sign Up' }))
    await toastSaid(owner, 'Account created successfully!')
    const mailed = await visit(browser, { path: await verificationLink(inject('inboxUrl'), email) })
    await press(mailed.getByRole('button', { name: 'Confirm email address' }))
    await mailed.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor()
    await mailed.close()

    const login = owner.locator('form', { has: owner.getByRole('heading', { name: 'Login' }) })
    // The email address is already filled in.
    await typeIn(login.locator('input[type=password]'), PASSWORD)
    await owner.keyboard.press('Enter')
    await owner.waitForURL('**/new-company')

    await typeIn(owner.getByLabel('Company Name'), `Harbor & Pine Coffee ${mark}`)
    await typeIn(owner.getByLabel('Industry'), 'Coffee')
    await press(owner.getByRole('button', { name: 'Next' }))
    // The company's email address is already filled in.
    await typeIn(owner.getByLabel('Phone'), '8035550100')
    await press(owner.getByRole('button', { name: 'Next' }))
    await chooseFile(owner.getByLabel('Company logo'), picture())
    await press(owner.getByRole('button', { name: /create/i }))
    await toastSaid(owner, 'Company profile created successfully!')
    await owner.waitForURL('**/management')
  })

  await step('the owner assigns a task, and it appears on the admin’s open dashboard', async () => {
    adminPage = await visit(browser, { path: '/admin/login' })
    await typeIn(adminPage.getByLabel('Email'), admin.email)
    await typeIn(adminPage.locator('input[type=password]'), admin.password)
    await press(adminPage.getByRole('button', { name: 'Login' }))
    await adminPage.waitForURL('**/admin/dashboard')
    await adminPage.getByRole('tab', { name: /^Companies/ }).waitFor()
    await chooseEmailsAtOnce()

    await press(owner.getByRole('button', { name: '+ Assign New Task' }))
    const panel = owner.getByRole('dialog', { name: 'Add New Task' })
    await typeIn(panel.getByLabel('Title'), title)
    await typeDate(panel.getByLabel('Submission for review'), submission)
    await typeDate(panel.getByLabel('Target posting'), target)
    await typeIn(panel.getByLabel('Main Headline'), 'The winter blend is here')
    await press(panel.getByLabel('Instagram'), 'Space')
    await press(panel.getByRole('button', { name: 'Submit', exact: true }))
    await panel.getByRole('button', { name: 'Submitted' }).waitFor()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(owner.getByRole('heading', { name: title }))).toBe(true)

    await tabTo(adminPage.getByRole('tab', { selected: true }))
    await adminPage.keyboard.press('ArrowRight')
    await adminPage.getByText(title).first().waitFor()
    await showOwnTask('Tasks')
    await inbox(admin.email, new RegExp(title))
  })

  await step('the admin delivers a preview, and it appears on the owner’s open screen', async () => {
    await upload()
    await inbox(email, new RegExp(`ready for your review: ${title}`, 'i'))
    await owner.locator('article', { hasText: title }).locator('img').first().waitFor()
  })

  await step('the owner refers it back with feedback, and the admin sees the feedback', async () => {
    await review()
    await press(owner.getByRole('button', { name: 'Refer Back' }))
    await press(owner.getByRole('button', { name: 'Send Feedback' }))
    await owner.getByText('Please provide feedback before rolling back').first().waitFor()
    await typeIn(owner.getByLabel('Feedback'), 'The headline is too small to read on a phone.')
    await press(owner.getByRole('button', { name: 'Send Feedback' }))
    await owner.locator('article', { hasText: title }).getByText('Roll Back').waitFor()
    expect((await inbox(admin.email, new RegExp(`referred back by .*${title}`, 'i'))).text).toContain('too small to read')
    await adminPage.getByText('The headline is too small to read on a phone.').first().waitFor()

    await review()
    expect(await owner.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await owner.keyboard.press('Escape')
  })

  await step('a new preview arrives and the owner approves it', async () => {
    await adminPage.keyboard.press('Escape')
    await upload()
    await owner.locator('article', { hasText: title }).getByText('Pending').waitFor()
    await review()
    await press(owner.getByRole('button', { name: 'Approve' }))
    // The panel stays open, so that the owner can undo the approval.
    await owner.getByText('Approved. You can undo this until we post it.').waitFor()
    await owner.keyboard.press('Escape')
    const row = owner.getByRole('region', { name: 'Approved & Yet to launch' })
    await row.getByRole('heading', { name: title }).waitFor()
    await inbox(admin.email, new RegExp(`approved by .*${title}`, 'i'))
  })

  await step('on the posting date the admin launches it, and the owner finds it in the launched reports', async () => {
    await adminPage.keyboard.press('Escape')
    // The posting date is in the future, so the clock of the admin's browser is set to the posting date.
    await adminPage.clock.setFixedTime(new Date(`${target}T17:00:00Z`))
    await tabTo(adminPage.getByRole('tab', { selected: true }))
    await adminPage.keyboard.press('End')
    // Each press selects the tab to the left.
    const launchTab = adminPage.getByRole('tab', { name: /^Wait for Launch/ })
    const tabs = await adminPage.getByRole('tab').count()
    for (let presses = 0; presses < tabs && !(await isFocused(launchTab)); presses++) await adminPage.keyboard.press('ArrowLeft')
    const task = adminPage.locator('article', { hasText: title })
    await task.getByText('Today').first().waitFor()
    await showOwnTask('Wait for Launch')
    await press(task.getByRole('link', { name: title }))
    await typeIn(adminPage.getByLabel('Admin Post Comment'), 'Live since nine.')
    await press(adminPage.getByRole('button', { name: 'Launch', exact: true }))
    await adminPage.getByRole('button', { name: 'Launched' }).waitFor()
    await inbox(email, new RegExp(`posted: ${title}`, 'i'))

    await press(owner.getByRole('button', { name: 'Launched Reports' }))
    const reports = owner.getByRole('dialog', { name: 'Posted Tasks' })
    await press(reports.locator('article', { hasText: title }).getByRole('button', { name: 'Preview' }))
    await owner.getByText('Live since nine.').waitFor()
  })
})

/** Chooses one email per task, so that the test need not wait for digests. The arrow keys move between the choices. */
async function chooseEmailsAtOnce(): Promise<void> {
  await press(adminPage.getByRole('button', { name: 'Account' }))
  // The arrow keys move between the items of the menu. The Tab key closes it.
  await expect.poll(() => isFocused(adminPage.getByRole('menuitem', { name: 'Admins' }))).toBe(true)
  await adminPage.keyboard.press('ArrowDown')
  await press(adminPage.getByRole('menuitem', { name: 'Task emails' }))
  const panel = adminPage.getByRole('dialog', { name: 'Task emails' })
  await tabTo(panel.getByRole('radio', { checked: true }))
  const atOnce = panel.getByRole('radio', { name: /^At once/ })
  for (let presses = 0; presses < taskEmailFrequencies.length && !(await atOnce.isChecked()); presses++)
    await adminPage.keyboard.press('ArrowUp')
  await press(panel.getByRole('button', { name: 'Save' }))
  await panel.waitFor({ state: 'hidden' })
}

/** Searches for this test's company in a tab, because other tests add tasks to the same list. */
async function showOwnTask(tab: string): Promise<void> {
  const panel = adminPage.getByRole('tabpanel', { name: tab })
  await typeIn(panel.getByRole('searchbox'), mark)
  await expect.poll(() => panel.getByRole('article').count()).toBe(1)
}

async function upload(): Promise<void> {
  await press(adminPage.getByRole('link', { name: title }).first())
  const panel = adminPage.getByRole('dialog', { name: title })
  await chooseFile(panel.locator('input[type=file]'), picture())
  await press(panel.getByRole('button', { name: 'Upload', exact: true }))
  await adminPage.getByText('Task image uploaded successfully').first().waitFor()
}

async function review(): Promise<void> {
  await press(owner.locator('article', { hasText: title }).getByRole('button', { name: 'View' }))
  // Approve ignores keys until the preview is shown.
  await owner
    .getByRole('dialog', { name: title })
    .getByText(/^Version \d$/)
    .first()
    .waitFor()
}
