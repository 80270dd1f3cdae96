import type { Owner } from '@app/chassis/companies/own-company.ts'
import { sql } from 'kysely'
import type { CampaignRow } from '../campaigns/campaign.repository.ts'
import { attachmentColumns } from '../dispatches/step-attachment.ts'
import { type PreflightDeps, requireSendable, submittedField } from './require-sendable.ts'

/** Like `requireSendable`, for stored steps. The field names are those of the request that submits a campaign. */
export async function requireStepsSendable(
  deps: PreflightDeps,
  owner: Owner,
  { _id: campaignId, companyProfileId: companyId }: Pick<CampaignRow, '_id' | 'companyProfileId'>,
  stepIds: readonly string[],
): Promise<void> {
  if (stepIds.length === 0) return
  const steps = await deps.db
    .selectFrom('step')
    .select(['position', 'type', 'subject', 'body', ...attachmentColumns])
    .where('campaign_id', '=', campaignId)
    .where('id', '=', sql<string>`any(${stepIds})`)
    .orderBy('position')
    .execute()
  const fieldOf = (index: number, field: string) => submittedField(steps[index]?.position ?? index, field)
  await requireSendable(deps, owner, { companyId, campaignId, steps, fieldOf })
}
