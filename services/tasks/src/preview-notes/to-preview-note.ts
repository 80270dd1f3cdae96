import { brand } from '@app/contracts/brand.ts'
import type { NoteReply, PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { maskEmail } from '@app/contracts/rules/email.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { type PublicUrl, urlOf } from '../tasks/task-row.ts'
import { type Participant, sideOf } from './participant.ts'
import { findReplies, type NoteRow, type ReplyRow } from './preview-note.repository.ts'

/** The name of a client whose email address is not known yet. */
const UNKNOWN_CLIENT = 'Client'

type AuthorColumns = Pick<ReplyRow, 'authorKind' | 'authorId' | 'email'>

/** Admins get the whole email address, because they write to the client. Other readers get the masked address. */
function nameOf({ authorKind, email }: AuthorColumns, reader: Participant): string {
  if (authorKind === 'agency') return brand.name
  if (email === null) return UNKNOWN_CLIENT
  return sideOf(reader) === 'agency' ? email : maskEmail(email)
}

function toAuthor(columns: AuthorColumns, reader: Participant): PreviewNote['author'] {
  const author = { kind: columns.authorKind, id: columns.authorId }
  return {
    kind: columns.authorKind,
    name: nameOf(columns, reader),
    isYou: author.id === reader.id && sideOf(author) === sideOf(reader),
  }
}

const toReply = (row: ReplyRow, reader: Participant): NoteReply => ({
  _id: row.id,
  author: toAuthor(row, reader),
  body: row.body,
  createdAt: row.createdAt,
})

/** Returns the file that a note is about. Null for a note on the whole preview. */
function toFile({ fileKind, fileKey, displayKey, width, height }: NoteRow, publicUrl: PublicUrl): PreviewNote['file'] {
  if (fileKind === null || fileKey === null) return null
  return { kind: fileKind, url: publicUrl(fileKey), display: urlOf(displayKey, publicUrl), width, height }
}

/** Converts notes and their replies to the format of responses. `reader` is the participant who gets the response. */
export async function toPreviewNotes(
  db: Kysely<Tables>,
  { store }: Pick<TasksDeps, 'store'>,
  rows: readonly NoteRow[],
  reader: Participant,
): Promise<PreviewNote[]> {
  const answered = rows.filter(({ replyCount }) => replyCount > 0).map(({ id }) => id)
  const replies = Map.groupBy(await findReplies(db, answered), ({ noteId }) => noteId)
  return rows.map((row) => ({
    _id: row.id,
    previewId: row.previewId,
    previewNo: row.previewNo,
    number: row.number,
    filePosition: row.filePosition,
    x: row.x,
    y: row.y,
    atMs: row.atMs,
    page: row.page,
    file: toFile(row, store.publicUrl),
    body: row.body,
    author: toAuthor(row, reader),
    visibility: row.visibility,
    state: row.state,
    version: row.version,
    continues: row.continues,
    createdAt: row.createdAt,
    replies: (replies.get(row.id) ?? []).map((reply) => toReply(reply, reader)),
  }))
}
