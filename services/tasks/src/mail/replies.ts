import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { Kysely, NotNull } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hasBouncedAddress } from '../reviews/review-link.repository.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, toMailedTask } from './mailed-task.repository.ts'
import { neutralTask } from './neutral-task.ts'
import { findReviewRecipient } from './review-recipient.ts'
import { replyReceived } from './templates/reply-received.ts'

/** Returns a reply that may get an automatic answer: a person sent it from the address to which the review link was sent. */
const findReply = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('task_note')
    .select(['task_id as taskId', 'preview_number as previewNo', 'has_attachments as hasAttachments'])
    .where('id', '=', id)
    .where('source', '=', 'email')
    .where('is_from_recipient', '=', true)
    .where('is_automatic', '=', false)
    .$narrowType<{ previewNo: NotNull }>()
    .executeTakeFirst()

/**
 * The automatic answer to a reply to a review email. Obsolete when the recipient gets no emails any more. A reply from an address that does
 * not exist is forged, so it gets no answer.
 */
export const composeReplyReceived =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient: wanted }) => {
    const reply = await findReply(deps.db, about)
    const task = reply && (await findMailedTask(deps.db, reply.taskId))
    const recipient = task && (await findReviewRecipient(deps, task, reply.previewNo, wanted))
    if (!recipient || (wanted.kind === 'owner' && (await hasBouncedAddress(deps.db, wanted.id)))) return 'obsolete'
    const facts = toMailedTask(task, deps.store)
    const { url, may, isConfirmed, fields } = recipient
    const mail = replyReceived(isConfirmed ? facts : neutralTask(facts), { url, may, hasAttachments: reply.hasAttachments })
    return { ...mail, isAnswer: true, ...fields }
  }
