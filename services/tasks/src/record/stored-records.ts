import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { recordsAfter, type StoredRecord } from './record.repository.ts'

const PAGE = 500

/** Yields all records of a company, oldest first. Reads the database page by page. */
export async function* storedRecords(db: Kysely<Tables>, companyId: string): AsyncGenerator<StoredRecord> {
  for (let after = 0; ; ) {
    const page = await recordsAfter(db, companyId, PAGE, after)
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.number ?? after
  }
}
