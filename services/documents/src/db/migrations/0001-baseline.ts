import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createFileSweepTable } from '@app/chassis/storage/sweep.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createPhotos(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photo_delivery (
      id uuid primary key,
      company_id uuid not null references company,
      task_number bigint,
      task_title text,
      note text not null,
      photo_count smallint not null check (photo_count > 0),
      quota jsonb not null,
      created_at timestamptz not null default now(),
      last_arrival_at timestamptz,
      ended_at timestamptz,
      check ((task_number is null) = (task_title is null))
    )`.execute(db)
  await sql`create index photo_delivery_company on photo_delivery (company_id, id)`.execute(db)
  // These indexes serve the job that ends and deletes deliveries.
  await sql`
    create index photo_delivery_quiet on photo_delivery (last_arrival_at) where ended_at is null and last_arrival_at is not null`.execute(
    db,
  )
  await sql`create index photo_delivery_unused on photo_delivery (created_at) where last_arrival_at is null`.execute(db)

  await sql`
    create table photo (
      id uuid primary key,
      company_id uuid not null references company,
      sha256 text not null,
      file text not null unique,
      display text not null unique,
      thumbnail text not null unique,
      content_type text not null,
      file_name text not null,
      size bigint not null,
      width integer not null,
      height integer not null,
      created_at timestamptz not null default now(),
      unique (company_id, sha256)
    )`.execute(db)

  // Company and task are those of the delivery. They are repeated here for the indexes of the lists.
  await sql`
    create table delivery_photo (
      position bigint generated always as identity primary key,
      delivery_id uuid not null references photo_delivery on delete cascade,
      photo_id uuid not null references photo on delete cascade,
      company_id uuid not null,
      task_number bigint,
      unique (delivery_id, photo_id)
    )`.execute(db)
  await sql`create index delivery_photo_photo on delivery_photo (photo_id)`.execute(db)
  await sql`create index delivery_photo_company on delivery_photo (company_id, position desc)`.execute(db)
  await sql`
    create index delivery_photo_task on delivery_photo (company_id, task_number, position desc) where task_number is not null`.execute(db)

  // The size of all photos of a company, and the version of its last event.
  await sql`
    create table photo_storage (
      company_id uuid primary key references company,
      bytes bigint not null,
      version integer not null
    )`.execute(db)
}

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
    await createPhotos(db)
  },
}
