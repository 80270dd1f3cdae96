import type { CompanyNote } from '@app/contracts/http/company-notes.ts'
import { ADMIN_NAME_DEFAULT } from '@app/contracts/rules/admin-names.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Returns the owner of a company. Undefined if the company does not exist. */
export async function ownerOf(db: Kysely<Tables>, companyId: string): Promise<string | undefined> {
  const company = await db.selectFrom('companies').select('owner_id').where('id', '=', companyId).executeTakeFirst()
  return company?.owner_id
}

const notesOf = (db: Kysely<Tables>, companyId: string) =>
  db
    .selectFrom('company_notes')
    .leftJoin('admins', 'admins.id', 'author_id')
    .select(['company_notes.id', 'text', 'author_id', 'admins.name', 'created_at', 'edited_at'])
    .where('company_id', '=', companyId)

const toNote = (row: Awaited<ReturnType<ReturnType<typeof notesOf>['executeTakeFirstOrThrow']>>): CompanyNote => ({
  _id: row.id,
  text: row.text,
  // The event about a new admin may not have arrived yet.
  author: { id: row.author_id, name: row.name ?? ADMIN_NAME_DEFAULT },
  createdAt: row.created_at,
  editedAt: row.edited_at,
})

/** Returns notes on a company, newest first. `before` is the id of the last note of the previous page. */
export async function pageOfNotes(
  db: Kysely<Tables>,
  companyId: string,
  limit: number,
  before: string | undefined,
): Promise<CompanyNote[]> {
  const rows = await notesOf(db, companyId)
    .$if(before !== undefined, (query) => query.where('company_notes.id', '<', before ?? ''))
    .orderBy('company_notes.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toNote)
}

interface NewNote {
  id: string
  companyId: string
  authorId: string
  text: string
  at: string
}

export async function insertNote(trx: Transaction<Tables>, { id, companyId, authorId, text, at }: NewNote): Promise<CompanyNote> {
  await trx.insertInto('company_notes').values({ id, company_id: companyId, author_id: authorId, text, created_at: at }).execute()
  return toNote(await notesOf(trx, companyId).where('company_notes.id', '=', id).executeTakeFirstOrThrow())
}

/** Locks a note, and returns its author and version. Undefined if the company has no such note. */
export const lockNote = (
  trx: Transaction<Tables>,
  companyId: string,
  id: string,
): Promise<{ authorId: string; version: number } | undefined> =>
  trx
    .selectFrom('company_notes')
    .select(['author_id as authorId', 'version'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()

interface NewText {
  companyId: string
  text: string
  version: number
  at: string
}

export async function updateNote(trx: Transaction<Tables>, id: string, { companyId, text, version, at }: NewText): Promise<CompanyNote> {
  await trx.updateTable('company_notes').set({ text, version, edited_at: at }).where('id', '=', id).execute()
  return toNote(await notesOf(trx, companyId).where('company_notes.id', '=', id).executeTakeFirstOrThrow())
}

export async function deleteNote(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('company_notes').where('id', '=', id).execute()
}
