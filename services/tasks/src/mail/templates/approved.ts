import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import { adminTaskUrl, changesBlock, decidedTaskFacts, type MailedTask, previewOf } from './task-facts.ts'

interface Approved extends MailedTask {
  /** Whether a machine, such as a mail scanner, possibly made the approval. */
  isUnconfirmed?: boolean
}

const UNCONFIRMED = 'An email app may have made this approval.'

const LAUNCH = 'You can launch the task on its posting date'

function preheaderOf({ isUnconfirmed, targetPostingDate }: Approved): string {
  if (isUnconfirmed) return UNCONFIRMED
  return targetPostingDate ? `Posting due ${formatDate(targetPostingDate)}.` : `${LAUNCH}.`
}

export const approved = (task: Approved, publicUrl: string): MailContent =>
  compose({
    subject: `${task.isUnconfirmed ? 'Unconfirmed approval' : 'Approved'} by ${task.companyName}: ${task.title}`,
    preheader: preheaderOf(task),
    lead: previewOf(task, adminTaskUrl(task, publicUrl)),
    heading: task.isUnconfirmed ? 'Please wait until the company has confirmed the approval' : LAUNCH,
    blocks: [
      ...(task.isUnconfirmed ? [{ kind: 'text', text: UNCONFIRMED } as const] : []),
      ...changesBlock(task),
      decidedTaskFacts(task),
      { kind: 'action', label: 'Open the task', url: adminTaskUrl(task, publicUrl) },
    ],
  })
