import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { MESSAGE_REQUIRED } from '@app/contracts/rules/notes.ts'
import { v7 as uuidv7 } from 'uuid'
import type { TasksDeps } from '../deps.ts'
import { participantOf, sideOf } from '../preview-notes/participant.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { withLockedTask } from '../tasks/with-locked-task.ts'
import { currentBurst, findNote, insertNote, saveSeen } from './note.repository.ts'

/** Limit of the messages of a person, in all tasks together. */
const LIMIT = { count: 60, seconds: 3_600 }

/**
 * Writes a message on a task. Changes neither its status nor its version, so an owner with the task open can still decide. The author has seen
 * all earlier notes. Throws 404 for a task of another owner, 422 for an empty message, and 429 after too many messages.
 */
export function writeNote(deps: TasksDeps, caller: Caller, ref: string, text: string, idempotency: IdempotentRequest): Promise<TaskNote> {
  if (isBlank(text)) throw refusedField('text', MESSAGE_REQUIRED)
  const authorSide = sideOf(participantOf(caller))
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    await consumeLimit(trx, { key: `task-messages:${caller.id}`, limit: LIMIT, now: new Date() })
    const id = uuidv7()
    const burstId = (await currentBurst(trx, task._id, authorSide)) ?? id
    await insertNote(trx, {
      id,
      task_id: task._id,
      preview_number: task.previewNo,
      source: 'portal',
      source_id: null,
      side: authorSide,
      burst_id: burstId,
      text: text.trim(),
      is_from_recipient: true,
      is_automatic: false,
      has_attachments: false,
      author: '',
    })
    await saveSeen(trx, task._id, authorSide, id)
    await addEvent(trx, TaskNoteAdded, {
      aggregateId: task._id,
      version: task.version,
      data: {
        ...eventPayload(task),
        noteId: id,
        source: 'portal',
        authorSide,
        burstId,
        ...(task.previewNo !== null && { previewNo: task.previewNo }),
        isFromRecipient: true,
        isAutomatic: false,
        mayAnswer: false,
      },
    })
    const note = await findNote(trx, task._id, id, authorSide)
    if (!note) throw new Error('The message was not stored')
    return idempotency.storeResponse(trx, note)
  })
}
