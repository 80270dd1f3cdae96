import { HOSTILE, PORTAL, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { brand } from '@app/contracts/brand.ts'
import { expect, it } from 'vitest'
import type { MailedDispatch } from '../../src/mail/templates/campaign-facts.ts'
import { sendingDone } from '../../src/mail/templates/sending-done.ts'
import { sendingHeld } from '../../src/mail/templates/sending-held.ts'
import { sendingLate } from '../../src/mail/templates/sending-late.ts'
import { sendingMissed } from '../../src/mail/templates/sending-missed.ts'
import { sendingResumed } from '../../src/mail/templates/sending-resumed.ts'
import { sendingSuspended } from '../../src/mail/templates/sending-suspended.ts'

const dispatch: MailedDispatch = {
  campaignId: '0192f3a0-0000-7000-8000-000000000006',
  name: HOSTILE,
  stepType: '1st Follow Up',
  date: '2026-12-07',
}
const away = 'The spreadsheet did not answer in time.'
const CAMPAIGN = `/management?section=2&open=${dispatch.campaignId}`
const ofCampaign = { companyName: HOSTILE, scope: 'campaign' as const, campaign: { campaignId: dispatch.campaignId, name: HOSTILE } }
const ofCompany = { companyName: HOSTILE, scope: 'company' as const }

testTemplates({
  'sending late': {
    mail: sendingLate({ ...dispatch, reason: away, until: '2026-12-07T22:00:00.000Z' }, PORTAL, 'America/New_York'),
    subject: `Waiting for your spreadsheet: ${HOSTILE}`,
    both: ['1st Follow Up', 'Mon, Dec 7, 2026', away, 'Mon, Dec 7, 2026, 5:00 PM EST', 'without asking you'],
    link: CAMPAIGN,
  },
  'sending missed': {
    mail: sendingMissed({ ...dispatch, reason: away }, PORTAL),
    subject: `Not sent: ${HOSTILE}`,
    both: ['Mon, Dec 7, 2026', away, 'Choose “Send now”', 'See the campaign'],
    link: CAMPAIGN,
  },
  'sending held': {
    mail: sendingHeld({ ...dispatch, reason: 'Your profile has no postal address.' }, PORTAL),
    subject: `On hold: ${HOSTILE}`,
    both: ['Your profile has no postal address.', 'Nobody receives the campaign email twice'],
    link: CAMPAIGN,
  },
  'sending done': {
    mail: sendingDone({ ...dispatch, audience: 220, accepted: 214, failed: 2, suppressed: 4, maybeTwice: 1 }, PORTAL),
    subject: `Sent to 214 of 220: ${HOSTILE}`,
    both: ['214', '220', 'Not delivered', 'Unsubscribed or blocked', 'Possible duplicates'],
    link: CAMPAIGN,
  },
  'campaign suspended': {
    mail: sendingSuspended({ ...ofCampaign, reason: HOSTILE }, PORTAL),
    subject: `Suspended: ${HOSTILE}`,
    both: ['Please contact us to continue', brand.email, 'See the campaign'],
    link: CAMPAIGN,
  },
  'company suspended': {
    mail: sendingSuspended({ ...ofCompany, reason: HOSTILE }, PORTAL),
    subject: 'Suspended: all your campaign emails',
    both: ['Please contact us to continue', 'See your campaigns'],
    link: '/management?section=2',
  },
  'campaign resumed': {
    mail: sendingResumed(ofCampaign, PORTAL),
    subject: `No longer suspended: ${HOSTILE}`,
    both: ['Company', 'See the campaign'],
    link: CAMPAIGN,
  },
  'company resumed': {
    mail: sendingResumed(ofCompany, PORTAL),
    subject: 'No longer suspended: your campaign emails',
    both: ['See your campaigns'],
    link: '/management?section=2',
  },
})

it('no line break splits dates and times of day in headings', () => {
  const { html } = sendingLate({ ...dispatch, reason: away, until: '2026-12-07T22:00:00.000Z' }, PORTAL, 'America/New_York')
  expect(html).toMatch(/<h1 [^>]*>We’ll try until <span [^>]*>Mon, Dec 7, 2026<\/span>, <span [^>]*>5:00 PM EST<\/span></)
})

it('only counts of recipients that are not zero are shown', () => {
  const { text } = sendingDone({ ...dispatch, audience: 3, accepted: 3, failed: 0, suppressed: 0, maybeTwice: 0 }, PORTAL)
  expect(text).toContain('Recipients: 3\nSent: 3\n')
  for (const words of ['Not delivered', 'Unsubscribed or blocked', 'duplicates']) expect(text).not.toContain(words)
})
