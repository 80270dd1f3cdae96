import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { adminTaskUrl, changesBlock, type MailedTask, previewOf, taskFacts } from './task-facts.ts'

interface ReferredBack extends MailedTask {
  feedback: string
  clientSuggestImage: string | null
  /** Whether a machine, such as a mail scanner, possibly made the referral. */
  isUnconfirmed?: boolean
}

const UNCONFIRMED = 'An email app may have sent this feedback.'
const NO_FEEDBACK = 'There is no feedback yet.'

export const referredBack = (task: ReferredBack, publicUrl: string): MailContent =>
  compose({
    subject: `${task.isUnconfirmed ? 'Unconfirmed feedback from' : 'Referred back by'} ${task.companyName}: ${task.title}`,
    preheader: task.isUnconfirmed ? UNCONFIRMED : task.feedback || NO_FEEDBACK,
    lead: previewOf(task, adminTaskUrl(task, publicUrl)),
    heading: task.isUnconfirmed ? 'Please ask the company about this feedback' : 'Please upload a new preview',
    blocks: [
      ...(task.isUnconfirmed
        ? [{ kind: 'text', text: `${UNCONFIRMED} If nobody at ${task.companyName} wrote it, please deliver the preview again.` } as const]
        : []),
      task.feedback ? { kind: 'quote', text: task.feedback } : { kind: 'text', text: NO_FEEDBACK },
      ...(task.clientSuggestImage ? [{ kind: 'text', text: 'The company attached a picture. Open the task to see it.' } as const] : []),
      ...changesBlock(task),
      taskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
