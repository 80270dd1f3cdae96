import { randomBytes } from 'node:crypto'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { RESTORING } from '@app/chassis/db/restoring.ts'
import { idHash } from '@app/chassis/erasure/erased-subjects.ts'
import { describeRecord, type ExportedTable } from '@app/chassis/exports/exported-table.ts'
import { RefusedArchive, type ZipReader } from '@app/chassis/exports/zip-reader.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { FILES_PATH } from '@app/chassis/storage/object-store.ts'
import type { ServiceName } from '@app/contracts/define.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { exportedCompany, exportedOwner } from '@app/contracts/export/company.ts'
import { exportKinds } from '@app/contracts/export/manifest.ts'
import { exportedRecord, exportedTasks, RecordLine } from '@app/contracts/export/tasks.ts'
import { brandImageFields, type CompanyProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { recordOf } from '@app/contracts/primitives.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { parseBody } from '@app/contracts/rules/record-chain.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Value } from 'typebox/value'
import { services } from '../services.ts'
import { recordsOf } from './check-archive.ts'

type Trx = Transaction<unknown>
type JsonRow = Record<string, unknown>

/** Services with a copy of the company, to which their rows refer. */
const COPIES: readonly ServiceName[] = ['tasks', 'documents', 'crm-proxy', 'campaigns']

const BATCH = 100

const isRow = (value: unknown): value is JsonRow => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Replaces texts that are keys of files, at any depth. */
function withNewKeys(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return keys.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => withNewKeys(item, keys))
  if (!isRow(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withNewKeys(item, keys)]))
}

const useSchema = (trx: Trx, service: ServiceName): Promise<unknown> =>
  sql`select set_config('search_path', ${schemaOf(service)}, true)`.execute(trx)

/** Numbers that the new installation gives, by table: the numbers of the export can belong to tasks of other companies. */
const numbered: Readonly<Record<string, string>> = { task: 'task_id', document: 'doc_id' }

interface Target {
  trx: Trx
  service: ServiceName
  companyId: string
}

interface Level {
  from: Pick<ExportedTable, 'table' | 'columns' | 'children' | 'imported'>
  schema: unknown
  /** Values of columns that records don't contain, for example the id of the parent. */
  fixed: readonly string[]
  withoutTriggers?: boolean
}

/** Inserts rows with their lists. Each row of `rows` is a record, together with the values of the columns in `fixed`. */
async function insertLevel(target: Target, { from, schema, fixed, withoutTriggers }: Level, rows: readonly JsonRow[]): Promise<void> {
  if (rows.length === 0) return
  const { trx, service, companyId } = target
  const { table, imported = {} } = from
  const { columns, lists } = describeRecord(from, schema)
  const written = columns.filter(({ column }) => column !== numbered[table])
  const json = rows.map((row) => ({
    ...Object.fromEntries(written.map(({ property, column }) => [column, row[property]])),
    ...Object.fromEntries(fixed.map((column) => [column, row[column]])),
  }))
  const names = [...new Set([...written.map(({ column }) => column), ...fixed, ...Object.keys(imported)])]
  const place = sql.table(`${schemaOf(service)}.${table}`)
  const values = names.map((name) => {
    const expression = imported[name]
    return expression === undefined ? sql`r.${sql.id(name)}` : sql.raw(expression)
  })
  if (withoutTriggers) await sql`select set_config(${RESTORING}, 'on', true)`.execute(trx)
  await sql`
    insert into ${place} (${sql.join(names.map((name) => sql.id(name)))})
    select ${sql.join(values)} from jsonb_populate_recordset(null::${place}, ${JSON.stringify(json)}::jsonb) as r`.execute(trx)
  if (withoutTriggers) await sql`select set_config(${RESTORING}, 'off', true)`.execute(trx)

  for (const { property, child, schema: items } of lists) {
    const { parent, hasCompany, withoutTriggers } = child
    const inside = rows.flatMap((row) => {
      const list = row[property]
      const owner = { [parent]: row.id, ...(hasCompany && { company_id: companyId }) }
      return Array.isArray(list) ? list.filter(isRow).map((item) => ({ ...item, ...owner })) : []
    })
    const columnsOfParent = [parent, ...(hasCompany ? ['company_id'] : [])]
    await insertLevel(target, { from: child, schema: items, fixed: columnsOfParent, withoutTriggers: withoutTriggers ?? false }, inside)
  }
}

/** A note continues a note that the export may not contain, because it was removed or belongs to the team. */
function withoutLostNotes(row: JsonRow): JsonRow {
  const notes = Array.isArray(row.previewNotes) ? row.previewNotes.filter(isRow) : []
  const ids = new Set(notes.map(({ id }) => id))
  return { ...row, previewNotes: notes.map((note) => (ids.has(note.continues) ? note : { ...note, continues: null })) }
}

/** Replaces the number of a task. A task that was removed has no number any more. */
function withNewNumber(row: JsonRow, numbers: ReadonlyMap<unknown, number>): JsonRow {
  const taskNumber = numbers.get(row.taskNumber) ?? null
  return { ...row, taskNumber, ...('taskTitle' in row && taskNumber === null && { taskTitle: null }) }
}

/** Returns the new number of each task, by its number in the export. */
async function newNumbers(trx: Trx, rows: readonly JsonRow[]): Promise<Map<unknown, number>> {
  const { rows: found } = await sql<{ id: string; number: number }>`
    select id, task_id as number from ${sql.table('tasks.task')} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  const byId = new Map<unknown, number>(found.map(({ id, number }) => [id, number]))
  return new Map(rows.map(({ id, taskId }) => [taskId, byId.get(id) ?? 0]))
}

/** A password hash to which no password belongs. The owner sets a password with a reset code. */
const unusableHash = (): string => {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=19456,t=2,p=1$${random(16)}$${random(32)}`
}

async function importOwner(trx: Trx, record: unknown): Promise<void> {
  const { id, email, username, createdAt } = Value.Parse(exportedOwner.record, record)
  await useSchema(trx, 'identity')
  await sql`
    insert into users (id, email, email_key, username, password_hash, role, created_at)
    values (${id}, ${email}, ${normalizeEmail(email)}, ${username}, ${unusableHash()}, 'owner', ${createdAt})`.execute(trx)
  const data = { change: 'none' as const, userId: id, email, username, role: 'owner' as const, emailVerified: false }
  await addEvent(trx, UserChanged, { aggregateId: id, version: 1, data })
}

const inUtc = (at: string): string => new Date(at).toISOString()

async function importCompany(trx: Trx, record: unknown): Promise<void> {
  const company = Value.Parse(exportedCompany.record, record)
  const { id, ownerId, logo, version, createdAt, updatedAt } = company
  const columns = ['id', 'owner_id', ...profileTextFields, 'logo', ...brandImageFields, 'version', 'created_at', 'updated_at']
  const values = [
    id,
    ownerId,
    ...profileTextFields.map((field) => company[field]),
    logo,
    ...brandImageFields.map((field) => company[field]),
    version,
    createdAt,
    updatedAt,
  ]
  await useSchema(trx, 'company')
  await sql`insert into companies (${sql.join(columns.map((name) => sql.id(name)))}) values (${sql.join(values)})`.execute(trx)
  const urlOf = (key: string | null): string | null => key && FILES_PATH + key
  const profile: CompanyProfile = {
    _id: id,
    ...recordOf(profileTextFields, (field) => company[field]),
    logo: urlOf(logo),
    ...recordOf(brandImageFields, (field) => urlOf(company[field])),
    gsapi: '',
    version,
    createdAt: inUtc(createdAt),
    updatedAt: inUtc(updatedAt),
  }
  await addEvent(trx, CompanyProfileSaved, { aggregateId: id, version, data: { ownerId, change: 'none', profile } })
  for (const service of COPIES)
    await sql`
      insert into ${sql.table(`${schemaOf(service)}.company`)} (id, owner_id, name, profile, version)
      values (${id}, ${ownerId}, ${profile.companyName}, ${JSON.stringify(profile)}, 0)`.execute(trx)
}

/**
 * Imports the decision record. Its entries stay as they are, with the numbers of tasks in the earlier installation. The public keys are not
 * imported: this installation would then vouch for receipts that it has not signed.
 */
async function importRecord(trx: Trx, lines: AsyncIterable<unknown>, companyId: string): Promise<void> {
  let last: { number: number; hash: string } | undefined
  for await (const line of lines) {
    const body = Value.Check(RecordLine, line) ? parseBody(line.body) : undefined
    if (!Value.Check(RecordLine, line) || !body) continue
    const { numAffectedRows } = await sql`
      insert into ${sql.table('tasks.decision_record')} (company_id, number, task_id, body, previous_hash, hash, created_at)
      select ${companyId}::uuid, ${body.number}::integer, ${body.task}::uuid, ${line.body}, ${line.previousHash}, ${line.hash}, ${body.at}::timestamptz
      where not exists (select from ${sql.table('tasks.task')} where id = ${body.task} and company_id <> ${companyId})`.execute(trx)
    if (numAffectedRows !== 1n) throw new RefusedArchive('The decision record names a task of another company.')
    last = { number: body.number, hash: line.hash }
  }
  if (!last) return
  await sql`
    insert into ${sql.table('tasks.record_chain')} (company_id, last_number, last_hash, subject_key)
    values (${companyId}, ${last.number}, ${last.hash}, ${randomBytes(32)})`.execute(trx)
}

/** Throws if this installation has erased the company or its owner: its services ignore all events about them. */
async function requireNotErased(trx: Trx, id: string): Promise<void> {
  const { rows } = await sql`select from ${sql.table('company.erased_subject')} where id_hash = ${idHash(id)}`.execute(trx)
  if (rows.length > 0) throw new RefusedArchive('This installation has erased this company. Import it into another one.')
}

/** Throws if this installation has, or had and erased, the company or its owner. */
async function requireNew(trx: Trx, zip: ZipReader): Promise<void> {
  for await (const record of recordsOf(zip, exportedOwner)) {
    const { id, email } = Value.Parse(exportedOwner.record, record)
    await requireNotErased(trx, id)
    const { rows } = await sql`
      select from ${sql.table('identity.users')} where id = ${id} or email_key = ${normalizeEmail(email)}
      union all select from ${sql.table('company.companies')} where owner_id = ${id}`.execute(trx)
    if (rows.length > 0) throw new RefusedArchive(`This installation already has an account of ${email}.`)
  }
  for await (const record of recordsOf(zip, exportedCompany)) {
    const { id, companyName } = Value.Parse(exportedCompany.record, record)
    await requireNotErased(trx, id)
    const { rows } = await sql`select from ${sql.table('company.companies')} where id = ${id}`.execute(trx)
    if (rows.length > 0) throw new RefusedArchive(`This installation already has the company ${companyName}.`)
  }
}

/** Throws before files are written if this installation has the company or its owner. */
export const checkTarget = (db: Kysely<unknown>, zip: ZipReader): Promise<void> => db.transaction().execute((trx) => requireNew(trx, zip))

interface Imported {
  zip: ZipReader
  companyId: string
  keys: ReadonlyMap<string, string>
}

/** Imports the records of a kind that are rows of a table. Returns the new numbers of tasks. */
async function importTable(
  { trx, service, companyId }: Target,
  from: ExportedTable,
  records: AsyncIterable<unknown>,
  numbers: Map<unknown, number>,
): Promise<number> {
  const fixed = from.of ? [] : ['company_id']
  let count = 0
  let batch: JsonRow[] = []
  const insert = async (): Promise<void> => {
    await insertLevel({ trx, service, companyId }, { from, schema: from.kind.record, fixed }, batch)
    if (from.kind === exportedTasks) for (const [old, number] of await newNumbers(trx, batch)) numbers.set(old, number)
    count += batch.length
    batch = []
  }
  for await (const record of records) {
    if (!isRow(record)) continue
    const row = from.kind === exportedTasks ? withoutLostNotes(record) : 'taskNumber' in record ? withNewNumber(record, numbers) : record
    const deliveries = Array.isArray(row.deliveries) && {
      deliveries: row.deliveries.filter(isRow).map((item) => withNewNumber(item, numbers)),
    }
    batch.push({ ...row, ...deliveries, company_id: companyId })
    if (batch.length === BATCH) await insert()
  }
  if (batch.length > 0) await insert()
  return count
}

/** Imports all records in one transaction. Returns their number. The customers stay in the company's spreadsheet, so they aren't imported. */
export const importRecords = (db: Kysely<unknown>, { zip, companyId, keys }: Imported): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await requireNew(trx, zip)
    const numbers = new Map<unknown, number>()
    let count = 0
    async function* records(kind: (typeof exportKinds)[number]): AsyncGenerator<unknown> {
      for await (const record of recordsOf(zip, kind)) yield withNewKeys(record, keys)
    }
    for (const kind of exportKinds) {
      const from = services[kind.service].exports?.tables.find((table) => table.kind === kind)
      if (from) count += await importTable({ trx, service: kind.service, companyId }, from, records(kind), numbers)
      else if (kind === exportedRecord) await importRecord(trx, recordsOf(zip, kind), companyId)
      else if (kind === exportedOwner) for await (const record of records(kind)) await importOwner(trx, record)
      else if (kind === exportedCompany) for await (const record of records(kind)) await importCompany(trx, record)
    }
    for (const { name, exports } of Object.values(services)) {
      if (!exports?.completeImport) continue
      await useSchema(trx, name)
      await exports.completeImport(trx, companyId)
    }
    return count
  })
