import { AppError } from '@app/chassis/errors.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Room } from '../deps.ts'
import { countCampaigns } from './campaign.repository.ts'

/** Throws a 422 that says what to do where a company has as many campaigns as it may. Only who holds the company's row can rely on it. */
export async function requireRoom(trx: Transaction<Tables>, room: Room, companyId: string): Promise<void> {
  const refused = (message: string) => new AppError('campaign-limit', 'refused', message)
  const { open, ofToday } = await countCampaigns(trx, companyId)
  if (open >= room.open)
    throw refused(
      `You have ${room.open} campaigns with mails still to go, the most at a time. Please cancel one, or wait until one is over.`,
    )
  if (ofToday >= room.aDay)
    throw refused(`You have submitted ${room.aDay} campaigns within a day, the most there may be. Please go on tomorrow.`)
}
