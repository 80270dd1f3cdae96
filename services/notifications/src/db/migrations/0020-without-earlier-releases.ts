import { type Kysely, sql } from 'kysely'

/** Drops the due times that sending by work replaced, with their indexes, and names the documents of a pending digest after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail drop column next_attempt_at`.execute(db)
  await sql`alter table sheet_row drop column next_attempt_at`.execute(db)
  await sql`alter table untold_document rename to pending_digest_document`.execute(db)
  await sql`alter index untold_document_of_company rename to pending_digest_document_of_company`.execute(db)
  await sql`alter index untold_document_by_document rename to pending_digest_document_by_document`.execute(db)
}
