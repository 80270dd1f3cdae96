import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { EventData } from '@app/contracts/define.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import type { NoteSubject } from './note-subject.ts'
import { sideOf } from './participant.ts'

/**
 * Publishes the change of a note. The transaction must have made the change already. Clients no longer see the notes on a withdrawn
 * preview, so these are published as team notes.
 */
export async function publishNote(
  trx: Transaction<Tables>,
  { task, note, participant }: NoteSubject,
  change: EventData<typeof PreviewNoteChanged>['change'],
): Promise<void> {
  await addEvent(trx, PreviewNoteChanged, {
    aggregateId: task._id,
    version: task.version,
    data: {
      ...eventPayload(task),
      previewId: note.previewId,
      ...(note.previewNo !== null && { previewNo: note.previewNo }),
      noteId: note.id,
      visibility: note.previewState === 'withdrawn' ? 'team' : note.visibility,
      change,
      by: sideOf(participant),
      isWaiting: canReview(task) && note.previewNo === task.previewNo,
    },
  })
}
