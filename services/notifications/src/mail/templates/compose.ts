import { oneLine } from '../../one-line.ts'
import { htmlPart } from './html-part.ts'
import { textPart } from './text-part.ts'

/** A piece of a mail's body. Texts are as people wrote them: each part of the mail escapes them its own way. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  /** What somebody wrote, line breaks kept. */
  | { kind: 'quote'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'action'; label: string; url: string }

export interface Draft {
  subject: string
  /** The line mail programs show beside the subject. */
  preheader: string
  heading: string
  blocks: readonly Block[]
}

export interface MailContent {
  subject: string
  text: string
  html: string
}

const SUBJECT_LENGTH = 120

/** Makes both parts of a mail from one draft, so that they always say the same. */
export function compose(draft: Draft): MailContent {
  const subject = oneLine(draft.subject, SUBJECT_LENGTH)
  return { subject, text: textPart(draft), html: htmlPart({ ...draft, subject }) }
}
