import { type ErasureProgress, eraseCompany, erasePerson } from '@app/contracts/http/internal-erasure.ts'
import { type Kysely, sql } from 'kysely'
import type { App } from '../http/app.ts'
import { internalDataHeaders } from '../keys/internal-data-key.ts'

/** Tables that an erasure doesn't empty: they contain hashes, counts and ids of events, but nothing about a company or a person. */
const UNRELATED = ['inbox', 'binding', 'audit_entry', 'erased_subject', 'file_sweep', 'kysely_migration', 'kysely_migration_lock']

async function tablesOf<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !UNRELATED.includes(name))
}

/** Returns a digest of the rows of each table with rows. Two equal results show that an erasure removed what was added in between. */
export async function tableDigests<T>(db: Kysely<T>, except: readonly string[] = []): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const name of await tablesOf(db)) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, chr(10) order by t::text)) as digest from ${sql.table(name)} as t`.execute(db)
    const digest = rows[0]?.digest
    if (digest && !except.includes(name)) digests[name] = digest
  }
  return digests
}

/** Returns the tables with a row that contains one of the texts in any column, in any case. */
export async function tablesWith<T>(db: Kysely<T>, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of await tablesOf(db)) {
    const { rows } = await sql`
      select from ${sql.table(name)} as t where lower(t::text) like any(${texts.map((text) => `%${text.toLowerCase()}%`)}) limit 1`.execute(
      db,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Calls the internal routes of a service, as `company` does. */
export function internalErasure(app: App, internalDataKey: string) {
  const headers = internalDataHeaders(internalDataKey)
  const post = async (url: string, payload: object): Promise<ErasureProgress> => {
    const response = await app.inject({ method: 'POST', url, payload, headers })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json()
  }
  return {
    company: (companyId: string, ownerId: string, isLast = true) =>
      post(eraseCompany.url.replace(':companyProfileId', companyId), { ownerId, isLast }),
    person: (email: string) => post(erasePerson.url, { email }),
  }
}
