import { mailFrom } from '@app/contracts/brand-mail.ts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { activeContext } from '../logging/context.ts'

/** A file in a mail. */
export interface Attachment {
  fileName: string
  contentType: string
  content: Buffer | string
  /** The id with which the HTML part shows the file (`cid:…`). Absent for a file that is only attached. */
  contentId?: string
}

export interface Mail {
  /** Part of the Message-ID. All attempts to send a mail use the same id, so that duplicates can be recognized. */
  id: string
  recipient: string
  replyTo: string | null
  /** Address to which mail servers send bounces. Default: the sender. */
  returnPath?: string
  /** Whether the mail is an automatic answer to another mail (RFC 3834). */
  isAnswer?: boolean
  /** URL to which email apps send a POST request that ends the emails to the recipient (RFC 8058). */
  unsubscribeUrl?: string
  /** Id of the thread. Email apps show mails with the same thread id together. */
  threadId?: string | null
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}

export interface Message {
  envelope: { from: string | false; to: string[] }
  bytes: Buffer
}

const senderDomain = mailFrom.replace(/^.*@|>$/g, '')

export const messageIdOf = (id: string): string => `<${id}@${senderDomain}>`

/** Returns the content id of a picture with this key in the file store. A file is never replaced, so its key identifies its content. */
export const contentIdOf = (key: string): string => `${key.slice(key.lastIndexOf('/') + 1)}@${senderDomain}`

/** Returns a header with the trace id, so that an operator can find the trace and the log lines of a mail. */
export function traceHeader(): Readonly<Record<string, string>> {
  const trace = activeContext()?.trace
  return trace ? { 'X-Trace-Id': trace.traceId } : {}
}

/**
 * Returns the headers of a thread. In all mails of the thread, the headers contain the same Message-ID. No mail has this id as its own
 * Message-ID.
 */
function threadHeaders(threadId: string): { inReplyTo: string; references: string } {
  const root = messageIdOf(`thread.${threadId}`)
  return { inReplyTo: root, references: root }
}

/** Returns the headers with which email apps show a button "Unsubscribe". */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Files with a `cid` become parts of a `multipart/related` part together with the HTML. */
const toNodemailer = ({ fileName, contentType, content, contentId }: Attachment) => ({
  filename: fileName,
  contentType,
  content,
  contentDisposition: contentId ? ('inline' as const) : ('attachment' as const),
  ...(contentId && { cid: contentId }),
})

export async function mimeOf(mail: Mail): Promise<Message> {
  const { id, recipient, replyTo, returnPath, threadId, isAnswer, unsubscribeUrl, subject, text, html, attachments = [] } = mail
  const composed = new MailComposer({
    from: mailFrom,
    // nodemailer would parse a string, which could contain two addresses. It does not parse an object.
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    ...(threadId && threadHeaders(threadId)),
    subject,
    text,
    html,
    attachments: attachments.map(toNodemailer),
    messageId: messageIdOf(id),
    headers: {
      'Auto-Submitted': isAnswer ? 'auto-replied' : 'auto-generated',
      ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)),
      ...traceHeader(),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = composed.getEnvelope()
  return { envelope: { ...envelope, from: returnPath ?? envelope.from }, bytes: await composed.build() }
}
