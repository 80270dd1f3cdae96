import { Counter, type Registry } from 'prom-client'
import type { Outcome } from './outcome.ts'

/** What became of tries to send a campaign's mail. */
export function sendingMetrics(registry: Registry) {
  const tries = new Counter({
    name: 'campaign_mails_total',
    help: 'Campaign mails by what a try made of them',
    labelNames: ['state'],
    registers: [registry],
  })
  return { settled: (state: Outcome['state'] = 'queued') => tries.inc({ state }) }
}
