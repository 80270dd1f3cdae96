import { mailFrom } from '@app/contracts/brand-mail.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { activeContext } from '../context.ts'

/** A mail as it is to be sent. */
export interface Mail {
  /** The same for every attempt, so that a mail that comes twice can be told by its Message-ID. */
  id: string
  recipient: string
  replyTo: string | null
  subject: string
  text: string
  html: string
}

/** What goes over the wire. */
export interface Message {
  envelope: { from: string | false; to: string[] }
  bytes: Buffer
}

const senderDomain = mailFrom.replace(/^.*@|>$/g, '')

export const messageIdOf = (id: string): string => `<${id}@${senderDomain}>`

/** Under this a mail is found in logs and traces, by whoever has it before them. */
export function traceHeader(): Readonly<Record<string, string>> {
  const trace = activeContext()?.trace
  return trace ? { 'X-Trace-Id': trace.traceId } : {}
}

/** Puts a mail together as MIME. */
export async function mimeOf({ id, recipient, replyTo, subject, text, html }: Mail): Promise<Message> {
  const composed = new MailComposer({
    from: mailFrom,
    // Objects are not parsed, so that no address can turn into two, in the envelope that is made of them either.
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    messageId: messageIdOf(id),
    headers: { 'Auto-Submitted': 'auto-generated', ...traceHeader() },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  return { envelope: composed.getEnvelope(), bytes: await composed.build() }
}
