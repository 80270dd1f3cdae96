import { countAudience } from '@app/contracts/http/customers.ts'
import { listInterests } from '@app/contracts/http/notifications.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { boardOf } from '../../testing/board.ts'
import { campaignOf, dispatchOf, stepOf } from '../../testing/campaign-data.ts'
import { audienceOf, ownerWithCampaigns } from '../../testing/campaigns.ts'
import { customerOf, listOf, ownerWithCustomers, writeOf } from '../../testing/customers.ts'
import { company, documentOf, ownerWith, ownerWithDocuments, taskOf } from '../../testing/fixtures.ts'
import { newCompany, openNewCompany, passBusinessStep } from '../../testing/new-company.ts'
import { openApp, signInAs } from '../../testing/open.tsx'
// These modules are imported here, so that loading them does not count toward the timeouts of a test.
import '../../features/admin/AdminDashboardPage.tsx'
import '../../features/admin/task/TaskPanel.tsx'
import '../../features/auth/LoginPage.tsx'
import '../../features/coming-soon/Invoice.tsx'
import '../../features/company/CompanyProfile.tsx'
import '../../features/company/edit/EditProfile.tsx'
import '../../features/company/sheet/BrandSheet.tsx'
import '../../features/digital-content/checklist/Checklist.tsx'
import '../../features/documents/Documents.tsx'
import '../../features/documents/components/DocumentDetail.tsx'
import '../../features/documents/upload/UploadDocument.tsx'

/** The YAML files in this folder, by their paths. */
const files = import.meta.glob<string>('./*.yaml', { query: '?raw', import: 'default', eager: true })
/** Time in which a screen must become complete. Without this limit, an update of the files would wait 30 s for each changed screen. */
const COMPLETE_WITHIN_MS = 10_000

/** Compares the accessibility tree of a screen with a YAML file in this folder. Waits until the screen is complete. */
async function expectRead(name: string, selector: string): Promise<void> {
  const path = `./${name}.yaml`
  let read = await readScreen(selector)
  const end = performance.now() + COMPLETE_WITHIN_MS
  while (read !== files[path] && performance.now() < end) read = await readScreen(selector)
  await expect(read).toMatchFileSnapshot(path)
}

/** Returns the accessibility tree of a screen as YAML, without the parts that change. */
async function readScreen(selector: string): Promise<string> {
  const read = await commands.readingOrder(selector)
  const stable = read
    // The empty region for toasts appears only after the first click.
    .replace(/\n *- region "Notifications.*"/, '')
    // The version changes with each release.
    .replace(/Version \d[\d.]*/, 'Version …')
    // The entries of the sidebar are checked in ManagementRoute.browser.test.tsx.
    .replace(/^(- navigation "Sections"):\n(?: .*\n)+/m, '$1\n')
  return `${stable}\n`
}

const WHOLE = '#root, body > div:has(main)'
const PANEL = 'dialog'

const waiting = taskOf({ headline: 'Warm from the oven', calltoaction: 'Stop by' })
const referredBack = taskOf({
  taskId: 6,
  title: 'Opening hours',
  currentStatus: 'Roll Back',
  rollbackFeedback: [
    { feedback: 'Too small.', clientSuggestImage: null, doneTaskImage: waiting.doneTaskImage, createdAt: '2026-11-30T12:00:00.000Z' },
  ],
})
const approved = taskOf({ taskId: 7, title: 'Oyster roast', currentStatus: 'Approved' })

// The screens show relative dates, so the date is fixed.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const heading = (name: string) => expect.element(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()

it('the sign-in page', async () => {
  await openApp('/login')
  await heading('Login')
  await expectRead('login', 'main')
})

it('the form for a new company', async () => {
  await openNewCompany()
  await expect.element(newCompany.name).toBeVisible()
  await expectRead('new-company', 'main')
  await passBusinessStep()
  await newCompany.details.click()
  await expectRead('new-company-contact', 'main')
  await newCompany.phone.fill('8035550144')
  await newCompany.next.click()
  await newCompany.details.click()
  await expectRead('new-company-brand', 'main')
})

it('the tasks of an owner', async () => {
  ownerWith(waiting, referredBack, approved)
  await openApp('/management')
  await heading('Oyster roast')
  await expectRead('management', WHOLE)
})

it('the page of an announced feature', async () => {
  ownerWith()
  answer(listInterests, () => reply(listInterests, { features: ['invoice'] }))
  await openApp('/management?section=7')
  await expect.element(page.getByText('We’ll notify you.')).toBeVisible()
  await expectRead('coming-soon', 'main')
})

it('the company profile, and the form that edits it', async () => {
  ownerWith()
  await openApp('/management?section=4')
  await heading('Identity')
  await expectRead('company-profile', 'main')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('textbox', { name: 'City' }).fill('Beaufort')
  await expectRead('company-profile-edit', 'main')
})

it.each([
  ['new-task', 'new', 'Add New Task'],
  ['review', 'task-5', 'Winter bread'],
  ['review-referred-back', 'task-6', 'Opening hours'],
  ['approved', 'task-7', 'Oyster roast'],
])('the panels over the tasks: %s', async (name, show, title) => {
  ownerWith(waiting, referredBack, approved)
  await openApp(`/management?show=${show}`)
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
  await expectRead(name, PANEL)
})

it('the feedback form of a preview', async () => {
  ownerWith(waiting)
  await openApp('/management?show=task-5')
  await page.getByRole('button', { name: 'Refer Back' }).click()
  await heading('What should be different?')
  await expectRead('refer-back', PANEL)
})

it('the documents of an owner, a document, and the upload form', async () => {
  const guide = documentOf({ DocId: 13, title: 'How we greet', DocViewer: true, documentType: 'word', fileName: 'greet.docx' })
  ownerWithDocuments([
    guide,
    documentOf({ description: 'For the counter.', note: 'Protected by a password.', openedAt: '2026-12-01T12:00:00Z' }),
  ])
  const screen = await openApp('/management?section=3')
  await heading('How we greet')
  await expectRead('documents', 'main')
  await screen.unmount()
  const detail = await openApp('/management?section=3&show=document-12')
  await expect.element(page.getByRole('dialog', { name: 'Spring menu' })).toBeVisible()
  await expectRead('document', PANEL)
  await detail.unmount()
  await openApp('/management?section=3&show=new')
  await expect.element(page.getByRole('dialog', { name: 'Upload Document' })).toBeVisible()
  await expectRead('upload-document', PANEL)
})

it('the admin dashboard, and a task in it', async () => {
  signInAs.admin()
  boardOf({ company, tasks: [waiting, referredBack, approved] })
  const { unmount } = await openApp('/admin/dashboard')
  await heading('Bakery')
  await expectRead('admin-dashboard', WHOLE)
  await unmount()
  await openApp('/admin/dashboard?tab=refer-back&task=6')
  const panel = page.getByRole('dialog', { name: 'Opening hours' })
  await expect.element(panel.getByRole('status')).toHaveTextContent('Opening hours, 1 of 1')
  await expectRead('admin-task', PANEL)
})

it('the customers, and a customer', async () => {
  ownerWithCustomers(() =>
    listOf([customerOf(), customerOf({ row: 3, 'First Name': 'Bea', 'Last Name': 'Orr', 'Email id': '', Stage: 'Customer' })], {
      asOf: new Date(2026, 10, 30, 9, 2).toISOString(),
      writes: [writeOf({ values: { 'Mobile No': '1' } })],
    }),
  )
  await openApp('/management?section=1')
  await heading('Customer Engagement')
  await expect.element(page.getByRole('table')).toBeVisible()
  await expectRead('customers', WHOLE)
  await page.getByRole('link', { name: 'Bea Orr', exact: true }).click()
  await heading('Customer Details')
  await expectRead('customer', PANEL)
})

it('the campaigns with the form for a new one, and a campaign', async () => {
  const dispatches = [
    dispatchOf({ state: 'sending', audience: 300, counts: { queued: 90, accepted: 206, failed: 4 } }),
    dispatchOf({ _id: 'dispatch-2', stepId: 'step-Final', date: '2026-12-09', sendsAt: '2026-12-09T14:00:00.000Z' }),
  ]
  const steps = [stepOf({ isSent: true }), stepOf({ type: 'Final', date: '2026-12-09' })]
  ownerWithCampaigns(() => [campaignOf({ steps, dispatches })])
  answer(countAudience, () => reply(countAudience, audienceOf()))
  const { unmount } = await openApp('/management?section=2&show=new')
  await heading('Oyster roast')
  await page.getByLabelText(/^Campaign Category/).selectOptions('Special Event')
  await expect.element(page.getByText(/^214 people/)).toBeVisible()
  await expectRead('campaigns', 'main')
  await unmount()
  await openApp('/management?section=2&open=campaign-1')
  await heading('Report')
  await expectRead('campaign', 'main')
})
