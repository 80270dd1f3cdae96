import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createFileSweepTable } from '@app/chassis/storage/sweep.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the schema of version 1.0.0. */
export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createFileSweepTable(db)
    await createCompanyTable(db)

    await sql`
      create table document (
        id uuid primary key,
        doc_id bigint generated always as identity (start with 1001) unique,
        company_id uuid not null references company,
        title text not null,
        description text not null,
        document_type text not null,
        is_training boolean not null,
        file text not null unique,
        file_name text not null,
        size bigint not null,
        note text,
        opened_at timestamptz,
        version integer not null default 1,
        created_at timestamptz not null default now()
      )`.execute(db)
    // Two queries use this index: the pages of a company's list of documents, and the sum of the documents' sizes for the quota.
    await sql`create index document_company on document (company_id, doc_id desc) include (size)`.execute(db)
  },
}
