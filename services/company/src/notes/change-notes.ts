import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { CompanyNoteChanged } from '@app/contracts/events/company.ts'
import type { CompanyNote } from '@app/contracts/http/company-notes.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { CompanyDeps } from '../deps.ts'
import { profileNotFound } from '../profile/profile.ts'
import { deleteNote, insertNote, lockNote, ownerOf, updateNote } from './notes.repository.ts'

type NoteDeps = Pick<CompanyDeps, 'db' | 'now'>

interface NewText {
  companyId: string
  authorId: string
  text: string
}

/** Returns the trimmed text of a note. Throws 422 if it is empty. */
function requireText(given: string): string {
  const text = given.trim()
  if (isBlank(text)) throw refusedField('text', 'Please write a note.')
  return text
}

/** Adds a private note of an admin on a company. */
export async function addNote(
  { db, now }: NoteDeps,
  { companyId, authorId, ...given }: NewText,
  idempotency: IdempotentRequest,
): Promise<CompanyNote> {
  const text = requireText(given.text)
  return inTransaction(db, async (trx) => {
    const ownerId = await ownerOf(trx, companyId)
    if (!ownerId) throw profileNotFound()
    const note = await insertNote(trx, { id: uuidv7(), companyId, authorId, text, at: now().toISOString() })
    const data = { companyProfileId: companyId, ownerId, noteId: note._id, change: 'added' as const }
    await addEvent(trx, CompanyNoteChanged, { aggregateId: note._id, version: 1, data })
    return idempotency.storeResponse(trx, note)
  })
}

interface OneNote {
  companyId: string
  noteId: string
  /** The admin who wants to change or delete the note. */
  by: string
}

/** Locks a note of the caller. Throws 403 for a note that another admin wrote, and 404 if the company has no such note. */
async function lockOwnNote(trx: Transaction<Tables>, { companyId, noteId, by }: OneNote): Promise<{ ownerId: string; version: number }> {
  const [ownerId, note] = [await ownerOf(trx, companyId), await lockNote(trx, companyId, noteId)]
  if (!ownerId || !note) throw new AppError('no-such-note', 'not-found', 'This note does not exist.')
  if (note.authorId !== by) throw new AppError('not-your-note', 'forbidden', 'Only its author can change or delete a note.')
  return { ownerId, version: note.version }
}

/** Changes the text of a note. Throws 403 for a note that another admin wrote, and 404 if the company has no such note. */
export async function changeNote(
  { db, now }: NoteDeps,
  note: OneNote,
  givenText: string,
  idempotency: IdempotentRequest,
): Promise<CompanyNote> {
  const text = requireText(givenText)
  return inTransaction(db, async (trx) => {
    const { companyId, noteId } = note
    const { ownerId, version } = await lockOwnNote(trx, note)
    const changed = await updateNote(trx, noteId, { companyId, text, version: version + 1, at: now().toISOString() })
    const data = { companyProfileId: companyId, ownerId, noteId, change: 'changed' as const }
    await addEvent(trx, CompanyNoteChanged, { aggregateId: noteId, version: version + 1, data })
    return idempotency.storeResponse(trx, changed)
  })
}

/** Deletes a note. Throws 403 for a note that another admin wrote, and 404 if the company has no such note. */
export const removeNote = ({ db }: NoteDeps, note: OneNote, idempotency: IdempotentRequest): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    const { companyId, noteId } = note
    const { ownerId, version } = await lockOwnNote(trx, note)
    await deleteNote(trx, noteId)
    const data = { companyProfileId: companyId, ownerId, noteId, change: 'removed' as const }
    await addEvent(trx, CompanyNoteChanged, { aggregateId: noteId, version: version + 1, data })
    return idempotency.storeResponse(trx, { message: 'Note deleted successfully!' })
  })
