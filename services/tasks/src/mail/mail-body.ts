import type { MailContent } from '@app/chassis/mail/compose.ts'
import type { MailPart } from '@app/contracts/http/mail-content.ts'

/** The subject and the texts of an email, with its pictures and attached files. */
export interface MailBody extends MailContent {
  parts: MailPart[]
}

export type Picture = Extract<MailPart, { kind: 'picture' }>
