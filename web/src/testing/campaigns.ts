import '../features/campaigns/Campaigns.tsx'
import '../features/campaigns/create/CreateCampaign.tsx'
import '../features/campaigns/create/StepDetails.tsx'
import '../features/campaigns/detail/CampaignPage.tsx'
import '../features/campaigns/detail/EditStep.tsx'
import '../features/campaigns/detail/OwnersPeople.tsx'
import '../features/campaigns/Suppressed.tsx'
import { proofreadStep } from '@app/contracts/http/campaign-proofreading.ts'
import { type Campaign, type CampaignDetail, getCampaign, listCampaigns } from '@app/contracts/http/campaigns.ts'
import type { countAudience } from '@app/contracts/http/customers.ts'
import { streamNotifications } from '@app/contracts/http/notifications.ts'
import type { Reply } from '../shared/api/route-types.ts'
import { answer, never, refusal, reply, type Sent } from './api.ts'
import { customerOf } from './customers.ts'
import { ownerWith } from './fixtures.ts'

/** Signs in an owner whose company has these campaigns. `campaigns` is called at each request. Returns the list requests. */
export function ownerWithCampaigns(campaigns: () => CampaignDetail[]): Sent[] {
  ownerWith()
  answer(streamNotifications, never)
  answer(proofreadStep, () => reply(proofreadStep, { findings: [], isPictureUnchecked: false }))
  answer(getCampaign, ({ address }) => {
    const found = campaigns().find(({ _id }) => address.endsWith(`/${_id}`))
    return found ? reply(getCampaign, found) : refusal(404, 'There is no such campaign.')
  })
  return answer(listCampaigns, () => reply(listCampaigns, campaigns() satisfies Campaign[]))
}

export const audienceOf = (): Reply<typeof countAudience> => ({
  count: 214,
  customers: 180,
  leads: 34,
  skipped: { lost: 0, otherStage: 4, notSubscribed: 12, noAddress: 3, duplicate: 1 },
  sample: [customerOf(), customerOf({ row: 3, 'First Name': 'Bea', 'Last Name': 'Orr' })],
  asOf: '2026-12-01T12:00:00.000Z',
  stale: false,
})
