import { escapeHtml } from '@app/chassis/mail/escape.ts'
import { fromOf } from './compile-mail.ts'
import { subjectOf } from './compiled-mail.ts'
import { composeMail } from './compose-mail.ts'
import type { MailInput, MailSettings } from './mail-input.ts'
import { filled, type Recipient } from './template.ts'

export interface Preview {
  from: string
  replyTo: string
  subject: string
  html: string
  text: string
}

/** The mail as one recipient reads it, made of the same content as what is sent. */
export function previewOf(input: MailInput, settings: MailSettings, recipient: Recipient): Preview {
  const { subject, text, html } = composeMail(input, settings)
  return {
    from: fromOf(input.company, settings.senderDomain),
    replyTo: input.company.replyTo ?? '',
    subject: subjectOf(subject, recipient),
    text: text.map((line) => `${filled(line, recipient)}\n`).join(''),
    html: html.map((line) => `${filled(line, recipient, escapeHtml)}\n`).join(''),
  }
}
