import { domainToASCII } from 'node:url'
import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { type Message, traceHeader } from '@app/chassis/mail/message.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { encode, wrap } from 'nodemailer/lib/qp'
import { headerText } from './header-text.ts'
import { type Addressee, addresseeOf, fillTemplate, type Recipient, type Template } from './template.ts'

/**
 * A part of an email that differs between recipients. A line of the text or HTML is encoded after the values are filled in. The values of
 * `plain` need no encoding.
 */
interface Gap {
  in: 'plain' | 'subject' | 'text' | 'html'
  of: Template
}

/** An email with gaps for the values of a recipient. It is stored with the dispatch, so that each attempt sends the same bytes. */
export interface CompiledMail {
  senderDomain: string
  pieces: readonly (string | Gap)[]
}

const SUBJECT_LENGTH = 250
const LINE_LENGTH = 76

/** Encodes a line, or a part of it, as quoted-printable with soft line breaks. */
export const encodedLine = (line: string, length = LINE_LENGTH): string => wrap(encode(line), length)

/** Encodes a part of a line that another part follows. The soft line break between them needs one character. */
export const encodedPart = (part: string): string => `${encodedLine(part, LINE_LENGTH - 1)}=\r\n`

export const subjectOf = (subject: Template, recipient: Addressee): string => oneLine(fillTemplate(subject, recipient), SUBJECT_LENGTH)

/** Returns an email address with its domain in Punycode, which all mail relays accept. */
export function toAsciiAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`
}

const returnPathOf = (token: string, senderDomain: string): string => `bounce+${token}@${senderDomain}`

function fillGap(gap: Gap, recipient: Addressee): string {
  switch (gap.in) {
    case 'plain':
      return fillTemplate(gap.of, recipient)
    case 'subject':
      return headerText(subjectOf(gap.of, recipient))
    case 'text':
      return encodedLine(fillTemplate(gap.of, recipient))
    case 'html':
      return encodedLine(fillTemplate(gap.of, recipient, escapeHtml))
  }
}

export function mailFiller({ senderDomain, pieces }: CompiledMail): (recipient: Recipient) => Message {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  return (recipient) => {
    const email = toAsciiAddress(recipient.email)
    const addressee = { ...addresseeOf(recipient), email }
    const header = Object.entries(traceHeader()).map(([name, value]) => Buffer.from(`${name}: ${value}\r\n`))
    const filling = bytes.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(fillGap(piece, addressee))))
    return {
      envelope: { from: returnPathOf(recipient.token, senderDomain), to: [email] },
      bytes: Buffer.concat([...header, ...filling]),
    }
  }
}
