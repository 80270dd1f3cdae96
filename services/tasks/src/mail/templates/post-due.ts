import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, decidedTaskFacts, type MailedTask, previewOf } from './task-facts.ts'

interface DuePost extends MailedTask {
  /** The time of day at which the task must be posted, with the time zone. */
  postingTime: string
  /** Whether a machine, such as a mail scanner, may have approved the preview. */
  isUnconfirmed: boolean
}

const UNCONFIRMED = 'The company has not confirmed the approval.'

/** The email to an admin when the posting time of an approved task has come. */
export const postDue = (task: DuePost, publicUrl: string): MailContent =>
  compose({
    subject: `Post now for ${task.companyName}: ${task.title}`,
    preheader: task.isUnconfirmed ? UNCONFIRMED : `Planned for ${task.postingTime}.`,
    lead: previewOf(task, adminTaskUrl(task, publicUrl)),
    heading: task.isUnconfirmed ? 'Please ask the company first' : 'Then launch the task, with the link to the post',
    blocks: [
      ...(task.isUnconfirmed ? [{ kind: 'text', text: UNCONFIRMED } as const] : []),
      decidedTaskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
