import type { Kysely } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Tables } from '../db/tables.ts'
import { countQueued } from '../ledger.ts'
import { mailLedger } from './mail.repository.ts'

export type MailMetrics = ReturnType<typeof mailMetrics>

/** How deep the queue is, and what became of mails. */
export function mailMetrics(db: Kysely<Tables>, registry: Registry) {
  const registers = [registry]
  new Gauge({
    name: 'mails_queued',
    help: 'Mails waiting to be sent or tried again',
    registers,
    async collect() {
      // The other figures are told without it when the database does not answer.
      this.set(await countQueued(db, mailLedger).catch(() => Number.NaN))
    },
  })
  return {
    sent: new Counter({ name: 'mails_sent_total', help: 'Mails the relay took', labelNames: ['template'], registers }),
    failed: new Counter({ name: 'mails_failed_total', help: 'Mails given up', labelNames: ['template'], registers }),
  }
}
