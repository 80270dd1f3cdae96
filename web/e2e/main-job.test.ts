import { png } from '@app/chassis/testing/pictures.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { admin } from '../../deploy/test/product.ts'
import { mailTo, PASSWORD } from '../../deploy/test/system/client.ts'
import { launchChromium } from './chromium.ts'
import { visit } from './people.ts'

const email = `olive-${crypto.randomUUID()}@example.com`
const title = `Winter blend ${crypto.randomUUID().slice(0, 6)}`
const today = todayIn(DEFAULT_TIMEZONE)
const submission = addDays(today, 2)
const target = addDays(today, 6)

const picture = () => ({ name: 'preview.png', mimeType: 'image/png', buffer: png() })
const inbox = (to: string, subject: RegExp) => mailTo(inject('inboxUrl'), to, subject)

let browser: Browser
let owner: Page
let adminPage: Page

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** Each step goes on where the last one ended: two people, two browsers, one task. */
describe('the main job, by two people at once', { timeout: 60_000 }, () => {
  it('the owner signs up, signs in and creates the company', async () => {
    owner = await visit(browser)
    await owner.getByRole('button', { name: 'Create an account' }).click()
    const form = owner.locator('form', { has: owner.getByRole('heading', { name: 'Create account' }) })
    await form.getByLabel('Username').fill('Olive Owner')
    await form.getByLabel('Email').fill(email)
    await form.locator('input[type=password]').fill(PASSWORD)
    await form.getByRole('button', { name: 'Sign Up' }).click()
    await owner.getByText('Account created successfully!').waitFor()
    await inbox(email, /welcome/i)

    const login = owner.locator('form', { has: owner.getByRole('heading', { name: 'Login' }) })
    await login.getByLabel('Email').fill(email)
    await login.locator('input[type=password]').fill(PASSWORD)
    await login.getByRole('button', { name: 'Login' }).click()
    await owner.waitForURL('**/new-company')

    await owner.getByLabel('Company name').fill('Harbor & Pine Coffee')
    await owner.getByLabel('Industry').fill('Coffee')
    await owner.getByLabel('Company email').fill('hello@harborpine.example')
    await owner.getByLabel('Phone').fill('8035550100')
    await owner.getByLabel('Company logo').setInputFiles(picture())
    await owner.getByRole('button', { name: /create/i }).click()
    await owner.getByText('Company profile created successfully!').waitFor()
    await owner.waitForURL('**/management')
  })

  it('the owner assigns a task and the admin, who has the dashboard open, sees it come', async () => {
    adminPage = await visit(browser, { path: '/admin/login' })
    await adminPage.getByLabel('Email').fill(admin.email)
    await adminPage.locator('input[type=password]').fill(admin.password)
    await adminPage.getByRole('button', { name: 'Login' }).click()
    await adminPage.waitForURL('**/admin/dashboard')
    await adminPage.getByRole('tab', { name: /^Companies/ }).waitFor()

    await owner.getByRole('button', { name: '+ Assign New Task' }).click()
    const panel = owner.getByRole('dialog', { name: 'Add New Task' })
    await panel.getByLabel('Title').fill(title)
    await panel.getByLabel('Main Headline').fill('The winter blend is here')
    await panel.getByLabel('Submission for review').fill(submission)
    await panel.getByLabel('Target posting').fill(target)
    await panel.getByText('Instagram').click()
    await panel.getByRole('button', { name: 'Submit' }).click()
    await panel.getByRole('button', { name: 'Submitted' }).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await owner.getByRole('heading', { name: title }).waitFor()

    await adminPage.getByText(title).first().waitFor()
    await inbox(admin.email, new RegExp(title))
  })

  it('the admin delivers a preview, which comes up on the owner’s open screen', async () => {
    await upload()
    await inbox(email, new RegExp(`ready for your review: ${title}`, 'i'))
    await owner.locator('article', { hasText: title }).locator('img').first().waitFor()
  })

  it('the owner refers it back with feedback, and the admin sees the words', async () => {
    await review()
    await owner.getByRole('button', { name: 'Refer Back' }).click()
    await owner.getByRole('button', { name: 'Send Feedback' }).click()
    await owner.getByText('Please provide feedback before rolling back').first().waitFor()
    await owner.getByLabel('Feedback').fill('The headline is too small to read on a phone.')
    await owner.getByRole('button', { name: 'Send Feedback' }).click()
    await owner.locator('article', { hasText: title }).getByText('Roll Back').waitFor()
    expect((await inbox(admin.email, new RegExp(`referred back by .*${title}`, 'i'))).text).toContain('too small to read')
    await adminPage.getByText('The headline is too small to read on a phone.').first().waitFor()

    await review()
    expect(await owner.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await owner.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click()
  })

  it('a new preview arrives and the owner approves it', async () => {
    await adminPage.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click()
    await upload()
    await owner.locator('article', { hasText: title }).getByText('Pending').waitFor()
    await review()
    await owner.getByRole('button', { name: 'Approve' }).click()
    const row = owner.getByRole('region', { name: 'Approved & Yet to launch' })
    await row.getByRole('heading', { name: title }).waitFor()
    await inbox(admin.email, new RegExp(`approved by .*${title}`, 'i'))
  })

  it('on its day the admin launches it, and the owner finds it among the launched reports', async () => {
    await adminPage.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click()
    // The posting date is days away: the admin's clock, and nothing else, is put forward to it.
    await adminPage.clock.setFixedTime(new Date(`${target}T17:00:00Z`))
    await adminPage.getByRole('tab', { name: 'Wait for Launch' }).click()
    const task = adminPage.locator('article', { hasText: title })
    await task.getByText('Today').first().waitFor()
    await task.getByRole('link', { name: title }).click()
    await adminPage.getByLabel('Admin Post Comment').fill('Live since nine.')
    await adminPage.getByRole('button', { name: 'Launch', exact: true }).click()
    await adminPage.getByRole('button', { name: 'Launched' }).waitFor()
    await inbox(email, new RegExp(`posted: ${title}`, 'i'))

    await owner.getByRole('button', { name: 'Launched Reports' }).click()
    const reports = owner.getByRole('dialog', { name: 'Posted Tasks' })
    await reports.locator('article', { hasText: title }).getByRole('button', { name: 'Preview' }).click()
    await owner.getByText('Live since nine.').waitFor()
  })
})

async function upload(): Promise<void> {
  await adminPage.getByRole('link', { name: title }).first().click()
  const panel = adminPage.getByRole('dialog', { name: title })
  await panel.locator('input[type=file]').setInputFiles(picture())
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
  await adminPage.getByText('Task image uploaded successfully').first().waitFor()
}

async function review(): Promise<void> {
  await owner.locator('article', { hasText: title }).getByRole('button', { name: 'View' }).click()
  await owner.getByRole('dialog', { name: title }).waitFor()
}
