import type { NoteSource } from '@app/contracts/rules/notes.ts'
import type { NoteAuthorKind, NoteSide, NoteState, NoteVisibility } from '@app/contracts/rules/preview-notes.ts'
import type { ContentKind, PreviewState } from '@app/contracts/rules/previews.ts'
import type { ColumnType, Generated } from 'kysely'

/** A version of a task's content. Triggers reject changes of the content after the content hash is set. */
interface PreviewTable {
  id: string
  task_id: string
  /** 1, 2, 3 per task, assigned at delivery and never used again. Null for a draft. */
  number: number | null
  caption: string
  /** Set after the files are inserted, in the same transaction. */
  content_hash: ColumnType<string, never, string>
  state: PreviewState
  /** Id of an admin, like `delivered_by` and `checked_by`. */
  created_by: string
  created_at: Generated<string>
  delivered_by: string | null
  delivered_at: string | null
  /** The state of the task's brief at the delivery. */
  brief_version: number | null
  check_requested_at: string | null
  checked_by: string | null
  checked_at: string | null
  /** Whether the company required a check when the draft was saved. */
  needs_check: Generated<boolean>
  withdrawn_by: string | null
  withdrawn_at: string | null
  /** Only for the team. */
  withdrawn_reason: string | null
}

interface PreviewFileTable {
  preview_id: string
  position: number
  key: string
  kind: ContentKind
  media_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_ms: number | null
  poster_key: string | null
  display_key: string | null
  thumbnail_key: string | null
  /** Pictures of a video, which only the check of previews reads. */
  first_key: string | null
  middle_key: string | null
  last_key: string | null
  /** The codec of a video as browsers name it, for example `hvc1`. Null if the browser of the admin could not tell. */
  codec: string | null
  alternative_text: Generated<string>
  /** Whether the smaller copies of a picture are still to be made, or were given up because the file cannot be read. */
  needs_copies: Generated<boolean>
}

/** Notes on tasks: messages, and replies to emails with a review link. */
interface TaskNoteTable {
  id: string
  task_id: string
  preview_number: number | null
  source: NoteSource
  /** Identifies the reply, so that a reply that arrives twice is one note. Null for a message. */
  source_id: string | null
  /** The side that wrote the note. Replies to emails are from the client. */
  side: Generated<NoteSide>
  /** The first of several messages that the same side wrote in a row, for which one email is enough. Null for a reply to an email. */
  burst_id: string | null
  text: string
  is_from_recipient: boolean
  is_automatic: boolean
  has_attachments: boolean
  created_at: Generated<string>
}

/** The last note on a task that a side has seen. */
interface TaskNoteSeenTable {
  task_id: string
  side: NoteSide
  note_id: string
}

/** Email addresses of the authors of notes. An address can be erased without changing the note. */
interface TaskNoteAuthorTable {
  note_id: string
  /** In lower case. */
  email: string
}

/** Notes on previews. The columns of the place are explained in `NotePlace`. */
interface PreviewNoteTable {
  id: string
  task_id: string
  preview_id: string
  /** 1, 2, 3 for each preview and visibility. */
  number: number
  file_position: number | null
  x: number | null
  y: number | null
  at_ms: number | null
  page: number | null
  body: string
  author_kind: NoteAuthorKind
  /** Id of the admin or owner. For a review link, the id of its recipient. */
  author_id: string
  /** The review link that the author used. Null for other authors. */
  link_id: string | null
  visibility: NoteVisibility
  state: Generated<NoteState>
  version: Generated<number>
  /** Id of the note on an earlier preview that this note continues. */
  continues: string | null
  reply_count: Generated<number>
  created_at: Generated<string>
}

/** Replies to notes on previews. */
interface PreviewNoteReplyTable {
  id: string
  note_id: string
  body: string
  author_kind: NoteAuthorKind
  author_id: string
  link_id: string | null
  created_at: Generated<string>
}

/** Tables of previews and of the notes on tasks and previews. */
export interface PreviewTables {
  preview: PreviewTable
  preview_file: PreviewFileTable
  task_note: TaskNoteTable
  task_note_author: TaskNoteAuthorTable
  task_note_seen: TaskNoteSeenTable
  preview_note: PreviewNoteTable
  preview_note_reply: PreviewNoteReplyTable
}
