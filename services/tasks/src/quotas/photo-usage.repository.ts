import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Stores the size of a company's photos, which `documents` keeps, unless a newer event was handled before. */
export async function savePhotoUsage(
  trx: Transaction<Tables>,
  { aggregateversion, data }: ReceivedEvent<typeof PhotosReceived | typeof PhotoRemoved>,
): Promise<void> {
  await sql`
    insert into photo_usage (company_id, bytes, version) values (${data.companyProfileId}, ${data.storedBytes}, ${aggregateversion})
    on conflict (company_id) do update set bytes = excluded.bytes, version = excluded.version
      where photo_usage.version < excluded.version`.execute(trx)
}
