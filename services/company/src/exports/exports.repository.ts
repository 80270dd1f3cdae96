import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { CompanyExportChanged } from '@app/contracts/events/company.ts'
import { type CompanyExport, EXPORTS_MAX } from '@app/contracts/http/exports.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const shown = [
  'company_export.id as _id',
  'state',
  'requested_by_role as requestedBy',
  'requested_at as requestedAt',
  'finished_at as finishedAt',
  'expires_at as expiresAt',
  'bytes',
  'records',
  'files',
] as const

/** Returns the exports of a company, newest first. */
export const listExports = (db: Kysely<Tables>, companyId: string): Promise<CompanyExport[]> =>
  db.selectFrom('company_export').select(shown).where('company_id', '=', companyId).orderBy('id', 'desc').limit(EXPORTS_MAX).execute()

interface NewExport {
  id: string
  companyId: string
  by: { id: string; role: Role }
  at: string
}

/** Adds an export. Returns undefined if another export of the company is being prepared. */
export const insertExport = (trx: Transaction<Tables>, { id, companyId, by, at }: NewExport): Promise<CompanyExport | undefined> =>
  trx
    .insertInto('company_export')
    .values({ id, company_id: companyId, requested_by: by.id, requested_by_role: by.role, requested_at: at })
    .onConflict((conflict) => conflict.column('company_id').where('state', 'in', sql<never>`('waiting', 'running')`).doNothing())
    .returning(shown)
    .executeTakeFirst()

export interface ExportFile {
  companyId: string
  companyName: string
  ownerId: string
  state: CompanyExport['state']
  file: string | null
  requestedBy: string
  requestedByRole: Role
}

/** Returns an export with its company. With `ownerId`, only if the owner has this company. */
export function findExport(db: Kysely<Tables>, id: string, ownerId?: string): Promise<ExportFile | undefined> {
  const query = db
    .selectFrom('company_export')
    .innerJoin('companies', 'companies.id', 'company_export.company_id')
    .select(['companies.id as companyId', 'companyName', 'owner_id as ownerId', 'company_export.state', 'file'])
    .select(['requested_by as requestedBy', 'requested_by_role as requestedByRole'])
    .where('company_export.id', '=', id)
  return (ownerId === undefined ? query : query.where('owner_id', '=', ownerId)).executeTakeFirst()
}

/** Stores the key of the file that an attempt is about to write. Returns false if the export is no longer to be prepared. */
export async function beginAttempt(db: Kysely<Tables>, id: string, file: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('company_export')
    .set({ state: 'running', file })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Written {
  file: string
  bytes: number
  records: number
  files: number
  at: string
  expiresAt: string
}

type Change = EventData<typeof CompanyExportChanged>['change']

/** Adds the event about a changed export, with the version that the caller has stored. */
export async function addExportEvent(trx: Transaction<Tables>, id: string, change: Change): Promise<void> {
  const found = await trx
    .selectFrom('company_export')
    .innerJoin('companies', 'companies.id', 'company_export.company_id')
    .select(['company_id as companyId', 'owner_id as ownerId', 'requested_by as by', 'requested_by_role as role'])
    .select('company_export.version')
    .where('company_export.id', '=', id)
    .executeTakeFirstOrThrow()
  await addEvent(trx, CompanyExportChanged, {
    aggregateId: id,
    version: found.version,
    data: {
      companyProfileId: found.companyId,
      ownerId: found.ownerId,
      exportId: id,
      requestedBy: { role: found.role, id: found.by },
      change,
    },
  })
}

/** Makes an export ready. Returns false if another attempt has begun since: its file replaces this one. */
export async function finishExport(trx: Transaction<Tables>, id: string, written: Written): Promise<boolean> {
  const { file, bytes, records, files, at, expiresAt } = written
  const { numUpdatedRows } = await trx
    .updateTable('company_export')
    .set({ state: 'ready', bytes, records, files, finished_at: at, expires_at: expiresAt, version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('file', '=', file)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await addExportEvent(trx, id, 'ready')
  return true
}

/** Gives up an export. Does nothing if it is ready. */
export async function failExport(trx: Transaction<Tables>, id: string, at: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('company_export')
    .set({ state: 'failed', file: null, finished_at: at, version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await addExportEvent(trx, id, 'failed')
}

/** Ends one export whose time is over. Returns the key of its file. Undefined if there is none. */
export async function expireNext(trx: Transaction<Tables>, now: string): Promise<string | undefined> {
  const due = await trx
    .selectFrom('company_export')
    .select(['id', 'file'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due?.file) return undefined
  await trx
    .updateTable('company_export')
    .set({ state: 'expired', file: null, expires_at: null, version: sql`version + 1` })
    .where('id', '=', due.id)
    .execute()
  await addExportEvent(trx, due.id, 'expired')
  return due.file
}

/** Deletes the rows of exports that were requested before `before` and have ended. */
export async function deleteOldExports(db: Kysely<Tables>, before: string): Promise<void> {
  await db.deleteFrom('company_export').where('requested_at', '<', before).where('state', 'in', ['failed', 'expired']).execute()
}
