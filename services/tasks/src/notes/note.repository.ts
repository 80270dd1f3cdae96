import type { TaskNote } from '@app/contracts/http/notes.ts'
import { MESSAGE_BURST_MINUTES } from '@app/contracts/rules/notes.ts'
import type { NoteSide } from '@app/contracts/rules/preview-notes.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
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

/** Selects notes as a side sees them. */
const notes = (db: Kysely<Tables>, reader: NoteSide) =>
  db
    .selectFrom('task_note')
    .leftJoin('task_note_author', 'task_note_author.note_id', 'task_note.id')
    .leftJoin('task_note_seen as seen', (join) => join.onRef('seen.task_id', '=', 'task_note.task_id').on('seen.side', '=', reader))
    .select(['task_note.id as _id', 'preview_number as previewNo', 'source', 'task_note.side as authorSide', 'email as author'])
    .select(sql<boolean>`task_note.side <> ${reader} and (seen.note_id is null or task_note.id > seen.note_id)`.as('isUnread'))
    .select(['is_from_recipient as isFromRecipient', 'is_automatic as isAutomatic', 'has_attachments as hasAttachments'])
    .select(['text', 'created_at as createdAt'])

interface Page {
  limit: number
  /** Id of the last note of the previous page. */
  before?: string | undefined
}

/** Returns notes on a task, newest first. */
export const findNotes = (db: Kysely<Tables>, taskId: string, reader: NoteSide, { limit, before }: Page): Promise<TaskNote[]> =>
  notes(db, reader)
    .where('task_note.task_id', '=', taskId)
    .$if(before !== undefined, (query) => query.where('task_note.id', '<', before ?? ''))
    .orderBy('task_note.id', 'desc')
    .limit(limit)
    .execute()

export const findNote = (db: Kysely<Tables>, taskId: string, noteId: string, reader: NoteSide): Promise<TaskNote | undefined> =>
  notes(db, reader).where('task_note.id', '=', noteId).where('task_note.task_id', '=', taskId).executeTakeFirst()

/** Returns the first message of the burst to which a further message of a side belongs. Undefined if the message begins a burst. */
export async function currentBurst(trx: Transaction<Tables>, taskId: string, side: NoteSide): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select first.id from (
      select burst_id from task_note where task_id = ${taskId} and side = ${side} and source = 'portal' order by id desc limit 1
    ) as last join task_note as first on first.id = last.burst_id
    where first.created_at > now() - make_interval(mins => ${MESSAGE_BURST_MINUTES}::integer)`.execute(trx)
  return rows[0]?.id
}

/** Stores the last note that a side has seen, unless it has seen a later one. */
export async function saveSeen(db: Kysely<Tables>, taskId: string, side: NoteSide, noteId: string): Promise<void> {
  await sql`
    insert into task_note_seen as seen (task_id, side, note_id) values (${taskId}, ${side}, ${noteId})
    on conflict (task_id, side) do update set note_id = excluded.note_id where seen.note_id < excluded.note_id`.execute(db)
}
