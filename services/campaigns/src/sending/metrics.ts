import { Counter, type Registry } from 'prom-client'
import type { Outcome } from './outcome.ts'

export function sendingMetrics(registry: Registry) {
  const tries = new Counter({
    name: 'campaign_mails_total',
    help: 'Attempts to send campaign emails, by outcome',
    labelNames: ['state'],
    registers: [registry],
  })
  return { settled: (state: Outcome['state'] = 'queued') => tries.inc({ state }) }
}
