import { compose } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import { previewHeadings } from '@app/contracts/rules/review-mail-headings.ts'
import type { MailBody } from '../mail-body.ts'
import { leaveLink } from './leave-link.ts'
import { companyBlock, contentBlocks, type MailedPreview, reviewFacts, versionLine } from './preview-content.ts'

interface Shown {
  /**
   * URL of the page on which the owner can decide: the page of a review link, or the task in the portal. The buttons for approving and
   * referring back both only open this page.
   */
  url: string
  /** Whether the recipient may decide, or only look. */
  may: ColleagueRight
  /** The page on which a colleague ends the emails. Absent for the owner. */
  leaveUrl?: string
}

const buttons = (may: ColleagueRight, url: string): Block =>
  may === 'decide' ? { kind: 'actions', labels: ['Approve…', 'Refer back…'], url } : { kind: 'action', label: 'Look at the preview', url }

/** The email about a delivered preview. Without the content, the email shows only the facts of the task. */
export function previewReady(task: MailedPreview, { url, may, leaveUrl }: Shown): MailBody {
  const version = versionLine(task)
  const company = task.files ? companyBlock(task) : { blocks: [], pictures: [] }
  const shown = task.files ? contentBlocks(task, url) : { lead: undefined, blocks: [], leadPictures: [], pictures: [] }
  const content = compose({
    // All versions of a task have the same subject, because some email apps show only emails with equal subjects as one thread.
    subject: may === 'decide' ? `Ready for your review: ${task.title}` : `New preview: ${task.title}`,
    preheader: version,
    lead: shown.lead,
    heading: previewHeadings[may],
    blocks: [
      ...company.blocks,
      { kind: 'text', text: version },
      ...shown.blocks,
      reviewFacts(task),
      buttons(may, url),
      ...(leaveUrl ? [leaveLink(leaveUrl)] : []),
    ],
  })
  return { ...content, parts: [...shown.leadPictures, ...company.pictures, ...shown.pictures] }
}
