import { type CampaignDetail, getCampaign, listAllCampaigns, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { countAudience } from '@app/contracts/http/customers.ts'
import { listRecipients } from '@app/contracts/http/dispatches.ts'
import { previewMail } from '@app/contracts/http/mails.ts'
import { type CameBack, getCameBack } from '@app/contracts/http/reports.ts'
import { listSuppressions, type Suppression } from '@app/contracts/http/suppressions.ts'
import type { Page } from 'playwright-core'
import { campaignOf, dispatchOf, recipientOf, stepOf } from '../src/testing/campaign-data.ts'
import { dialog, heading, type Screen } from './screen.ts'

const section = (more = '') => `/management?section=2${more}`
const steps = [
  stepOf({ isSent: true }),
  stepOf({ type: '1st Follow Up', date: '2026-12-09', subject: 'Still two tables left' }),
  stepOf({ type: 'Thank You Notes', date: '2026-12-14', subject: 'Thank you' }),
]
const skipped = { lost: 2, otherStage: 0, notSubscribed: 12, noAddress: 3, duplicate: 1 }
const counts = { queued: 86, accepted: 205, failed: 4, suppressed: 4, unknown: 1, bounced: 3, unsubscribed: 2 }
const under = dispatchOf({ state: 'sending', audience: 300, skipped, asOf: '2026-12-07T14:00:04.000Z', counts })
const toCome = [
  dispatchOf({ _id: 'dispatch-2', stepId: 'step-1st-Follow-Up', date: '2026-12-09', sendsAt: '2026-12-09T14:00:00.000Z' }),
  dispatchOf({ _id: 'dispatch-3', stepId: 'step-Thank-You-Notes', date: '2026-12-14', sendsAt: '2026-12-14T14:00:00.000Z' }),
]
const roast = campaignOf({ name: 'Oyster roast on the dock', steps, dispatches: [under, ...toCome] })

const names = ['Winter bread', 'Spring menu for everybody who was here last year and liked the soup', 'Summer hours', 'Harvest supper']
const states = ['paused', 'done', 'cancelled', 'active'] as const
const campaigns = [roast, ...names.map((name, at) => campaignOf({ _id: `campaign-${at + 2}`, name, state: states[at] }))]

const troubled: CampaignDetail = {
  ...roast,
  state: 'paused',
  suspension: { scope: 'company', reason: 'Too many people called your mails spam. Please call us.', since: '2026-12-08T12:00:00.000Z' },
  dispatches: [
    { ...under, state: 'done', finishedAt: '2026-12-07T14:09:00.000Z', counts: { ...under.counts, queued: 0, accepted: 291 } },
    ...toCome
      .slice(0, 1)
      .map((dispatch) => ({ ...dispatch, state: 'missed' as const, reason: 'The spreadsheet could not be read on that day.' })),
    ...toCome.slice(1).map((dispatch) => ({
      ...dispatch,
      state: 'held' as const,
      reason: 'The company has no postal address. Add it to the company profile.',
    })),
  ],
}

const suspensions = [{ ...troubled.suspension, id: 'company-1', name: 'Bakery' }]

const people = [
  recipientOf({ name: 'Ada Whitlock', email: 'ada.whitlock@shop.example' }),
  recipientOf({
    _id: 'person-2',
    name: '',
    email: 'a-rather-long-address-of-somebody@department.university.example',
    state: 'unknown',
    reason: 'The mail left, and no answer came.',
  }),
  recipientOf({
    _id: 'person-3',
    name: 'Cal Orr',
    email: 'cal@shop.example',
    state: 'failed',
    reason: 'Their mailbox is full.',
    maybeTwice: true,
  }),
  recipientOf({
    _id: 'person-4',
    name: 'Dee Fox',
    email: 'dee@shop.example',
    unsubscribedAt: '2026-12-07T15:00:00.000Z',
    bouncedAt: '2026-12-07T15:00:00.000Z',
  }),
  recipientOf({
    _id: 'person-5',
    name: 'Eve Lane',
    email: 'eve@shop.example',
    state: 'suppressed',
    reason: 'Unsubscribed.',
    settledAt: null,
  }),
]

const suppressions: Suppression[] = (['unsubscribed', 'complained', 'bounced', 'refused'] as const).map((reason, at) => ({
  _id: `suppression-${at}`,
  email: `${reason}@shop.example`,
  reason,
  createdAt: '2026-12-07T15:00:00.000Z',
}))

const cameBack: CameBack = {
  by: 'hour',
  slots: Array.from({ length: 40 }, (_, hour) => ({
    at: new Date(Date.parse('2026-12-07T14:00:00Z') + hour * 3_600_000).toISOString(),
    bounced: Math.floor(9 / (hour + 1)),
    unsubscribed: hour % 5 === 0 ? Math.ceil(6 / (hour + 1)) : 0,
    complained: hour === 11 ? 1 : 0,
  })),
}

const mail = `<!doctype html><html><head><style>body { margin: 0; background: #ffffff; color: #1b2420; font: 16px/24px Arial } @media (prefers-color-scheme: dark) { body { background: #14161a; color: #eef1ec } }</style></head><body><div style="padding: 24px"><p>Hello Ada,</p><p>we shuck at six. <a href="https://shop.example">Book a table</a></p><p style="font-size: 12px">Bakery, 1 Dock Street · You get this because you are a customer. · <a href="https://shop.example">Unsubscribe</a></p></div></body></html>`

const patternOf = (url: string) => `**/api${url.replace(/:\w+/g, '*')}*`

async function answer(page: Page, { all = campaigns, one = roast } = {}): Promise<void> {
  const audience = { count: 214, customers: 180, leads: 34, skipped, sample: [], asOf: '2026-12-01T12:00:00.000Z', stale: false }
  const findings = [{ code: 'dead-link', severity: 'warning', message: 'https://shop.example does not open. Check the web address.' }]
  const preview = {
    from: 'Bakery <bakery@mail.example>',
    replyTo: 'owner@shop.example',
    subject: 'Oysters on Friday',
    html: mail,
    text: '',
    findings,
  }
  const answers = [
    [getCampaign.url, one],
    [
      listAllCampaigns.url,
      { data: all.map((campaign) => ({ ...campaign, companyName: 'Bakery', suspension: troubled.suspension })), suspensions },
    ],
    [listCampaigns.url, all],
    [getCameBack.url, cameBack],
    [listRecipients.url, people],
    [listSuppressions.url, suppressions],
    [countAudience.url, audience],
    [previewMail.url, preview],
  ] as const
  for (const [url, json] of answers) await page.route(patternOf(url), (route) => route.fulfill({ json }))
}

const answerTroubled = (page: Page) => answer(page, { one: troubled })

/** Fills in the form for a campaign of the category Special Event, and submits the form with an incomplete step. */
async function enter(page: Page): Promise<void> {
  await page.getByLabel('Campaign Name').fill('Oyster roast on the dock')
  await page.getByLabel('Campaign Category').selectOption('Special Event')
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('button', { name: 'Submit Campaign' }).click()
  await page.getByText('Step 1 incomplete.').first().waitFor()
}

async function describe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Details' }).first().click()
  await page.getByLabel('Email Subject').fill('Oysters on Friday')
  await page.getByLabel('Body Content').fill('Hello {{First Name|there}},\n\nwe shuck at six. https://shop.example')
  await page.getByText(/does not open/).scrollIntoViewIfNeeded()
}

export const campaignScreens: Screen[] = [
  { name: 'campaigns', path: () => section(), as: 'owner', answer, shown: heading('Harvest supper') },
  { name: 'create-campaign', path: () => section('&show=new'), as: 'owner', answer, shown: enter },
  { name: 'campaign-step', path: () => section('&show=new'), as: 'owner', answer, shown: describe },
  { name: 'campaign', path: () => section('&open=campaign-1'), as: 'owner', answer, shown: heading('Oyster roast on the dock') },
  { name: 'admin-campaigns', path: () => '/admin/dashboard?tab=campaigns', as: 'admin', answer, shown: heading('Harvest supper') },
]

export const campaignStates: Screen[] = [
  {
    name: 'campaign-test-unconfirmed',
    path: () => section('&show=new'),
    as: 'owner',
    answer: async (page) => {
      await answer(page)
      const json = { code: 'email-not-verified', message: 'Confirm your email address first. We sent you a link.' }
      await page.route('**/api/campaign/test', (route) => route.fulfill({ status: 403, json, contentType: 'application/problem+json' }))
    },
    shown: async (page) => {
      await describe(page)
      await page.getByRole('button', { name: 'Send a test to me' }).click()
      await page.getByRole('button', { name: 'Send the email again' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'campaigns-empty',
    path: () => section(),
    as: 'beginner',
    answer: (page) => answer(page, { all: [] }),
    shown: (page) => page.getByText(/^No campaigns yet/).waitFor(),
  },
  {
    name: 'campaign-troubled',
    path: () => section('&open=campaign-1'),
    as: 'owner',
    answer: answerTroubled,
    // The window is high, because axe reports buttons that are partly behind the top bar after scrolling.
    shown: async (page) => {
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2_000 })
      await page.getByRole('region', { name: 'Report' }).waitFor()
    },
  },
  {
    name: 'admin-campaign',
    path: () => '/admin/dashboard?tab=campaigns&campaign=campaign-1',
    as: 'admin',
    answer: answerTroubled,
    shown: (page) => page.getByRole('table', { name: 'Results of each email' }).waitFor(),
  },
  {
    name: 'campaign-people',
    path: () => section('&open=campaign-1&people=dispatch-1'),
    as: 'owner',
    answer,
    shown: dialog(() => 'Recipients'),
  },
  {
    name: 'campaign-recipient',
    path: () => section('&open=campaign-1&people=dispatch-1&recipient=person-2'),
    as: 'owner',
    answer,
    shown: (page) => page.getByRole('dialog').getByText('The mail left, and no answer came.').last().waitFor(),
  },
  {
    name: 'campaign-edit-step',
    path: () => section('&open=campaign-1&edit=step-1st-Follow-Up'),
    as: 'owner',
    answer,
    shown: dialog(() => 'Change 1st Follow Up'),
  },
  {
    name: 'campaign-suppressed',
    path: () => section('&show=suppressed'),
    as: 'owner',
    answer,
    shown: dialog(() => 'Unsubscribed and blocked addresses'),
  },
]
