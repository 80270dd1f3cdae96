import type { CompanyProfileSaved, CompanyProfileState } from '@app/contracts/events/company.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type ColumnType, type QueryExecutorProvider, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ReceivedEvent } from '../messaging/event.ts'
import type { Trx } from '../messaging/outbox.ts'

/** What a service knows of companies: a projection of company's events, in its own schema. */
export interface CompanyTables {
  company: {
    id: string
    owner_id: string
    name: string
    profile: ColumnType<CompanyProfile, string, string>
    /** Of the event it came with; 0 when the company service was asked instead. */
    version: number
  }
}

export const companyTable: Migration = {
  async up(db) {
    await sql`
      create table company (
        id uuid primary key,
        owner_id uuid not null unique,
        name text not null,
        profile jsonb not null,
        version integer not null
      )`.execute(db)
  },
}

export interface Company {
  id: string
  ownerId: string
  name: string
}

export async function findCompany(db: QueryExecutorProvider, id: string): Promise<Company | undefined> {
  const { rows } = await sql<Company>`select id, owner_id as "ownerId", name from company where id = ${id}`.execute(db)
  return rows[0]
}

export async function findCompanyOf(db: QueryExecutorProvider, ownerId: string): Promise<Company | undefined> {
  const { rows } = await sql<Company>`select id, owner_id as "ownerId", name from company where owner_id = ${ownerId}`.execute(db)
  return rows[0]
}

/** Makes those who add something to one company at once queue up, so that each counts what was added before. */
export async function lockCompany(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`select from company where id = ${id} for no key update`.execute(db)
}

interface Snapshot {
  ownerId: string
  profile: CompanyProfile
  version: number
}

/**
 * Takes a profile in unless a newer one is known: events can arrive late and more than once. In two steps, since `on conflict (id) do update`
 * would fail on the owner, whom it does not name, where a company that is new comes twice at the same time.
 */
export async function saveCompany(db: QueryExecutorProvider, { ownerId, profile, version }: Snapshot): Promise<void> {
  const { _id: id, companyName: name } = profile
  const json = JSON.stringify(profile)
  const { numAffectedRows } = await sql`
    insert into company (id, owner_id, name, profile, version) values (${id}, ${ownerId}, ${name}, ${json}, ${version})
    on conflict do nothing`.execute(db)
  if (numAffectedRows) return
  await sql`update company set name = ${name}, profile = ${json}, version = ${version} where id = ${id} and version < ${version}`.execute(
    db,
  )
}

/** Takes in what an event says. */
export async function keepCompany(trx: Trx, event: ReceivedEvent<typeof CompanyProfileSaved | typeof CompanyProfileState>): Promise<void> {
  const { ownerId, profile } = event.data
  await saveCompany(trx, { ownerId, profile, version: event.aggregateversion })
}
