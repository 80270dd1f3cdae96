import { oneLine } from '../text/one-line.ts'
import type { Draft } from './draft.ts'
import { htmlPart } from './html-part.ts'
import { textPart } from './text-part.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
}

const SUBJECT_LENGTH = 120

export function compose(draft: Draft): MailContent {
  const subject = oneLine(draft.subject, SUBJECT_LENGTH)
  return { subject, text: textPart(draft), html: htmlPart({ ...draft, subject }) }
}
