import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { AppError, refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { CompanyNoteChanged } from '@app/contracts/events/company.ts'
import type { CompanyNote } from '@app/contracts/http/company-notes.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyDeps } from '../deps.ts'
import { profileNotFound } from '../profile/profile.ts'
import { deleteNote, insertNote, lockAuthor, ownerOf } from './notes.repository.ts'

type NoteDeps = Pick<CompanyDeps, 'db' | 'now'>

interface NewText {
  companyId: string
  authorId: string
  text: string
}

/** Adds a private note of an admin on a company. */
export async function addNote(
  { db, now }: NoteDeps,
  { companyId, authorId, ...given }: NewText,
  idempotency: IdempotentRequest,
): Promise<CompanyNote> {
  const text = given.text.trim()
  if (isBlank(text)) throw refusedField('text', 'Please write a note.')
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
  /** The admin who wants to delete the note. */
  by: string
}

/** Deletes a note. Throws 403 for a note that another admin wrote, and 404 if the company has no such note. */
export const removeNote = (
  { db }: NoteDeps,
  { companyId, noteId, by }: OneNote,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> =>
  inTransaction(db, async (trx) => {
    const [ownerId, authorId] = [await ownerOf(trx, companyId), await lockAuthor(trx, companyId, noteId)]
    if (!ownerId || !authorId) throw new AppError('no-such-note', 'not-found', 'This note does not exist.')
    if (authorId !== by) throw new AppError('not-your-note', 'forbidden', 'Only its author can delete a note.')
    await deleteNote(trx, noteId)
    const data = { companyProfileId: companyId, ownerId, noteId, change: 'removed' as const }
    await addEvent(trx, CompanyNoteChanged, { aggregateId: noteId, version: 2, data })
    return idempotency.storeResponse(trx, { message: 'Note deleted successfully!' })
  })
