import type { PendingErasure } from '@app/contracts/http/company.ts'
import type { Erasure, ErasureReport } from '@app/contracts/http/erasure.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { ErasureRow, Tables } from '../db/tables.ts'

/** An erasure whose company still exists, at least in part. */
export type OpenErasure = Pick<Selectable<ErasureRow>, 'id' | 'state' | 'due_at' | 'link_expires_at' | 'version' | 'report'> & {
  company_id: string
  owner_id: string
}

const openErasures = (db: Kysely<Tables>) =>
  db
    .selectFrom('erasure')
    .select(['id', 'state', 'due_at', 'link_expires_at', 'version', 'report', 'company_id', 'owner_id'])
    .where('state', 'in', ['asked', 'waiting', 'erasing'])
    .$narrowType<{ company_id: string; owner_id: string }>()

export const findOpenErasure = (db: Kysely<Tables>, id: string): Promise<OpenErasure | undefined> =>
  openErasures(db).where('id', '=', id).executeTakeFirst()

export const lockOpenErasure = (trx: Transaction<Tables>, id: string): Promise<OpenErasure | undefined> =>
  openErasures(trx).where('id', '=', id).forUpdate().executeTakeFirst()

export const lockErasureOf = (trx: Transaction<Tables>, ownerId: string): Promise<OpenErasure | undefined> =>
  openErasures(trx).where('owner_id', '=', ownerId).forUpdate().executeTakeFirst()

/** Returns the erasure that the profile of an owner's company shows: one that is not finished, and whose link has not expired. */
export async function pendingErasure(db: Kysely<Tables>, ownerId: string, now: Date): Promise<{ erasure?: PendingErasure }> {
  const erasure = await db
    .selectFrom('erasure')
    .select(['state', 'due_at as dueAt'])
    .where('owner_id', '=', ownerId)
    .where('state', 'in', ['asked', 'waiting', 'erasing'])
    .where((is) => is.or([is('state', '<>', 'asked'), is('link_expires_at', '>', now.toISOString())]))
    .$narrowType<{ state: PendingErasure['state'] }>()
    .executeTakeFirst()
  return erasure ? { erasure } : {}
}

interface NewErasure {
  id: string
  companyId: string
  ownerId: string
  askedAt: string
  linkExpiresAt: string
}

export async function insertErasure(
  trx: Transaction<Tables>,
  { id, companyId, ownerId, askedAt, linkExpiresAt }: NewErasure,
): Promise<void> {
  const row = { id, company_id: companyId, owner_id: ownerId, asked_at: askedAt, link_expires_at: linkExpiresAt }
  await trx
    .insertInto('erasure')
    .values({ ...row, state: 'asked' })
    .execute()
}

/** Deletes a request that was not confirmed. Its link no longer works. */
export async function deleteErasure(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('erasure').where('id', '=', id).execute()
}

type Change = Partial<Pick<ErasureRow, 'state' | 'confirmed_at' | 'due_at' | 'ended_at' | 'kept_by' | 'reason'>>

/** Changes an erasure. Returns its new version, for the event. */
export async function changeErasure(trx: Transaction<Tables>, id: string, change: Change): Promise<number> {
  const { version } = await trx
    .updateTable('erasure')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function storeReport(db: Kysely<Tables>, id: string, report: ErasureReport): Promise<void> {
  await db
    .updateTable('erasure')
    .set({ report: JSON.stringify(report) })
    .where('id', '=', id)
    .execute()
}

/** Ends an erasure. This and earlier erasures of the company contain no id and no text any more. */
export async function endErasure(trx: Transaction<Tables>, { id, company_id, version }: OpenErasure, endedAt: string): Promise<void> {
  await trx
    .updateTable('erasure')
    .set({ state: 'erased', ended_at: endedAt, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await trx.updateTable('erasure').set({ company_id: null, owner_id: null, reason: null }).where('company_id', '=', company_id).execute()
}

interface ErasurePage {
  companyId: string | undefined
  limit: number
  /** The page contains only erasures with a smaller id. */
  before: string | undefined
}

/** Returns erasures, newest first. */
export function pageOfErasures(db: Kysely<Tables>, { companyId, limit, before }: ErasurePage): Promise<Erasure[]> {
  let query = db
    .selectFrom('erasure')
    .leftJoin('companies', 'companies.id', 'erasure.company_id')
    .select([
      'erasure.id as _id',
      'erasure.state',
      'erasure.company_id as companyProfileId',
      'companies.companyName',
      'asked_at as askedAt',
    ])
    .select(['confirmed_at as confirmedAt', 'due_at as dueAt', 'ended_at as endedAt', 'kept_by as keptBy', 'reason', 'report'])
  if (companyId) query = query.where('erasure.company_id', '=', companyId)
  if (before) query = query.where('erasure.id', '<', before)
  return query.orderBy('erasure.id', 'desc').limit(limit).execute()
}

/** What the emails about an erasure need. */
export interface MailedErasure extends Pick<Selectable<ErasureRow>, 'state' | 'reason'> {
  linkExpiresAt: string
  dueAt: string | null
  timeZone: string
}

export const findMailedErasure = (db: Kysely<Tables>, id: string, ownerId: string): Promise<MailedErasure | undefined> =>
  db
    .selectFrom('erasure')
    .innerJoin('companies', 'companies.id', 'erasure.company_id')
    .select(['erasure.state', 'reason', 'link_expires_at as linkExpiresAt', 'due_at as dueAt', 'companies.timeZone'])
    .where('erasure.id', '=', id)
    .where('erasure.owner_id', '=', ownerId)
    .executeTakeFirst()
