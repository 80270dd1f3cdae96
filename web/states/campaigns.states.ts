import { proofreadStep } from '@app/contracts/http/campaign-proofreading.ts'
import { type CampaignDetail, getCampaign, listAllCampaigns } from '@app/contracts/http/campaigns.ts'
import { countAudience } from '@app/contracts/http/customers.ts'
import { listRecipients } from '@app/contracts/http/dispatches.ts'
import { previewMail, sendTestMail } from '@app/contracts/http/mails.ts'
import { getCameBack } from '@app/contracts/http/reports.ts'
import { listSuppressions } from '@app/contracts/http/suppressions.ts'
import { page } from 'vitest/browser'
import { boardOf } from '../src/testing/board.ts'
import { cameBackOf, campaignOf, dispatchOf, findingOf, recipientOf, stepOf } from '../src/testing/campaign-data.ts'
import { audienceOf, ownerWithCampaigns } from '../src/testing/campaigns.ts'
import { signInAs } from '../src/testing/open.tsx'
import { choose, enter, fail, press, type Step, see, seeDialog, seeHeading, seeRole, serve, visit } from './act.ts'
import { checkStates } from './check-states.ts'

const SECTION = '/management?section=2'
const at = '2026-12-07T15:00:00.000Z'
const steps = [
  stepOf({ isSent: true }),
  stepOf({ type: '1st Follow Up', date: '2026-12-09' }),
  stepOf({ type: 'Final', date: '2026-12-14' }),
]
const skipped = { lost: 2, otherStage: 0, notSubscribed: 12, noAddress: 3, duplicate: 1 }
const counts = { queued: 86, accepted: 205, failed: 4, suppressed: 4, unknown: 1, bounced: 3, unsubscribed: 2 }
const sending = dispatchOf({ state: 'sending', audience: 300, skipped, asOf: '2026-12-07T14:00:04.000Z', counts })
const missed = dispatchOf({
  _id: 'dispatch-2',
  stepId: 'step-1st-Follow-Up',
  state: 'missed',
  reason: 'The spreadsheet could not be read.',
})
const held = dispatchOf({ _id: 'dispatch-3', stepId: 'step-Final', state: 'held', reason: 'The company has no postal address.' })
const suspension = { scope: 'company', reason: 'Too many people called your mails spam. Please call us.', since: at } as const
const roast = campaignOf({ name: 'Oyster roast on the dock', steps, dispatches: [sending] })
const troubled: CampaignDetail = { ...roast, state: 'paused', suspension, dispatches: [sending, missed, held] }
const others = (['paused', 'done', 'cancelled'] as const).map((state, n) =>
  campaignOf({ _id: `campaign-${n + 2}`, name: `Spring menu for everybody who was here last year, ${n}`, state }),
)

const people = [
  recipientOf({ bouncedAt: at, unsubscribedAt: at }),
  recipientOf({
    _id: 'person-2',
    name: '',
    email: 'a-rather-long-address@department.university.example',
    state: 'unknown',
    reason: 'No answer came.',
  }),
  recipientOf({ _id: 'person-3', state: 'failed', reason: 'Their mailbox is full.', maybeTwice: true }),
  recipientOf({ _id: 'person-4', state: 'suppressed', reason: 'Unsubscribed.', settledAt: null }),
]
const findings = [
  { code: 'dead-link', severity: 'warning', message: 'https://shop.example does not open. Check the web address.' },
] as const

const mail = {
  from: 'Bakery',
  replyTo: 'ann@bakery.example',
  subject: 'Oysters on Friday',
  html: '<!doctype html><html lang="en"><title>Oysters</title><body><p>Hello Ann, we shuck at six.</p></body></html>',
  text: '',
  findings: [...findings],
}
const suppressions = (['unsubscribed', 'complained', 'bounced', 'refused'] as const).map((reason) => ({
  _id: reason,
  email: `${reason}@shop.example`,
  reason,
  createdAt: at,
}))

const open = (more: string, one = roast): Step[] => [
  () => ownerWithCampaigns(() => [one, ...others]),
  serve(getCameBack, cameBackOf({ opened: 121, clicked: 14 })),
  serve(listRecipients, people),
  serve(countAudience, audienceOf()),
  serve(previewMail, mail),
  serve(listSuppressions, suppressions),
  visit(SECTION + more),
]

const openStep: Step[] = [
  open('&show=new'),
  press('Add Details'),
  enter('Email Subject', 'Oysters on Friday'),
  enter('Body Content', 'Hello {{First Name|there}},\n\nwe shuck at six. https://shop.example'),
  see(/does not open/),
]

const openAsAdmin = (more = ''): Step[] => [
  () => signInAs.admin(),
  () => boardOf(),
  serve(getCampaign, troubled),
  serve(getCameBack, cameBackOf()),
  serve(listAllCampaigns, { data: [troubled, ...others], suspensions: [{ ...suspension, id: 'company-1', name: 'Bakery' }] }),
  visit(`/admin/dashboard?tab=campaigns${more}`),
]

checkStates('owner', {
  'campaigns-empty': [() => ownerWithCampaigns(() => []), visit(SECTION), see(/^No campaigns yet/)],
  'create-campaign-refused': [
    open('&show=new'),
    enter('Campaign Name', 'Oyster roast on the dock'),
    choose('Campaign Category', 'Special Event'),
    press('Add a step'),
    press('Submit Campaign'),
    see('Step 1 incomplete.'),
  ],
  'campaign-step': openStep,
  'create-campaign-findings': [
    open('&show=new'),
    serve(proofreadStep, {
      findings: [findingOf(), findingOf({ certainty: 'likely', message: 'The picture says “shuk”. Did you mean “shuck”?' })],
      isPictureUnchecked: false,
    }),
    choose('Campaign Category', 'Recurring'),
    press('Add Details'),
    enter('Email Subject', 'Oysters on Friday'),
    enter('Body Content', 'Hello, the oisters are back.'),
    press('Save'),
    see('1 thing to look at'),
  ],
  'campaign-test-unconfirmed': [
    openStep,
    fail(sendTestMail, 403, 'Confirm your email address first. We sent you a link.', { code: 'email-not-verified' }),
    press('Send a test to me'),
    seeRole('button', 'Send the email again'),
  ],
  'campaign-troubled': [open('&open=campaign-1', troubled), seeRole('region', 'Report')],
  'campaign-people': [open('&open=campaign-1&people=dispatch-1'), seeDialog('Recipients'), see('Ann Lee')],
  'campaign-recipient': [
    open('&open=campaign-1&people=dispatch-1&recipient=person-2'),
    see(page.getByRole('dialog').getByText('No answer came.').last()),
  ],
  'campaign-edit-step': [open('&open=campaign-1&edit=step-1st-Follow-Up'), seeDialog('Change 1st Follow Up')],
  'campaign-suppressed': [open('&show=suppressed'), seeDialog('Unsubscribed and blocked addresses')],
})

checkStates('admin', {
  'admin-campaigns': [openAsAdmin(), seeHeading('Oyster roast on the dock')],
  'admin-campaign': [openAsAdmin('&campaign=campaign-1'), seeRole('table', 'Results of each email')],
})
