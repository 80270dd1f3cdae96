import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { CampaignChanged } from '@app/contracts/events/campaigns.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Increments the version of a campaign and publishes `campaign-changed`, so that screens fetch the campaign again. */
export async function publishChanged(trx: Transaction<Tables>, id: string): Promise<void> {
  const { version, ...fact } = await trx
    .updateTable('campaign')
    .from('company')
    .set(({ eb }) => ({ version: eb('campaign.version', '+', 1) }))
    .whereRef('company.id', '=', 'campaign.company_id')
    .where('campaign.id', '=', id)
    .returning(['campaign.version', 'campaign.id as campaignId', 'campaign.name', 'campaign.company_id as companyProfileId'])
    .returning(['company.name as companyName', 'company.owner_id as ownerId'])
    .executeTakeFirstOrThrow()
  await addEvent(trx, CampaignChanged, { aggregateId: id, version, data: fact })
}
