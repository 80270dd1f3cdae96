import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, previewOf, type TaskEventData, taskFacts } from './task-facts.ts'

interface ReferredBack extends TaskEventData {
  feedback: string
  clientSuggestImage: string | null
  /** Whether there are signs that a machine, such as a mail scanner, made the referral. */
  isUnconfirmed?: boolean
}

const REQUEST = 'asked for changes. Please upload a new preview.'
const UNCONFIRMED =
  'seems to ask for changes, but a mail program may have sent this feedback. If nobody there wrote it, please deliver the preview again.'

export const referredBack = (task: ReferredBack, publicUrl: string): MailContent =>
  compose({
    subject: `Referred back by ${task.companyName}: ${task.title}`,
    preheader: task.feedback || `Task #${task.taskId} needs a new preview.`,
    heading: 'A preview was referred back',
    blocks: [
      { kind: 'text', text: `${task.companyName} ${task.isUnconfirmed ? UNCONFIRMED : REQUEST}` },
      ...(task.feedback ? [{ kind: 'quote', text: task.feedback } as const] : []),
      ...(task.clientSuggestImage ? [{ kind: 'text', text: 'The client attached a picture. Open the task to see it.' } as const] : []),
      ...previewOf(task, adminTaskUrl(task, publicUrl)),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
