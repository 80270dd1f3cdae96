import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { giveSheet } from './company-sheet.ts'
import { adminSession, ownerWithCompany, visit } from './people.ts'
import { step } from './step.ts'
import { toastSaid } from './toasts.ts'

const SECTION = '/management?section=2'
const name = 'Oyster roast on the dock'
const today = todayIn(DEFAULT_TIMEZONE)
const shells = {
  name: 'shells.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="teal"/></svg>'),
}

const people = [
  {
    'First Name': 'Ada',
    'Last Name': 'Whitlock',
    'Email id': 'ada@shop.example',
    Stage: 'Customer',
    'Email Subscription': 'Yes',
    leadDaysAgo: 9,
  },
]

let browser: Browser
let owner: Page
let session: Awaited<ReturnType<typeof ownerWithCompany>>['session']

beforeAll(async () => {
  browser = await sharedChromium()
  const address = { address1: '12 Dock Street', city: 'Beaufort', state: 'SC', zip: '29902' }
  const [made, admin] = await Promise.all([ownerWithCompany(undefined, address), adminSession()])
  session = made.session
  await giveSheet(made.send, admin.token, made.company._id, inject('sheetsUrl'), people)
  owner = await visit(browser, { path: SECTION, as: session })
})
afterAll(() => browser?.close())

const steps = () => owner.getByRole('group', { name: 'Steps' }).getByRole('listitem')
const button = (name: string) => owner.getByRole('button', { name, exact: true })

async function describeStep(at: number, subject: string, body: string): Promise<void> {
  await steps().nth(at).getByRole('button', { name: 'Add Details' }).click()
  await owner.getByLabel('Email Subject').fill(subject)
  await owner.getByLabel('Body Content').fill(body)
}

it('a campaign, by its owner', async () => {
  await step('is created with two steps and an image, and is listed with its next dispatch', async () => {
    await owner.getByText('No campaigns yet – click above to create your first campaign!').waitFor()
    await button('Create Campaign').click()
    await owner.getByLabel('Campaign Name').fill(name)
    await owner.getByLabel('Campaign Category').selectOption('Special Event')
    await owner.getByText('1 person: 1 customer, 0 leads').waitFor()
    await owner.getByLabel('Set Date').fill(addDays(today, 3))
    await describeStep(0, 'Come by', 'Hello {{First Name|there}},\n\nwe shuck at six.')
    await owner.getByLabel('Attachment').setInputFiles(shells)
    const mail = owner.frameLocator('iframe[title="Email preview"]')
    await mail.getByText('Hello Ada,').waitFor()
    // Checks that the styles apply. A script sets them, because the content security policy blocks styles in the HTML.
    const styled = mail.locator('p[style]').first()
    await expect.poll(() => styled.evaluate((paragraph) => paragraph.style.length)).toBeGreaterThan(0)
    await button('Save').click()
    await button('Add a step').click()
    await steps().nth(1).getByLabel('Set Date').fill(addDays(today, 5))
    await describeStep(1, 'Last call', 'Tonight.')
    await button('Save').click()
    await button('Submit Campaign').click()
    await toastSaid(owner, 'Campaign created successfully!')
    await button('Create Campaign').waitFor()
    await owner.getByRole('link', { name }).click()
    await owner.getByRole('heading', { name, level: 1 }).waitFor()
    await owner.getByText(/^Next email: .*, 9:00 AM E[SD]T$/).waitFor()
  })

  await step('shows its SVG image, which runs no script, and changes the text and the image of a step', async () => {
    const section = owner.getByRole('region', { name: 'Steps' })
    await section.getByRole('button', { name: 'View' }).first().click()
    const picture = section.getByRole('img', { name: /^shells\./ })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
    await section.getByRole('button', { name: 'Change' }).nth(1).click()
    await owner.getByLabel('Email Subject').fill('Very last call')
    await owner.getByLabel('Attachment').setInputFiles(shells)
    await button('Save Changes').click()
    await owner.getByRole('dialog').waitFor({ state: 'detached' })
    await section.getByRole('button', { name: 'View' }).last().click()
    await section.getByText('Very last call').waitFor()
    await expect.poll(() => section.getByRole('img', { name: /^shells\./ }).count()).toBe(2)
  })

  await step('is suspended by an admin with a reason, which its owner sees, and resumed', async () => {
    const admin = await visit(browser, { path: '/admin/dashboard?tab=campaigns', as: await adminSession() })
    await admin.getByLabel('Search campaigns').fill(name)
    await admin
      .getByRole('link', { name: `View ${name}` })
      .first()
      .click()
    await admin.getByRole('button', { name: 'Suspend this campaign' }).click()
    await admin.getByLabel('Reason').fill('These words are not yours.')
    await admin.getByRole('button', { name: 'Suspend sending' }).click()
    await admin.getByRole('dialog', { name: `Suspend ${name}?` }).waitFor({ state: 'detached' })
    await owner.getByText(/^We have suspended this campaign. These words are not yours./).waitFor()
    await admin.keyboard.press('Escape')
    await admin.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Resume' }).click()
    await admin.getByRole('button', { name: 'Resume sending' }).click()
    await admin.getByRole('listitem').filter({ hasText: name }).getByText('Active', { exact: true }).waitFor()
    await owner.getByText(/^Next email/).waitFor()
  })

  await step('is paused, resumed and cancelled, and another window is updated', async () => {
    const other = await visit(browser, { path: SECTION, as: session })
    const card = other.getByRole('article').filter({ hasText: name })
    await card.getByText('Active', { exact: true }).waitFor()
    await button('Pause').click()
    await owner
      .getByRole('dialog')
      .getByText(/^2 emails are scheduled/)
      .waitFor()
    await owner.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await card.getByText('Paused').waitFor()
    await button('Resume').click()
    await button('Pause').waitFor()
    await button('Cancel campaign').click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click()
    await card.getByText('Canceled').waitFor()
  })
})
