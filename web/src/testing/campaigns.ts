import '../features/campaigns/Campaigns.tsx'
import '../features/campaigns/create/CreateCampaign.tsx'
import '../features/campaigns/create/StepDetails.tsx'
import '../features/campaigns/detail/CampaignPage.tsx'
import '../features/campaigns/detail/EditStep.tsx'
import '../features/campaigns/detail/OwnersPeople.tsx'
import '../features/campaigns/Suppressed.tsx'
import {
  type Campaign,
  type CampaignDetail,
  type CampaignStep,
  type Dispatch,
  getCampaign,
  listCampaigns,
  type Recipient,
} from '@app/contracts/http/campaigns.ts'
import type { countAudience } from '@app/contracts/http/customers.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import type { Reply } from '../shared/api/route-types.ts'
import { answer, never, refusal, reply, type Sent } from './api.ts'
import { customerOf } from './customers.ts'
import { company, ownerWith } from './fixtures.ts'

/** A step of a special event, not sent yet. */
export const stepOf = (changes: Partial<CampaignStep> = {}): CampaignStep => ({
  _id: `step-${(changes.type ?? 'Initial').replaceAll(' ', '-')}`,
  type: 'Initial',
  date: '2026-12-07',
  subject: 'Oysters on Friday',
  body: 'Hello {{First Name|there}},\n\nwe shuck at six.',
  attachmentUrl: null,
  attachmentName: null,
  isSent: false,
  version: 1,
  ...changes,
})

/** A special event of one step that nothing was sent of yet. */
export function campaignOf(changes: Partial<CampaignDetail> = {}): CampaignDetail {
  const steps = changes.steps ?? [stepOf()]
  return {
    _id: 'campaign-1',
    companyProfileId: company._id,
    companyName: company.companyName,
    name: 'Oyster roast',
    audience: 'Customers',
    campaignCategory: 'Special Event',
    startDate: null,
    endDate: null,
    steps,
    campaignDetailsListArray: steps,
    state: 'active',
    nextSendAt: '2026-12-07T14:00:00.000Z',
    createdAt: '2026-12-01T12:00:00.000Z',
    dispatches: [],
    brake: null,
    ...changes,
  }
}

/** An owner whose company has these campaigns at the time. Returns the calls of the list. */
export function ownerWithCampaigns(campaigns: () => CampaignDetail[]): Sent[] {
  ownerWith()
  answer(streamNotifications, never)
  answer(getCampaign, ({ address }) => {
    const found = campaigns().find(({ _id }) => address.endsWith(`/${_id}`))
    return found ? reply(getCampaign, found) : refusal(404, 'There is no such campaign.')
  })
  return answer(listCampaigns, () => reply(listCampaigns, campaigns() satisfies Campaign[]))
}

/** Whom a campaign would go to, of whom two are seen. */
export const audienceOf = (): Reply<typeof countAudience> => ({
  count: 214,
  customers: 180,
  leads: 34,
  skipped: { lost: 0, otherStage: 4, notSubscribed: 12, noAddress: 3, duplicate: 1 },
  sample: [customerOf(), customerOf({ row: 3, 'First Name': 'Bea', 'Last Name': 'Orr' })],
  asOf: '2026-12-01T12:00:00.000Z',
  stale: false,
})

/** A sending of the first step, to come; `counts` as far as they are not 0. */
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

/** Somebody who got the mail. */
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
