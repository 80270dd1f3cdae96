import type { MailContent } from '@app/chassis/mail/compose.ts'

/**
 * A part of an email besides its text, as it is stored until the email is sent. The content of a picture is not stored: the worker that
 * sends the email reads the content from the file store.
 */
export type MailPart =
  | { kind: 'picture' /** Key of a public file in the file store. */; key: string; fileName: string }
  | { kind: 'file'; fileName: string; contentType: string; content: string }

export interface ComposedMail extends MailContent {
  parts?: readonly MailPart[]
}
