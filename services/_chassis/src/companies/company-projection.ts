import type { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type ColumnType, type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { ReceivedEvent } from '../messaging/event.ts'
import type { Trx } from '../messaging/outbox.ts'

/** The table `company` of services that keep copies of company profiles. Events update the copies. */
export interface CompanyTables {
  company: {
    id: string
    owner_id: string
    name: string
    profile: ColumnType<CompanyProfile, string, string>
    /** `aggregateversion` of the event that contained the profile; 0 if the profile was requested from the company service. */
    version: number
  }
}

export async function createCompanyTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table company (
      id uuid primary key,
      owner_id uuid not null unique,
      name text not null,
      profile jsonb not null,
      version integer not null
    )`.execute(db)
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

/** Locks a company's row until commit. Transactions that add records to the same company then run one after another. */
export async function lockCompany(db: QueryExecutorProvider, id: string): Promise<void> {
  await sql`select from company where id = ${id} for no key update`.execute(db)
}

interface Snapshot {
  ownerId: string
  profile: CompanyProfile
  version: number
}

/** Stores a profile unless the same or a newer version is already stored. Fails if the owner has another company. */
export async function saveCompany(db: QueryExecutorProvider, { ownerId, profile, version }: Snapshot): Promise<void> {
  const json = JSON.stringify(profile)
  // `on conflict (id) do update` could fail: a concurrent insert of the same company would violate the unique `owner_id`.
  const insert = sql`
    insert into company (id, owner_id, name, profile, version)
    values (${profile._id}, ${ownerId}, ${profile.companyName}, ${json}, ${version})`
  const inserted = await sql`${insert} on conflict do nothing`.execute(db)
  if (inserted.numAffectedRows) return
  const updated = await sql`
    update company set name = ${profile.companyName}, profile = ${json}, version = ${version}
    where id = ${profile._id} and version < ${version}`.execute(db)
  if (updated.numAffectedRows) return
  if (!(await findCompany(db, profile._id))) await insert.execute(db)
}

/** Stores the profile of an event. Republished events are handled in the same way. */
export async function applyCompanyEvent(trx: Trx, event: ReceivedEvent<typeof CompanyProfileSaved>): Promise<void> {
  const { ownerId, profile } = event.data
  await saveCompany(trx, { ownerId, profile, version: event.aggregateversion })
}
