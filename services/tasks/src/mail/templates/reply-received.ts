import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { ColleagueRight } from '@app/contracts/rules/colleagues.ts'
import { type MailedTask, taskFacts } from './task-facts.ts'

interface Reply {
  url: string
  /** Whether the recipient may decide, or only look. */
  may: ColleagueRight
  hasAttachments: boolean
}

const SAVED = 'We saved your reply as a note on this task.'
const FILES_LOST = 'We couldn’t save the attached files.'

const words = {
  decide: {
    heading: 'To decide, please open the review page',
    preheader: 'A reply does not approve the preview or refer it back.',
    text: `A reply does not approve the preview or refer it back. ${SAVED} Our team will read it.`,
    files: `${FILES_LOST} To send us a picture, refer the preview back and add the picture there.`,
    label: 'Open the review page',
  },
  look: { heading: 'Our team will read your reply', preheader: SAVED, text: SAVED, files: FILES_LOST, label: 'Look at the preview' },
} as const

/** The automatic answer to a reply to an email with a review link. Does not quote the reply. */
export function replyReceived(task: MailedTask, { url, may, hasAttachments }: Reply): MailContent {
  const { heading, preheader, text, files, label } = words[may]
  return compose({
    subject: `We got your reply: ${task.title}`,
    preheader,
    heading,
    blocks: [
      { kind: 'text', text },
      ...(hasAttachments ? [{ kind: 'text', text: files } as const] : []),
      { kind: 'action', label, url },
      taskFacts(task),
    ],
  })
}
