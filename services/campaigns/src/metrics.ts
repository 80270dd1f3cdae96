import { lookupGauge } from '@app/chassis/companies/lookup-gauge.ts'
import { COUNT_MAX, countOf, type Figures } from '@app/chassis/db/figures.ts'
import { sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import { IS_NOT_SUSPENDED } from './dispatches/dispatch.repository.ts'

const DISPATCH_STATES = ['gathering', 'waiting', 'sending', 'held'] as const

export function registerMetrics({ registry, db }: Figures<Tables>): void {
  lookupGauge(registry, {
    name: 'campaign_sendings',
    help: `Campaign dispatches in progress or on hold, by state, counted up to ${COUNT_MAX}`,
    labelNames: ['state'],
    read: () =>
      Promise.all(
        DISPATCH_STATES.map(async (state) => ({
          labels: { state },
          value: await countOf(db, sql`dispatch where state = ${sql.lit(state)}`),
        })),
      ),
  })
  lookupGauge(registry, {
    name: 'campaign_mails_due',
    help: `Campaign emails that are due and not suspended, counted up to ${COUNT_MAX}`,
    read: async () => [
      {
        value: await countOf(
          db,
          sql`dispatch join delivery on delivery.dispatch_id = dispatch.id
            where dispatch.state = 'sending' and delivery.state in ('queued', 'unknown')
              and delivery.due_at <= now() and ${IS_NOT_SUSPENDED}`,
        ),
      },
    ],
  })
}
