import { Counter, type Registry } from 'prom-client'

export type MailResults = ReturnType<typeof mailResults>

export function mailResults(registry: Registry) {
  const registers = [registry]
  return {
    sent: new Counter({ name: 'mails_sent_total', help: 'Emails accepted by the mail relay', labelNames: ['template'], registers }),
    failed: new Counter({ name: 'mails_failed_total', help: 'Emails that were given up', labelNames: ['template'], registers }),
  }
}
