import type { Trx } from '@app/chassis/messaging/outbox.ts'
import { sql } from 'kysely'

/** Stores the size of the photos of an imported company. `tasks` learns it with the next photo. */
export async function completeImport(trx: Trx, companyId: string): Promise<void> {
  await sql`
    insert into photo_storage (company_id, bytes, version)
    select ${companyId}, sum(size), 1 from photo where company_id = ${companyId} having count(*) > 0`.execute(trx)
}
