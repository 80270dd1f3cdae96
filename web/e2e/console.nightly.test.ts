import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sharedChromium } from '../../deploy/tests/support/chromium.ts'
import { assignTask } from '../../deploy/tests/support/client.ts'
import { giveSheet } from './company-sheet.ts'
import { adminSession, ownerWithCompany } from './people.ts'

const TITLE = 'A task that goes'
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
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let admin: Awaited<ReturnType<typeof adminSession>>

beforeAll(async () => {
  browser = await sharedChromium()
  ;[owner, admin] = await Promise.all([ownerWithCompany(`Console ${crypto.randomUUID()}`), adminSession()])
  await assignTask(owner.send, owner.token, owner.company._id, TITLE)
  await giveSheet(owner.send, admin.token, owner.company._id, inject('sheetsUrl'), people)
})
afterAll(() => browser?.close())

/** Opens a page without injected test scripts, and records the errors and warnings of the browser. */
async function openWatched(path: string, { key, token }: { key: string; token: string }) {
  const origin = inject('productUrl')
  const storageState = { cookies: [], origins: [{ origin, localStorage: [{ name: key, value: token }] }] }
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', storageState })
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('response', (response) => response.status() >= 400 && complaints.push(`${response.status()}: ${response.url()}`))
  await page.goto(origin + path)
  return { page, complaints }
}

const card = (page: Page) => page.locator('article', { hasText: TITLE })

it('removing a task causes no failed request, on the owner’s and the admin’s screen', async () => {
  const search = encodeURIComponent(owner.company.companyName)
  const screens = await Promise.all([
    openWatched('/management', owner.session),
    openWatched('/management', owner.session),
    openWatched(`/admin/dashboard?tab=tasks&q=${search}`, admin),
    openWatched(`/admin/dashboard?tab=total&q=${search}`, admin),
  ])
  for (const { page } of screens) await card(page).waitFor()
  const [{ page }] = screens
  await card(page).getByRole('button', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Remove Task' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const screen of screens) await card(screen.page).waitFor({ state: 'detached' })
  // When the next task is visible, the page has handled the event of the removal and sent all requests that the removal causes.
  await assignTask(owner.send, owner.token, owner.company._id, 'The next task')
  for (const screen of screens) await screen.page.getByText('The next task').first().waitFor()
  expect(screens.map(({ complaints }) => complaints)).toEqual([[], [], [], []])
  await Promise.all(screens.map((screen) => screen.page.close()))
})

it('the preview of an email causes no console message and runs no script', async () => {
  const { page, complaints } = await openWatched('/management?section=2&show=new', owner.session)
  await page.getByLabel('Campaign Name').fill('Preview')
  await page.getByLabel('Campaign Category').selectOption('Special Event')
  await page.getByRole('button', { name: 'Add Details' }).click()
  await page.getByLabel('Email Subject').fill('Hello')
  await page.getByLabel('Body Content').fill('Hello {{First Name|there}}, come by at https://example.com/ <script>alert(1)</script>')
  const mail = page.frameLocator('iframe[title="Email preview"]')
  await mail.getByText('Hello Ada, come by at').waitFor()
  await mail.getByRole('link', { name: 'example.com/' }).click()
  await mail.getByText('Hello Ada, come by at').waitFor()
  await page.getByLabel('Body Content').fill('Another body.')
  await mail.getByText('Another body.').waitFor()
  await page.getByText('Phone', { exact: true }).click()
  await mail.getByText('Another body.').waitFor()
  expect(complaints).toEqual([])
  await page.close()
})
