import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { Block } from '@app/chassis/mail/draft.ts'
import { type TaskEventData, taskFacts } from './task-facts.ts'

export const REPLY_RECEIVED = 'reply-received'

const attachments: Block[] = [
  {
    kind: 'text',
    text: 'We could not keep the attached files. To send us a picture, refer the preview back and add the picture there.',
  },
]

/** The automatic answer to a reply to an email with a review link. Does not quote the reply. */
export const replyReceived = (task: TaskEventData, { url, hasAttachments }: { url: string; hasAttachments: boolean }): MailContent =>
  compose({
    subject: `We got your reply: ${task.title}`,
    preheader: 'A reply does not approve the preview or refer it back.',
    heading: 'To decide, please open the review page',
    blocks: [
      {
        kind: 'text',
        text: 'A reply does not approve the preview or refer it back. We saved your reply as a note on this task. Our team will read it.',
      },
      ...(hasAttachments ? attachments : []),
      { kind: 'action', label: 'Open the review page', url },
      taskFacts(task),
    ],
  })
