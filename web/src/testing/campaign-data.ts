import type { CampaignDetail, CampaignStep } from '@app/contracts/http/campaigns.ts'
import type { Dispatch, Recipient } from '@app/contracts/http/dispatches.ts'
import type { Finding } from '@app/contracts/http/proofreading.ts'
import type { CameBack } from '@app/contracts/http/reports.ts'

/** Returns a step that is not sent yet, of a campaign of the category Special Event. */
export const stepOf = (changes: Partial<CampaignStep> = {}): CampaignStep => ({
  _id: `step-${(changes.type ?? 'Initial').replaceAll(' ', '-')}`,
  type: 'Initial',
  date: '2026-12-07',
  subject: 'Oysters on Friday',
  body: 'Hello {{First Name|there}},\n\nwe shuck at six.',
  attachmentUrl: null,
  attachmentName: null,
  attachmentSize: null,
  isSent: false,
  version: 1,
  ...changes,
})

/** Returns a misspelled word in the body of a step, which is sure. */
export const findingOf = (changes: Partial<Finding> = {}): Finding => ({
  kind: 'spelling',
  certainty: 'sure',
  words: 'oisters',
  place: { in: 'body', from: 0, to: 7 },
  comparedWith: 'dictionary',
  message: 'The body says “oisters”. Did you mean “oysters”?',
  ...changes,
})

/** Returns a campaign of the category Special Event, with one step and no dispatch. */
export function campaignOf(changes: Partial<CampaignDetail> = {}): CampaignDetail {
  const steps = changes.steps ?? [stepOf()]
  return {
    _id: 'campaign-1',
    companyProfileId: 'company-1',
    companyName: 'Bakery',
    name: 'Oyster roast',
    audience: 'Customers',
    campaignCategory: 'Special Event',
    startDate: null,
    endDate: null,
    countsOpens: false,
    steps,
    campaignDetailsListArray: steps,
    state: 'active',
    nextSendAt: '2026-12-07T14:00:00.000Z',
    createdAt: '2026-12-01T12:00:00.000Z',
    dispatches: [],
    suspension: null,
    ...changes,
  }
}

/** Returns a scheduled dispatch of the first step. Counts are 0 by default. */
export const dispatchOf = ({
  counts,
  ...changes
}: Partial<Omit<Dispatch, 'counts'>> & { counts?: Partial<Dispatch['counts']> } = {}): Dispatch => ({
  _id: 'dispatch-1',
  stepId: 'step-Initial',
  date: '2026-12-07',
  sendsAt: '2026-12-07T14:00:00.000Z',
  state: 'scheduled',
  code: null,
  reason: null,
  asOf: null,
  audience: null,
  skipped: null,
  startedAt: null,
  finishedAt: null,
  ...changes,
  counts: {
    queued: 0,
    accepted: 0,
    failed: 0,
    suppressed: 0,
    unknown: 0,
    maybeTwice: 0,
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
    ...counts,
  },
})

export const recipientOf = (changes: Partial<Recipient> = {}): Recipient => ({
  _id: 'person-1',
  email: 'ann@shop.example',
  name: 'Ann Lee',
  state: 'accepted',
  code: null,
  reason: null,
  maybeTwice: false,
  attempts: 1,
  settledAt: '2026-12-07T14:01:00.000Z',
  bouncedAt: null,
  complainedAt: null,
  unsubscribedAt: null,
  ...changes,
})

/** Returns a campaign's bounces and unsubscribes in three hours. The second hour has none. Opens and clicks are not counted. */
export const cameBackOf = (changes: Partial<CameBack> = {}): CameBack => ({
  by: 'hour',
  opened: null,
  clicked: null,
  slots: [
    { at: '2026-12-07T14:00:00Z', bounced: 3, unsubscribed: 0, complained: 0 },
    { at: '2026-12-07T15:00:00Z', bounced: 0, unsubscribed: 0, complained: 0 },
    { at: '2026-12-07T16:00:00Z', bounced: 0, unsubscribed: 1, complained: 0 },
  ],
  ...changes,
})
