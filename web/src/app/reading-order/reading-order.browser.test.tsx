import { countAudience } from '@app/contracts/http/customers.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { answer, reply } from '../../testing/api.ts'
import { boardOf } from '../../testing/board.ts'
import { campaignOf, dispatchOf, stepOf } from '../../testing/campaign-data.ts'
import { audienceOf, ownerWithCampaigns } from '../../testing/campaigns.ts'
import { company, ownerWith, taskOf } from '../../testing/fixtures.ts'
import { openApp, signInAs } from '../../testing/open.tsx'
// These modules are imported here, so that loading them does not count toward the timeouts of a test.
import '../../features/admin/AdminDashboardPage.tsx'
import '../../features/auth/LoginPage.tsx'
import '../../features/digital-content/checklist/Checklist.tsx'

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
    {
      feedback: 'Too small.',
      clientSuggestImage: null,
      doneTaskImage: waiting.doneTaskImage,
      previewNo: 1,
      createdAt: '2026-11-30T12:00:00.000Z',
    },
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

it('the tasks of an owner', async () => {
  ownerWith(waiting, referredBack, approved)
  await openApp('/management')
  await heading('Oyster roast')
  await expectRead('management', WHOLE)
})

it.each([
  ['new-task', 'new', 'Add New Task'],
  ['review', 'task-5', 'Winter bread'],
])('the panels over the tasks: %s', async (name, show, title) => {
  ownerWith(waiting, referredBack, approved)
  await openApp(`/management?show=${show}`)
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
  await expectRead(name, PANEL)
})

it('the admin dashboard', async () => {
  signInAs.admin()
  boardOf({ company, tasks: [waiting, referredBack, approved] })
  await openApp('/admin/dashboard?tab=tasks')
  await heading('Bakery')
  await expectRead('admin-dashboard', WHOLE)
})

it('the campaigns with the form for a new one', async () => {
  const dispatches = [
    dispatchOf({ state: 'sending', audience: 300, counts: { queued: 90, accepted: 206, failed: 4 } }),
    dispatchOf({ _id: 'dispatch-2', stepId: 'step-Final', date: '2026-12-09', sendsAt: '2026-12-09T14:00:00.000Z' }),
  ]
  const steps = [stepOf({ isSent: true }), stepOf({ type: 'Final', date: '2026-12-09' })]
  ownerWithCampaigns(() => [campaignOf({ steps, dispatches })])
  answer(countAudience, () => reply(countAudience, audienceOf()))
  await openApp('/management?section=2&show=new')
  await heading('Oyster roast')
  await page.getByLabelText(/^Campaign Category/).selectOptions('Special Event')
  await expect.element(page.getByText(/^214 people/)).toBeVisible()
  await expectRead('campaigns', 'main')
})
