import { createCompanyManagerTable } from '@app/chassis/companies/company-managers.ts'
import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type Kysely, sql } from 'kysely'

const SEARCHED_FIELDS = ['companyName', 'dba', 'industry', 'email', 'phone', 'city']

async function createCompanySearch(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  // The function must return the same text as `normalizeForSearch` in `src/board/search.ts`, with a space before it. Because of this space,
  // `% word%` also matches the first word.
  await sql`
    create function normalize_for_search(text) returns text immutable parallel safe
      return ' ' || case
        when octet_length($1) = char_length($1) then lower($1)
        else lower(translate(regexp_replace(normalize($1, NFKD), '[\\u0300-\\u036f]', '', 'g'), '‘’', ''''''))
      end`.execute(db)

  const texts = SEARCHED_FIELDS.map((name) => sql`coalesce(profile ->> ${sql.lit(name)}, '')`)
  await sql`
    alter table company
      add column search_text text generated always as (normalize_for_search(${sql.join(texts, sql` || ' ' || `)})) stored`.execute(db)
  await sql`create index company_name on company (lower(name), id)`.execute(db)
  await sql`create index company_name_search on company using gin (normalize_for_search(name) gin_trgm_ops)`.execute(db)
  // Admins find companies by phone number and email address. The expressions must equal those of `src/board/found.repository.ts`.
  await sql`
    create index company_phone_search on company
      using gin (regexp_replace(coalesce(profile ->> 'phone', ''), '[^0-9]', '', 'g') gin_trgm_ops)`.execute(db)
  await sql`
    create index company_email_search on company using gin (normalize_for_search(coalesce(profile ->> 'email', '')) gin_trgm_ops)`.execute(
    db,
  )
}

async function createOwners(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owner_address (
      owner_id uuid primary key,
      email text not null,
      is_confirmed boolean not null default false,
      version integer not null
    )`.execute(db)
  // The board finds the owners whose email address is not confirmed.
  await sql`create index owner_address_unconfirmed on owner_address (owner_id) where not is_confirmed`.execute(db)
  await sql`create index owner_address_search on owner_address using gin (normalize_for_search(email) gin_trgm_ops)`.execute(db)

  // An owner can sign in before the company exists, so a trigger adds the company to the row. The trigger and the handler of sign-ins can
  // run at the same time. Both use `on conflict`, so the second one waits and then updates the row.
  await sql`
    create table owner_sign_in (
      owner_id uuid primary key,
      company_id uuid,
      signed_in_at timestamptz not null default 'epoch'
    )`.execute(db)
  // This index serves the list of companies in the order of the sign-ins.
  await sql`create index owner_sign_in_order on owner_sign_in (signed_in_at, company_id)`.execute(db)
  await sql`
    create function add_owner_sign_in() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into owner_sign_in (owner_id, company_id) values (new.owner_id, new.id)
        on conflict (owner_id) do update set company_id = excluded.company_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger add_owner_sign_in after insert on company
      for each row when (${unlessRestoring}) execute function add_owner_sign_in()`.execute(db)
}

/** Creates what a company has chosen: settings, plan and calendar feed. A company without a row has the defaults, and no feed. */
async function createCompanyChoices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table company_setting (
      company_id uuid primary key references company on delete cascade,
      requires_check boolean not null default false,
      review_links boolean not null default true,
      code_for_new_browser boolean not null default false
    )`.execute(db)

  await sql`
    create table company_plan (
      company_id uuid primary key references company on delete cascade,
      plan text not null,
      open_tasks_max integer,
      series_max integer,
      file_megabytes_max integer
    )`.execute(db)

  // The sizes of the pictures that count toward the company's quota.
  await sql`
    create table owner_file (
      key text primary key,
      company_id uuid not null references company on delete cascade,
      bytes bigint not null
    )`.execute(db)
  await sql`create index owner_file_company on owner_file (company_id)`.execute(db)

  // An event about photos may arrive before the company.
  await sql`
    create table photo_usage (
      company_id uuid primary key,
      bytes bigint not null,
      version integer not null
    )`.execute(db)

  // The token of a feed is not stored: the service derives the token from the id of the feed.
  await sql`
    create table calendar_feed (
      company_id uuid primary key references company on delete cascade,
      id uuid not null unique,
      created_at timestamptz not null default now()
    )`.execute(db)
}

/** Creates the copies of companies and owners with their search indexes, and what companies have chosen. */
export async function createCompanies(db: Kysely<unknown>): Promise<void> {
  await createCompanyTable(db)
  await createCompanyManagerTable(db)
  await createCompanySearch(db)
  await createOwners(db)
  await createCompanyChoices(db)
}
