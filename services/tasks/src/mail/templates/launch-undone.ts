import { compose } from '@app/chassis/mail/compose.ts'
import type { MailBody } from '../mail-body.ts'
import { KEEP_RECEIPT, receiptFile, type SignedReceipt } from '../receipt-file.ts'
import { decidedTaskFacts, type MailedTask, ownerTaskUrl } from './task-facts.ts'

interface UndoneLaunch extends MailedTask {
  /** The reason of the admin. */
  words: string
  record?: SignedReceipt
}

const STILL_APPROVED = 'Your approval stays. We will post the task again, unless you undo it'

/** The email to the owner about a launch that an admin undid. The attached receipt proves this. */
export const launchUndone = (task: UndoneLaunch, publicUrl: string): MailBody => ({
  ...compose({
    subject: `No longer posted: ${task.title}`,
    preheader: task.words,
    heading: STILL_APPROVED,
    blocks: [
      { kind: 'text', text: 'Our team undid the launch:' },
      { kind: 'quote', text: task.words },
      decidedTaskFacts(task),
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
      ...(task.record ? [{ kind: 'text', text: KEEP_RECEIPT } as const] : []),
    ],
  }),
  parts: receiptFile(task.record),
})
