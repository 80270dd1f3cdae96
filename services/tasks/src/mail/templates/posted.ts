import { compose } from '@app/chassis/mail/compose.ts'
import type { MailBody } from '../mail-body.ts'
import { KEEP_RECEIPT, receiptFile, type SignedReceipt } from '../receipt-file.ts'
import { type MailedTask, ownerTaskUrl, previewOf, titleAndNumber } from './task-facts.ts'

interface Posted extends MailedTask {
  adminPostComment: string
  record?: SignedReceipt
}

const SEE_IT = 'You can see the content in your portal'

/**
 * The email to the owner about a launched task. The attached receipt proves the launch, and all earlier decisions in the company's decision
 * record.
 */
export const posted = (task: Posted, publicUrl: string): MailBody => ({
  ...compose({
    subject: `Posted: ${task.title}`,
    preheader: task.adminPostComment || `${SEE_IT}.`,
    lead: previewOf(task, ownerTaskUrl(task, publicUrl)),
    heading: task.adminPostComment ? 'Our comment' : SEE_IT,
    blocks: [
      ...(task.adminPostComment ? [{ kind: 'quote', text: task.adminPostComment } as const] : []),
      // A posted task needs no due dates.
      { kind: 'facts', facts: [['Task', titleAndNumber(task)]] },
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
      ...(task.record ? [{ kind: 'text', text: KEEP_RECEIPT } as const] : []),
    ],
  }),
  parts: receiptFile(task.record),
})
