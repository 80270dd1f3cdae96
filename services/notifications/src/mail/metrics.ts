import { Counter, type Registry } from 'prom-client'

export type MailResults = ReturnType<typeof mailResults>

/** What became of mails, for good. */
export function mailResults(registry: Registry) {
  const registers = [registry]
  return {
    sent: new Counter({ name: 'mails_sent_total', help: 'Mails the relay took', labelNames: ['template'], registers }),
    failed: new Counter({ name: 'mails_failed_total', help: 'Mails given up', labelNames: ['template'], registers }),
  }
}
