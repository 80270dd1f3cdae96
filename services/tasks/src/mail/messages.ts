import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, toMailedTask } from './mailed-task.repository.ts'
import { findUnseenMessages } from './message.repository.ts'
import { neutralTask } from './neutral-task.ts'
import { messagesWritten } from './templates/messages-written.ts'

/**
 * The email to the owner about messages that the agency wrote in a row. Obsolete when the owner has seen them. The email to an unconfirmed
 * address does not contain them.
 */
export const composeMessagesWritten =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const messages = recipient.kind === 'owner' ? await findUnseenMessages(deps.db, about) : undefined
    if (!messages) return 'obsolete'
    const { taskId, texts, count } = messages
    const task = await findMailedTask(deps.db, taskId)
    if (task?.ownerId !== recipient.id) return 'obsolete'
    const facts = toMailedTask(task, deps.store)
    const mail = task.isOwnerConfirmed
      ? messagesWritten({ ...facts, texts, count }, deps.origin)
      : messagesWritten({ ...neutralTask(facts), texts: [], count }, deps.origin)
    return { ...mail, threadId: task._id }
  }
