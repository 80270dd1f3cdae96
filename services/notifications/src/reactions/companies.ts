import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'

/** Adds no message and sends no email. Open screens refetch the company profile, unless it is only published again. */
export async function refreshProfile(trx: Transaction<Tables>, { type, data }: ReceivedEvent<typeof CompanyProfileSaved>): Promise<void> {
  const { ownerId, change, profile } = data
  if (change === 'none') return
  await addNotifications(trx, { type, companyProfileId: profile._id, taskId: null, ownerId, owner: '', admins: '' })
}
