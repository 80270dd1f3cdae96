import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import type { NoteSubject } from './note-subject.ts'
import { sideOf } from './participant.ts'
import { countOpen } from './preview-note.repository.ts'

/** Publishes the change of a note. The transaction must have made the change already. */
export async function publishNote(
  trx: Transaction<Tables>,
  { store }: TasksDeps,
  { task, note, participant }: NoteSubject,
  change: EventData<typeof PreviewNoteChanged>['change'],
): Promise<void> {
  await addEvent(trx, PreviewNoteChanged, {
    aggregateId: task._id,
    version: task.version,
    data: {
      ...eventPayload(task, store.publicUrl),
      previewId: note.previewId,
      ...(note.previewNo !== null && { previewNo: note.previewNo }),
      noteId: note.id,
      visibility: note.visibility,
      change,
      by: sideOf(participant),
      openNotes: await countOpen(trx, note.previewId),
    },
  })
}
