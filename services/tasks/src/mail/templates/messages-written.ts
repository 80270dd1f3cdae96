import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { messageCount, quotesOf } from './message-quotes.ts'
import { type MailedTask, ownerTaskUrl, taskFacts } from './task-facts.ts'

interface MessagesWritten extends MailedTask {
  /** The first messages. Empty in an email to an address that the owner has not confirmed. */
  texts: readonly string[]
  /** Number of all messages. */
  count: number
}

/** The email to the owner about messages of the agency. */
export function messagesWritten(task: MessagesWritten, publicUrl: string): MailContent {
  const { texts, count, title } = task
  return compose({
    subject: `${messageCount(count)} from ${brand.name}: ${title}`,
    preheader: texts[0] ?? 'Sign in to your portal to read it.',
    heading: 'You can answer in your portal',
    blocks: [
      ...quotesOf(texts, count),
      { kind: 'action', label: texts.length > 0 ? 'Answer' : 'Read it', url: ownerTaskUrl(task, publicUrl) },
      taskFacts(task),
    ],
  })
}
