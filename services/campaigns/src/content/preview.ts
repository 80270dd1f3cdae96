import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { fromOf } from './compile-mail.ts'
import { subjectOf } from './compiled-mail.ts'
import { composeMail } from './compose-mail.ts'
import { readableAddress } from './header-text.ts'
import type { MailInput, MailSettings } from './mail-input.ts'
import { addresseeOf, fillTemplate, type Recipient } from './template.ts'

export interface Preview {
  from: string
  replyTo: string
  subject: string
  html: string
  text: string
}

/** Composes the email as one recipient sees it, with the same text and HTML as the sent email. */
export function previewOf(input: MailInput, settings: MailSettings, recipient: Recipient): Preview {
  const { subject, text, html } = composeMail(input, settings)
  const addressee = addresseeOf(recipient)
  const { name, address } = fromOf(input.company, settings.senderDomain)
  return {
    from: readableAddress(name, address),
    replyTo: input.company.replyTo ?? '',
    subject: subjectOf(subject, addressee),
    text: text.map((line) => `${fillTemplate(line, addressee)}\n`).join(''),
    html: html.map((line) => `${fillTemplate(line, addressee, escapeHtml)}\n`).join(''),
  }
}
