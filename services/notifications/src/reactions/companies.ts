import type { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import type { Reaction } from './reaction.ts'

/** Adds no message and sends no email. Open screens refetch the company profile, unless it is only published again. */
export const refreshProfile: Reaction<typeof CompanyProfileSaved> = async (trx, { type, data }) => {
  const { ownerId, change, profile } = data
  if (change === 'none') return
  await addNotifications(trx, { type, companyProfileId: profile._id, ownerId })
}
