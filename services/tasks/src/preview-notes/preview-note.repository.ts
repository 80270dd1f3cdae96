import type { NotePlace, NoteState, NoteVisibility } from '@app/contracts/rules/preview-notes.ts'
import type { ContentKind, PreviewState } from '@app/contracts/rules/previews.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { Participant } from './participant.ts'

/** The author of a note or reply, with the email address of a client. Null if the address is not known, and for an admin. */
interface AuthorRow {
  authorKind: Participant['kind']
  authorId: string
  email: string | null
}

export interface NoteRow extends NotePlace, AuthorRow {
  id: string
  taskId: string
  previewId: string
  /** Null for a draft. */
  previewNo: number | null
  previewState: PreviewState
  number: number
  body: string
  visibility: NoteVisibility
  state: NoteState
  version: number
  continues: string | null
  replyCount: number
  createdAt: string
  /** The file that the note is about. All five values are null for a note on the whole preview. */
  fileKind: ContentKind | null
  fileKey: string | null
  displayKey: string | null
  width: number | null
  height: number | null
}

export interface ReplyRow extends AuthorRow {
  id: string
  noteId: string
  body: string
  createdAt: string
}

const noteSelection = (db: Kysely<Tables>) =>
  db
    .selectFrom('preview_note as note')
    .innerJoin('preview', 'preview.id', 'note.preview_id')
    .leftJoin('preview_file as file', (join) =>
      join.onRef('file.preview_id', '=', 'note.preview_id').onRef('file.position', '=', 'note.file_position'),
    )
    .leftJoin('review_link', 'review_link.id', 'note.link_id')
    .leftJoin('owner_address', 'owner_address.owner_id', 'note.author_id')
    .select(['note.id', 'note.task_id as taskId', 'note.preview_id as previewId', 'preview.number as previewNo', 'note.number'])
    .select('preview.state as previewState')
    .select(['note.file_position as filePosition', 'note.x', 'note.y', 'note.at_ms as atMs', 'note.page', 'note.body'])
    .select(['note.author_kind as authorKind', 'note.author_id as authorId'])
    .select(sql<string | null>`coalesce(review_link.email, owner_address.email)`.as('email'))
    .select(['note.visibility', 'note.state', 'note.version', 'note.continues', 'note.reply_count as replyCount'])
    .select(['note.created_at as createdAt', 'file.kind as fileKind', 'file.key as fileKey', 'file.display_key as displayKey'])
    .select(['file.width', 'file.height'])

export const findNote = (db: Kysely<Tables>, id: string): Promise<NoteRow | undefined> =>
  noteSelection(db).where('note.id', '=', id).executeTakeFirst()

interface NotePage {
  /** Whether the page contains team notes, and notes on the draft and on withdrawn previews. */
  isForTeam: boolean
  /** The page contains only notes on this preview. */
  previewId?: string | undefined
  /** The page contains only notes on previews up to this number. */
  upTo?: number
  /** The id of the last note of the previous page. */
  after?: string | undefined
  limit: number
}

/** Returns notes on the previews of a task, oldest first. */
export function findNotes(db: Kysely<Tables>, taskId: string, { isForTeam, previewId, upTo, after, limit }: NotePage): Promise<NoteRow[]> {
  return noteSelection(db)
    .where('note.task_id', '=', taskId)
    .$if(!isForTeam, (query) => query.where('note.visibility', '=', 'everyone').where('preview.state', '=', 'delivered'))
    .$if(previewId !== undefined, (query) => query.where('note.preview_id', '=', previewId ?? ''))
    .$if(upTo !== undefined, (query) => query.where('preview.number', '<=', upTo ?? 0))
    .$if(after !== undefined, (query) => query.where('note.id', '>', after ?? ''))
    .orderBy('note.id')
    .limit(limit)
    .execute()
}

/** Returns the replies to notes, oldest first. */
export async function findReplies(db: Kysely<Tables>, noteIds: readonly string[]): Promise<ReplyRow[]> {
  if (noteIds.length === 0) return []
  return db
    .selectFrom('preview_note_reply as reply')
    .leftJoin('review_link', 'review_link.id', 'reply.link_id')
    .leftJoin('owner_address', 'owner_address.owner_id', 'reply.author_id')
    .select(['reply.id', 'reply.note_id as noteId', 'reply.body', 'reply.created_at as createdAt'])
    .select(['reply.author_kind as authorKind', 'reply.author_id as authorId'])
    .select(sql<string | null>`coalesce(review_link.email, owner_address.email)`.as('email'))
    .where('reply.note_id', '=', sql<string>`any(${noteIds}::uuid[])`)
    .orderBy('reply.id')
    .execute()
}

/**
 * Returns the number of the last note on a preview with this visibility, or 0. The number is also the count of these notes, because a note
 * is deleted only with its preview.
 */
export async function lastNumber(trx: Transaction<Tables>, previewId: string, visibility: NoteVisibility): Promise<number> {
  const last = await trx
    .selectFrom('preview_note')
    .select('number')
    .where('preview_id', '=', previewId)
    .where('visibility', '=', visibility)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.number ?? 0
}

export async function isContinued(trx: Transaction<Tables>, id: string): Promise<boolean> {
  const next = await trx.selectFrom('preview_note').select('id').where('continues', '=', id).executeTakeFirst()
  return next !== undefined
}

const authorColumns = ({ kind, id, linkId }: Participant) => ({ author_kind: kind, author_id: id, link_id: linkId })

export interface NewNote {
  taskId: string
  previewId: string
  number: number
  place: NotePlace
  body: string
  visibility: NoteVisibility
  continues: string | null
  author: Participant
}

/** Inserts a note and returns its id. */
export async function insertNote(trx: Transaction<Tables>, note: NewNote): Promise<string> {
  const id = uuidv7()
  const { filePosition, x, y, atMs, page } = note.place
  await trx
    .insertInto('preview_note')
    .values({
      id,
      task_id: note.taskId,
      preview_id: note.previewId,
      number: note.number,
      file_position: filePosition,
      x,
      y,
      at_ms: atMs,
      page,
      body: note.body,
      visibility: note.visibility,
      continues: note.continues,
      ...authorColumns(note.author),
    })
    .execute()
  return id
}

export async function insertReply(trx: Transaction<Tables>, noteId: string, body: string, author: Participant): Promise<void> {
  await trx
    .insertInto('preview_note_reply')
    .values({ id: uuidv7(), note_id: noteId, body, ...authorColumns(author) })
    .execute()
  await trx.updateTable('preview_note').set({ reply_count: sql`reply_count + 1` }).where('id', '=', noteId).execute()
}

/** Sets the state of a note, and increases its version. */
export async function setState(trx: Transaction<Tables>, id: string, state: NoteState): Promise<void> {
  await trx.updateTable('preview_note').set({ state, version: sql`version + 1` }).where('id', '=', id).execute()
}
