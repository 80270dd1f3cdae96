import type { TaskNote } from '@app/contracts/http/notes.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

type NewNote = Insertable<Tables['task_note']> & { author: string }

/** Adds a note. Returns false if the same reply is already a note. */
export async function insertNote(trx: Transaction<Tables>, { author, ...note }: NewNote): Promise<boolean> {
  const added = await trx
    .insertInto('task_note')
    .values(note)
    .onConflict((conflict) => conflict.column('source_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added && author) await trx.insertInto('task_note_author').values({ note_id: note.id, email: author }).execute()
  return added !== undefined
}

/** Returns notes on a task, newest first. `before` is the id of the last note of the previous page. */
export const findNotes = (db: Kysely<Tables>, taskId: string, { limit, before }: { limit: number; before?: string }): Promise<TaskNote[]> =>
  db
    .selectFrom('task_note')
    .leftJoin('task_note_author', 'task_note_author.note_id', 'task_note.id')
    .select(['task_note.id as _id', 'preview_number as previewNo', 'source', 'email as author', 'is_from_recipient as isFromRecipient'])
    .select(['is_automatic as isAutomatic', 'has_attachments as hasAttachments', 'text', 'created_at as createdAt'])
    .where('task_id', '=', taskId)
    .$if(before !== undefined, (query) => query.where('task_note.id', '<', before ?? ''))
    .orderBy('task_note.id', 'desc')
    .limit(limit)
    .execute()
