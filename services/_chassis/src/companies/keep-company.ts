import type { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import type { ReceivedEvent } from '../messaging/event.ts'
import type { Trx } from '../messaging/outbox.ts'
import { saveCompany } from './company-projection.ts'

/** Keeps the projection of companies up to date. */
export async function keepCompany(trx: Trx, event: ReceivedEvent<typeof CompanyProfileSaved | typeof CompanyProfileState>): Promise<void> {
  const { ownerId, profile } = event.data
  await saveCompany(trx, { ownerId, profile, version: event.aggregateversion })
}
