import { AppError } from '@app/chassis/errors.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { CampaignLimits } from '../deps.ts'
import { countCampaigns } from './campaign.repository.ts'

/** Throws a 422 with a sentence for the owner when a company has reached a limit. Reliable only while the transaction locks the company's row. */
export async function requireWithinLimits(trx: Transaction<Tables>, limits: CampaignLimits, companyId: string): Promise<void> {
  const refused = (message: string) => new AppError('campaign-limit', 'refused', message)
  const { open, ofToday } = await countCampaigns(trx, companyId)
  if (open >= limits.open)
    throw refused(
      `You have ${limits.open} campaigns with mails still to go, the most at a time. Please cancel one, or wait until one is over.`,
    )
  if (ofToday >= limits.aDay)
    throw refused(`You have submitted ${limits.aDay} campaigns within a day, the most there may be. Please go on tomorrow.`)
}
