import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import type { replyToTaskMail } from '@app/contracts/http/inbound-mail.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { findReviewCompany } from '../reviews/review-company.repository.ts'
import { findLink } from '../reviews/review-link.repository.ts'
import { isExpired } from '../reviews/review-state.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { lockTask } from '../tasks/task.repository.ts'
import { insertNote } from './note.repository.ts'

type ReceivedReply = Type.Static<typeof replyToTaskMail.schema.body>

/**
 * Stores a reply to a review email as a note of the task. A reply never approves the preview or refers it back. A reply about a removed
 * task is dropped. An answer is sent only if the reply came from the email address to which the review link was sent. The answer goes to
 * this address.
 */
export async function addReply(
  trx: Transaction<Tables>,
  { now }: Pick<TasksDeps, 'now'>,
  { returnId, reply }: ReceivedReply,
): Promise<void> {
  const link = await findLink(trx, returnId)
  const task = link && (await lockTask(trx, link.taskId, undefined))
  if (!task) return
  const { id, previewNo, recipientKind, recipientId, email } = link
  const { isAutomatic, hasAttachments } = reply
  const author = normalizeEmail(reply.author)
  const isFromRecipient = author === normalizeEmail(email)
  const noteId = uuidv7()
  const isNew = await insertNote(trx, {
    id: noteId,
    task_id: task._id,
    preview_number: previewNo,
    source: 'email',
    source_id: reply.replyId,
    text: reply.text,
    is_from_recipient: isFromRecipient,
    is_automatic: isAutomatic,
    has_attachments: hasAttachments,
    author,
  })
  if (!isNew) return
  const { reviewLinks } = await findReviewCompany(trx, task.companyProfileId)
  const mayAnswer = isFromRecipient && !isAutomatic && reviewLinks && !link.isRevoked && !isExpired(link, now())
  await addEvent(trx, TaskNoteAdded, {
    aggregateId: task._id,
    version: task.version,
    data: {
      ...eventPayload(task),
      previewNo,
      noteId,
      source: 'email',
      authorSide: 'client',
      reviewLink: { id, recipientKind, recipientId },
      isFromRecipient,
      isAutomatic,
      mayAnswer,
    },
  })
}
