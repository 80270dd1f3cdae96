import { type ErasureProgress, eraseCompany, erasePerson, type PersonProgress } from '@app/contracts/http/internal-erasure.ts'
import { type Kysely, sql } from 'kysely'
import type { CompanyErasure } from '../erasure/erase-company.ts'
import { eraseMessages, mentions } from '../erasure/erase-messages.ts'
import type { ErasePerson } from '../erasure/erase-person.ts'
import { createEraser, type Eraser } from '../erasure/erase-rows.ts'
import type { App } from '../http/app.ts'
import { internalDataHeaders } from '../keys/internal-data-key.ts'

/** Tables of all services that an erasure doesn't empty: they contain hashes, counts and ids of events, but nothing about a company or a person. */
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
  const post = async <T>(url: string, payload: object): Promise<T> => {
    const response = await app.inject({ method: 'POST', url, payload, headers })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json()
  }
  return {
    company: (companyId: string, ownerId: string, isLast = true) =>
      post<ErasureProgress>(eraseCompany.url.replace(':companyProfileId', companyId), { ownerId, isLast }),
    person: (email: string) => post<PersonProgress>(erasePerson.url, { email }),
  }
}

/** Runs an erasure of somebody unknown. Returns the tables that it searched, and those whose rows are deleted with a row of such a table. */
async function tablesReached<T>(db: Kysely<T>, erase: (eraser: Eraser<T>) => Promise<void>): Promise<Set<string>> {
  const { eraser } = createEraser(db)
  const reached = new Set<string>()
  const deletedFrom = new Set<string>()
  await erase({
    ...eraser,
    deleteRows: (table, condition) => eraser.deleteRows(table, condition).then(() => void deletedFrom.add(table)),
    searchRows: (table, condition) => eraser.searchRows(table, condition).then(() => void deletedFrom.add(table)),
    changeRows: (table, changes, condition) => eraser.changeRows(table, changes, condition).then(() => void reached.add(table)),
    count: (table) => void reached.add(table),
  })
  const { rows } = await sql<{ name: string }>`
    with recursive emptied (id) as (
      select oid from pg_class where relnamespace = current_schema()::regnamespace and relname = any(${[...deletedFrom]})
      union select conrelid from pg_constraint join emptied on confrelid = emptied.id where confdeltype = 'c'
    )
    select relname as name from emptied join pg_class on oid = emptied.id`.execute(db)
  for (const { name } of rows) reached.add(name)
  return reached
}

/** Returns the tables in which the erasure of a company erases nothing. A test must list them, with the reason. */
export async function tablesKept<T>(db: Kysely<T>, erasure: CompanyErasure<T>): Promise<string[]> {
  const company = { companyId: crypto.randomUUID(), ownerId: crypto.randomUUID(), isLast: true }
  const reached = await tablesReached(db, async (eraser) => {
    await erasure.eraseRows(eraser, company)
    await eraseMessages(eraser, mentions(company.companyId), true)
  })
  // The keys of files are deleted with the files.
  return (await tablesOf(db)).filter((name) => !reached.has(name) && name !== 'erased_file')
}

/** Columns with email addresses of people. */
const ADDRESSES = '^(email|email_key|recipient|reply_to|person)$'

/** Returns the tables with email addresses in which the erasure of a person erases nothing. A test must list them, with the reason. */
export async function tablesKeptOfPerson<T>(db: Kysely<T>, erasePerson: ErasePerson<T>): Promise<string[]> {
  const reached = await tablesReached(db, (eraser) => erasePerson(eraser, `${crypto.randomUUID()}@nobody.example`))
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ ${ADDRESSES} and data_type = 'text'`.execute(db)
  const withAddress = new Set(rows.map(({ name }) => name))
  return (await tablesOf(db)).filter((name) => withAddress.has(name) && !reached.has(name))
}
