import type { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { ReceivedEvent } from '../messaging/event.ts'
import type { Trx } from '../messaging/outbox.ts'

/** The table of services that filter by account manager: a copy of the service `company`'s choice. */
export interface CompanyManagerTables {
  company_manager: {
    company_id: string
    /** Null if the company has no account manager any more. */
    manager_id: string | null
    version: number
  }
}

/** Creates the table `company_manager`. */
export async function createCompanyManagerTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table company_manager (
      company_id uuid primary key,
      manager_id uuid,
      version integer not null
    )`.execute(db)
  await sql`create index company_manager_companies on company_manager (manager_id, company_id)`.execute(db)
}

/** Stores the account manager of a company, unless the stored version is newer. Events can arrive in any order. */
export async function applyManagerEvent(trx: Trx, { data, aggregateversion }: ReceivedEvent<typeof CompanyManagerChanged>): Promise<void> {
  await sql`
    insert into company_manager (company_id, manager_id, version) values (${data.companyProfileId}, ${data.managerId}, ${aggregateversion})
    on conflict (company_id) do update set manager_id = excluded.manager_id, version = excluded.version
      where company_manager.version < excluded.version`.execute(trx)
}

/** Returns the id of a company's account manager. Null if it has none. */
export async function managerOf(db: QueryExecutorProvider, companyId: string): Promise<string | null> {
  const { rows } = await sql<{ managerId: string | null }>`
    select manager_id as "managerId" from company_manager where company_id = ${companyId}`.execute(db)
  return rows[0]?.managerId ?? null
}
