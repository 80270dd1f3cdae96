import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignsDeps } from '../deps.ts'
import { type CampaignRow, findCampaign, lockCampaign } from './campaign.repository.ts'
import { campaignNotFound } from './campaign.ts'
import { readDetail } from './get-campaign.ts'
import { publishChanged } from './publish-changed.ts'

export interface Changed {
  message: string
  campaign: CampaignDetail
}

interface Change {
  ownerId: string
  campaignId: string
  idempotency: IdempotentRequest
}

/** Locks an owner's campaign, changes it and publishes the change. `change` returns a message for the owner. */
export function changeCampaign(
  deps: CampaignsDeps,
  { ownerId, campaignId, idempotency }: Change,
  change: (trx: Transaction<Tables>, campaign: CampaignRow) => Promise<string>,
): Promise<Changed> {
  return inTransaction(
    deps.db,
    async (trx) => {
      await lockCampaign(trx, campaignId)
      const campaign = await findCampaign(trx, campaignId, ownerId)
      if (!campaign) throw campaignNotFound()
      const message = await change(trx, campaign)
      await publishChanged(trx, campaignId)
      return idempotency.storeResponse(trx, { message, campaign: await readDetail(deps, trx, campaignId) })
    },
    { row: `campaign ${ownerId} ${campaignId}` },
  )
}

export const conflict = (code: string, message: string): AppError => new AppError(code, 'conflict', message)

export function requireNotCanceled({ state }: CampaignRow): void {
  if (state === 'cancelled') throw conflict('campaign-cancelled', 'This campaign was canceled.')
}

export function requireOpen(campaign: CampaignRow): void {
  requireNotCanceled(campaign)
  if (!campaign.isOpen) throw conflict('campaign-done', 'This campaign has no emails left to send.')
}

export function requireActive(campaign: CampaignRow): void {
  requireNotCanceled(campaign)
  if (campaign.state === 'paused') throw conflict('campaign-paused', 'This campaign is paused. Please resume it first.')
}
