import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'

/** Adds no message and sends no email. Open screens refetch the company profile. */
export async function refreshProfile(trx: Transaction<Tables>, { type, data }: ReceivedEvent<typeof CompanyProfileSaved>) {
  const { ownerId, profile } = data
  await addNotifications(trx, { type, companyProfileId: profile._id, taskId: null, ownerId, owner: '', admins: '' })
}
