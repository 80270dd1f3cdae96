import { createHash } from 'node:crypto'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { placementOf } from './attachment.ts'
import { type CompiledMail, encodedLine, encodedPart, toAsciiAddress } from './compiled-mail.ts'
import { CONTENT_ID, composeMail, type MailContent, unsubscribeLink } from './compose-mail.ts'
import { namedValue } from './header-text.ts'
import type { MailInput, MailSettings, Sender } from './mail-input.ts'
import { LINK_TOKEN, type Template } from './template.ts'

/** Last part of the Feedback-ID header. Gmail groups its statistics by this header. */
const FEEDBACK_SENDER = 'campaigns'
const BASE64_LINE = /.{1,76}/g
const DISPLAY_NAME_LENGTH = 60

type Piece = CompiledMail['pieces'][number]
type PartGap = 'text' | 'html'

/** Returns a unique From address in our domain for a company. An address in the owner's domain would fail DMARC. */
function fromAddressOf({ id, name }: Sender, senderDomain: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
  return `${words || 'company'}-${id.replaceAll('-', '').slice(-6)}@${senderDomain}`
}

export const fromOf = (company: Sender, senderDomain: string): { name: string; address: string } => ({
  name: oneLine(company.name, DISPLAY_NAME_LENGTH),
  address: fromAddressOf(company, senderDomain),
})

/** Encodes a line whose only placeholders are tokens of links. They need no encoding, and soft line breaks separate them from the rest. */
function linkLine(line: Template): Piece[] {
  const pieces = joined(line.map((piece): Piece => (typeof piece === 'string' ? piece : { in: 'plain', of: [piece] })))
  return pieces.flatMap((piece, at) => {
    if (typeof piece !== 'string') return [piece, '=\r\n']
    return at < pieces.length - 1 ? encodedPart(piece) : encodedLine(piece)
  })
}

/**
 * Encodes the lines of a part. Lines with placeholders are encoded later, for each recipient, which is most of the work for an email. Lines
 * whose only placeholders are tokens of links are encoded here, because most links are in such lines.
 */
const lines = (part: PartGap, content: readonly Template[]): Piece[] =>
  content.flatMap((line): Piece[] => {
    const placeholders = line.filter((piece) => typeof piece !== 'string')
    if (placeholders.length === 0) return [encodedLine(line.join('')), '\r\n']
    const isLinkLine = placeholders.every((piece) => piece === LINK_TOKEN)
    return [...(isLinkLine ? linkLine(line) : [{ in: part, of: line }]), '\r\n']
  })

const qpPart = (part: PartGap, content: readonly Template[]): Piece[] => [
  `Content-Type: text/${part === 'text' ? 'plain' : 'html'}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`,
  ...lines(part, content),
]

/** Joins parts with a boundary that occurs in no part: quoted-printable cannot contain `=_`, and base64 cannot contain `_`. */
function multipart(kind: 'alternative' | 'related', seed: string, parts: readonly Piece[][]): Piece[] {
  const boundary = `=_${kind}_${seed}`
  return [
    `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`,
    ...parts.flatMap((part) => [`--${boundary}\r\n`, ...part, '\r\n']),
    `--${boundary}--\r\n`,
  ]
}

const fileNameOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '_')
    .slice(-60)
  return plain || 'image'
}

async function bodyOf({ attachment }: MailInput, { text, html }: MailContent, seed: string): Promise<Piece[]> {
  const place = attachment && placementOf(attachment)
  const textPart = qpPart('text', text)
  const htmlPart = qpPart('html', html)
  if (!attachment || typeof place === 'object') return multipart('alternative', seed, [textPart, htmlPart])
  const disposition = `inline; filename="${fileNameOf(attachment.name)}"\r\nContent-ID: <${CONTENT_ID}>`
  const encoded = (await attachment.read()).toString('base64').match(BASE64_LINE) ?? []
  const file = [
    `Content-Type: ${attachment.type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: ${disposition}\r\n\r\n${encoded.join('\r\n')}\r\n`,
  ]
  return multipart('alternative', seed, [textPart, multipart('related', seed, [htmlPart, file])])
}

const dateOf = (at: Date): string => at.toUTCString().replace('GMT', '+0000')

/** Returns the headers. Each header occurs once. */
function headersOf({ company, campaignId, step, at }: MailInput, { subject }: MailContent, settings: MailSettings): Piece[] {
  const { senderDomain } = settings
  const link = unsubscribeLink(settings)
  const list = company.id.replaceAll('-', '')
  const { name, address } = fromOf(company, senderDomain)
  return [
    `From: ${namedValue(name, address)}\r\n`,
    'To: ',
    { in: 'plain', of: [{ own: 'email' }] },
    '\r\n',
    ...(company.replyTo ? [`Reply-To: ${toAsciiAddress(company.replyTo)}\r\n`] : []),
    'Subject: ',
    { in: 'subject', of: subject },
    `\r\nDate: ${dateOf(at)}\r\nMessage-ID: <`,
    { in: 'plain', of: [{ own: 'id' }] },
    `@${senderDomain}>\r\nList-Unsubscribe: <`,
    { in: 'plain', of: link },
    '>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n',
    `List-Id: ${namedValue(name, `${list}.${senderDomain}`)}\r\n`,
    `Feedback-ID: ${campaignId.replaceAll('-', '')}:${list}:${step.type.toLowerCase().replaceAll(' ', '-')}:${FEEDBACK_SENDER}\r\n`,
    'MIME-Version: 1.0\r\n',
  ]
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else all.push(piece)
  }
  return all
}

/** A compiled email, with the targets of the links whose clicks are counted. They are null if nothing is counted. */
export type LinkedMail = CompiledMail & Pick<MailContent, 'links'>

/** Compiles the email of a step once for all its recipients. Rejects if the attachment cannot be read. */
export async function compileMail(input: MailInput, settings: MailSettings): Promise<LinkedMail> {
  const content = composeMail(input, settings)
  const seed = createHash('sha256').update(`${input.campaignId} ${input.at.toISOString()}`).digest('hex').slice(0, 16)
  const pieces = [...headersOf(input, content, settings), ...(await bodyOf(input, content, seed))]
  return { senderDomain: settings.senderDomain, pieces: joined(pieces), links: content.links }
}
