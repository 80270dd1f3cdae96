import { brand } from '@app/contracts/brand.ts'
import { createTransport } from 'nodemailer'
import type { DueMail } from './mail.repository.ts'

/** Sends one mail; rejects with nodemailer's error, which carries `code` and `responseCode`. */
export interface MailTransport {
  send(mail: DueMail, signal: AbortSignal): Promise<void>
  close(): void
}

const CONNECTIONS = 5
const SEND_LIMIT_MS = 90_000

const senderDomain = brand.mailFrom.replace(/^.*@|>$/g, '')

/** A pool of SMTP connections to the relay at `url`. */
export function smtpTransport(url: string): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      await smtp.sendMail({
        from: brand.mailFrom,
        // Objects are not parsed, so that no address can turn into two, in the envelope that is made of them either.
        to: { name: '', address: mail.recipient },
        ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        // The same for every attempt, so that a mail that comes twice can be told by it.
        messageId: `<${mail.id}@${senderDomain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_LIMIT_MS)]),
      })
    },
    close: () => smtp.close(),
  }
}
