import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import { findInParts, textOf } from './mime.ts'

/** Maximum nesting depth of multipart entities. Deeper parts are not searched. */
const MAX_DEPTH = 3

/** Phrases with which qmail, Exim, Postfix and Microsoft Exchange give up on an email. A message must contain all phrases of an entry. */
const giveUpPhrases: readonly (readonly string[])[] = [
  ['Hi. This is the qmail-send program at ', "This is a permanent error; I've given up."],
  ['This message was created automatically by mail delivery software.', 'could not be delivered', 'This is a permanent error.'],
  ['This is the mail system at host ', 'could not be delivered to one or more recipients.'],
  ['Delivery has failed to these recipients or groups:'],
  ['Your message did not reach some or all of the intended recipients.', 'could not be reached:'],
]

/** The returned email follows a line that starts with dashes and one of these phrases. */
const copyMarkers = [
  'below this line is a copy of the message',
  'this is a copy of the message',
  'this is a copy of your message',
  'original message',
] as const

/** Whether the returned email starts after this line. The returned email is not searched, because its author controls it. */
function announcesCopy(line: string): boolean {
  if (!line.startsWith('-')) return false
  const text = line.replace(/^-+ ?/, '').toLowerCase()
  return copyMarkers.some((phrase) => text.startsWith(phrase))
}

/** A status code of a permanent error (RFC 3463) that is not part of an IP address. */
const STATUS = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.])/

const firstPlainText = (message: string): string =>
  findInParts(message, MAX_DEPTH, (entity, mediaType) =>
    mediaType === '' || mediaType === 'text/plain' ? textOf(entity) || undefined : undefined,
  ) ?? ''

/** Reads a bounce that contains only text and no report. Returns undefined if the text does not say that the mail server gave up. */
export function readNotice(message: string): MailReport | undefined {
  const lines = firstPlainText(message).split(/[\r\n]+/)
  const copyAt = lines.findIndex(announcesCopy)
  const own = copyAt < 0 ? lines : lines.slice(0, copyAt)
  const text = own.join(' ').replace(/\s+/g, ' ')
  if (!giveUpPhrases.some((phrases) => phrases.every((phrase) => text.includes(phrase)))) return undefined
  return { kind: 'delivery', action: 'failed', status: STATUS.exec(text)?.[0] ?? '' }
}
