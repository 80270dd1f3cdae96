import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { DispatchReported } from '@app/contracts/events/campaigns.ts'
import type { Transaction } from 'kysely'
import { publishChanged } from '../campaigns/publish-changed.ts'
import type { Tables } from '../db/tables.ts'

type Report = Pick<EventData<typeof DispatchReported>, 'outcome' | 'reason' | 'isSuspension' | 'audience' | 'accepted'>

/** Publishes that a dispatch is late, was missed, is on hold or is done, and that its campaign changed. */
export async function reportDispatch(trx: Transaction<Tables>, id: string, report: Report): Promise<void> {
  const { version, ...fact } = await trx
    .selectFrom('dispatch')
    .innerJoin('campaign', 'campaign.id', 'dispatch.campaign_id')
    .innerJoin('company', 'company.id', 'dispatch.company_id')
    .select(['dispatch.id as dispatchId', 'dispatch.version', 'campaign.id as campaignId', 'campaign.name'])
    .select(['company.id as companyProfileId', 'company.name as companyName', 'company.owner_id as ownerId'])
    .where('dispatch.id', '=', id)
    .executeTakeFirstOrThrow()
  await publishChanged(trx, fact.campaignId)
  await addEvent(trx, DispatchReported, { aggregateId: id, version, data: { ...fact, ...report } })
}
