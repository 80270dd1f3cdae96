import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { saveCompany } from './company.repository.ts'

/** Keeps the projection of companies up to date. */
export async function keepCompany(trx: Transaction<Tables>, event: ReceivedEvent<typeof CompanyProfileSaved>): Promise<void> {
  const { ownerId, profile } = event.data
  await saveCompany(trx, { ownerId, profile, version: event.aggregateversion })
}
