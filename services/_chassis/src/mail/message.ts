import { mailFrom } from '@app/contracts/brand-mail.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { activeContext } from '../context.ts'

export interface Mail {
  /** Part of the Message-ID. All attempts to send a mail use the same id, so that duplicates can be recognized. */
  id: string
  recipient: string
  replyTo: string | null
  /** Address to which mail servers send bounces. Default: the sender. */
  returnPath?: string
  /** Whether the mail is an automatic answer to another mail (RFC 3834). */
  isAnswer?: boolean
  subject: string
  text: string
  html: string
}

export interface Message {
  envelope: { from: string | false; to: string[] }
  bytes: Buffer
}

const senderDomain = mailFrom.replace(/^.*@|>$/g, '')

export const messageIdOf = (id: string): string => `<${id}@${senderDomain}>`

/** Returns a header with the trace id, so that an operator can find the trace and the log lines of a mail. */
export function traceHeader(): Readonly<Record<string, string>> {
  const trace = activeContext()?.trace
  return trace ? { 'X-Trace-Id': trace.traceId } : {}
}

export async function mimeOf({ id, recipient, replyTo, returnPath, isAnswer, subject, text, html }: Mail): Promise<Message> {
  const composed = new MailComposer({
    from: mailFrom,
    // nodemailer would parse a string, which could contain two addresses. It does not parse an object.
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId: messageIdOf(id),
    headers: { 'Auto-Submitted': isAnswer ? 'auto-replied' : 'auto-generated', ...traceHeader() },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = composed.getEnvelope()
  return { envelope: { ...envelope, from: returnPath ?? envelope.from }, bytes: await composed.build() }
}
