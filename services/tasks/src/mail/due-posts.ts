import type { ComposeMail } from '@app/chassis/mail/serve-mails.ts'
import { findPostReminder } from '../posts/post-reminder.repository.ts'
import { isToPostAt } from '../posts/remind-due-posts.ts'
import type { MailDeps } from './deps.ts'
import { findMailedTask, toMailedTask } from './mailed-task.repository.ts'
import { postDue } from './templates/post-due.ts'

/** The email to an admin when a task must be posted. Obsolete when the task was posted or moved, or is no longer approved. */
export const composePostDue =
  (deps: MailDeps): ComposeMail =>
  async ({ about, recipient }) => {
    const reminder = recipient.kind === 'admin' ? await findPostReminder(deps.db, about) : undefined
    const task = reminder && (await findMailedTask(deps.db, reminder.taskId))
    if (!task || !isToPostAt(task, reminder)) return 'obsolete'
    const { postingTime = '', ...facts } = toMailedTask(task, deps.store)
    return { ...postDue({ ...facts, postingTime, isUnconfirmed: task.approvalUnconfirmed }, deps.origin), threadId: task._id }
  }
