import { createHash } from 'node:crypto'
import { isEmail } from '@app/contracts/rules/email.ts'
import { htmlToLines } from './html-lines.ts'
import { type Entity, fieldOf, mediaTypeOf, parameterOf, parseEntity, partsOf, textOf } from './mime.ts'
import { replyText } from './reply-text.ts'

/** Maximum nesting depth of multipart entities. Deeper parts are not read. */
const MAX_DEPTH = 5
const MAX_ADDRESS_FIELD = 1_000

/** The charset of a text is unknown or not supported. */
export class UnreadableTextError extends Error {}

export interface Reply {
  /** Message-ID. Empty if the email has none. */
  messageId: string
  /** Address in the header From, or empty. */
  from: string
  /** Whether a program sent the email (RFC 3834). */
  isAutomatic: boolean
  text: string
  hasAttachments: boolean
}

function addressIn(field: string): string {
  const start = field.lastIndexOf('<')
  const end = field.indexOf('>', start)
  const address = (start < 0 ? field : field.slice(start + 1, end < 0 ? undefined : end)).trim()
  return isEmail(address) ? address : ''
}

const automaticPrecedences = new Set(['bulk', 'junk', 'list', 'auto_reply', 'auto-reply'])
/** Headers of mailing lists, and of autoresponders that do not set Auto-Submitted. */
const automaticFields = ['List-Id', 'List-Unsubscribe', 'X-Autoreply', 'X-Autorespond']

function isAutomatic(head: string): boolean {
  const autoSubmitted = fieldOf(head, 'Auto-Submitted').toLowerCase()
  return (
    (autoSubmitted !== '' && autoSubmitted !== 'no') ||
    automaticPrecedences.has(fieldOf(head, 'Precedence').toLowerCase()) ||
    automaticFields.some((name) => fieldOf(head, name) !== '')
  )
}

/** Decodes the text of an entity. UTF-16 is not supported, because its bytes must not occur in the body of an email (RFC 2045). */
function decode(entity: Entity): string {
  const charset = parameterOf(fieldOf(entity.head, 'Content-Type'), 'charset').toLowerCase() || 'utf-8'
  if (charset.startsWith('utf-16')) throw new UnreadableTextError(charset)
  try {
    return new TextDecoder(charset).decode(Buffer.from(textOf(entity), 'latin1'))
  } catch {
    throw new UnreadableTextError(charset)
  }
}

interface Content {
  texts: string[]
  hasAttachments: boolean
}

const isBlank = ({ texts }: Content): boolean => texts.every((text) => text.trim() === '')

function leafContent(entity: Entity, mediaType: string): Content {
  const disposition = fieldOf(entity.head, 'Content-Disposition').toLowerCase()
  const isText = mediaType === '' || mediaType === 'text/plain' || mediaType === 'text/html'
  if (isText && !disposition.startsWith('attachment')) {
    const text = decode(entity)
    return { texts: [mediaType === 'text/html' ? htmlToLines(text) : text], hasAttachments: false }
  }
  // Cryptographic signatures do not count as attachments. Pictures with a Content-ID, such as a logo below the sender's name, count only if
  // their disposition is `attachment`.
  const isDecoration = mediaType.endsWith('-signature') || (mediaType.startsWith('image/') && fieldOf(entity.head, 'Content-ID') !== '')
  return { texts: [], hasAttachments: disposition.startsWith('attachment') ? !mediaType.endsWith('-signature') : !isDecoration }
}

/** Returns the texts of an entity. Of several alternatives, returns the first one that is not blank: usually the plain text. */
function contentOf(entity: Entity, depth = 0): Content {
  const mediaType = mediaTypeOf(entity)
  if (!mediaType.startsWith('multipart/')) return leafContent(entity, mediaType)
  if (depth === MAX_DEPTH) return { texts: [], hasAttachments: true }
  const parts = partsOf(entity).map(parseEntity)
  const read = parts.map((part) => contentOf(part, depth + 1))
  const hasAttachments = read.some((content) => content.hasAttachments)
  if (mediaType !== 'multipart/alternative') return { texts: read.flatMap(({ texts }) => texts), hasAttachments }
  return { texts: read.find((content) => !isBlank(content))?.texts ?? [], hasAttachments }
}

/** Reads an email to a reply address. Throws an `UnreadableTextError` if its charset is not supported. */
export function readReply(message: string): Reply {
  const entity = parseEntity(message)
  const { texts, hasAttachments } = contentOf(entity)
  const from = fieldOf(entity.head, 'From').slice(0, MAX_ADDRESS_FIELD)
  return {
    messageId: fieldOf(entity.head, 'Message-ID'),
    from: addressIn(from),
    isAutomatic: isAutomatic(entity.head),
    text: replyText(texts.join('\n'), from),
    hasAttachments,
  }
}

/** Identifies a reply: by its Message-ID, or by its content if it has none. */
export const replyIdOf = (returnId: string, messageId: string, message: string): string =>
  createHash('sha256')
    .update(`${returnId}\0`)
    .update(messageId || message)
    .digest('hex')
