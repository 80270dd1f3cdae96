import { oneLine } from '../one-line.ts'
import type { Draft } from './draft.ts'
import { htmlPart } from './html-part.ts'
import { textPart } from './text-part.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

const SUBJECT_LENGTH = 120

/** Creates the text part and the HTML part of a mail from one draft, so that both have the same content. */
export function compose(draft: Draft): MailContent {
  const subject = oneLine(draft.subject, SUBJECT_LENGTH)
  return { subject, text: textPart(draft), html: htmlPart({ ...draft, subject }) }
}
