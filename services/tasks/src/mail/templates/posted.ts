import { compose } from '@app/chassis/mail/compose.ts'
import type { Block, Fact, LinkedLine } from '@app/chassis/mail/draft.ts'
import { formatDateAndTime } from '@app/contracts/format/times.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import type { MailBody } from '../mail-body.ts'
import { KEEP_RECEIPT, receiptFile, type SignedReceipt } from '../receipt-file.ts'
import { type MailedTask, ownerTaskUrl, previewOf, titleAndNumber } from './task-facts.ts'

interface Posted extends MailedTask {
  adminPostComment: string
  postedAt: string | null
  /** The time zone of the company. */
  timeZone: string
  /** The addresses of the post. Absent in an email to an unconfirmed address. */
  postLinks?: PostLinks
  record?: SignedReceipt
}

/** Returns the addresses of the post. Empty without addresses. */
function linksBlock({ postLinks = {} }: Posted): Block[] {
  const lines = platforms.flatMap((platform): LinkedLine[] => {
    const url = postLinks[platform]
    return url ? [{ text: platformNames[platform], url, notes: [] }] : []
  })
  return lines.length > 0 ? [{ kind: 'links', title: 'See the post', lines }] : []
}

function factsOf(task: Posted): Block {
  const posted: Fact[] = task.postedAt === null ? [] : [['Date and time', formatDateAndTime(task.postedAt, task.timeZone)]]
  // A posted task needs no due dates.
  return { kind: 'facts', facts: [['Task', titleAndNumber(task)], ...posted] }
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
      factsOf(task),
      ...linksBlock(task),
      { kind: 'action', label: 'See the task', url: ownerTaskUrl(task, publicUrl) },
      ...(task.record ? [{ kind: 'text', text: KEEP_RECEIPT } as const] : []),
    ],
  }),
  parts: receiptFile(task.record),
})
