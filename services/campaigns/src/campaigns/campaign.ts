import { AppError } from '@app/chassis/http/errors.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { Campaign, CampaignStep } from '@app/contracts/http/campaigns.ts'
import type { CampaignRow, StepRow } from './campaign.repository.ts'

export const campaignNotFound = (): AppError => new AppError('campaign-not-found', 'not-found', 'Campaign not found')

function toStep({ publicUrl }: Pick<ObjectStore, 'publicUrl'>, step: StepRow): CampaignStep {
  const { campaignId: _campaign, position: _position, attachment, ...rest } = step
  return { ...rest, attachmentUrl: attachment && publicUrl(attachment) }
}

/** Returns the state for the API. An active campaign is `done` when each of its dispatches was sent, missed or canceled. */
const stateOf = ({ state, isOpen }: CampaignRow): Campaign['state'] => (state === 'active' && !isOpen ? 'done' : state)

/** Converts a row to a campaign of the API, which contains the steps twice: in `steps` and in `campaignDetailsListArray`. */
export function toCampaign(store: Pick<ObjectStore, 'publicUrl'>, row: CampaignRow, rows: readonly StepRow[]): Campaign {
  const steps = rows.filter(({ campaignId }) => campaignId === row._id).map((step) => toStep(store, step))
  return {
    _id: row._id,
    companyProfileId: row.companyProfileId,
    name: row.name,
    audience: row.audience,
    campaignCategory: row.campaignCategory,
    startDate: row.startDate,
    endDate: row.endDate,
    countsOpens: row.countsOpens,
    campaignDetailsListArray: steps,
    steps,
    state: stateOf(row),
    nextSendAt: row.nextSendAt,
    createdAt: row.createdAt,
  }
}
