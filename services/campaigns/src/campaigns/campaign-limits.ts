import { AppError } from '@app/chassis/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignLimits } from '../deps.ts'
import { countCampaigns } from './campaign.repository.ts'

/** Throws a 422 if a company has reached a limit. To be certain, lock the company's row first, so that concurrent requests wait. */
export async function requireWithinLimits(db: Kysely<Tables>, limits: CampaignLimits, companyId: string): Promise<void> {
  const refused = (message: string) => new AppError('campaign-limit', 'refused', message)
  const { open, ofToday } = await countCampaigns(db, companyId)
  if (open >= limits.open)
    throw refused(
      `You have ${limits.open} campaigns with emails still to send, which is the limit. Please cancel one, or wait until one is finished.`,
    )
  if (ofToday >= limits.aDay)
    throw refused(`You have submitted ${limits.aDay} campaigns within 24 hours, which is the limit. Please try again tomorrow.`)
}
