import { lookupGauge } from '@app/chassis/companies/lookup-gauge.ts'
import { COUNT_MAX, countOf, type Figures } from '@app/chassis/db/figures.ts'
import { sql } from 'kysely'
import type { Tables } from './db/tables.ts'
import { IS_CIRCUIT_OPEN } from './sheet/sheet.repository.ts'

const WRITE_STATES = ['pending', 'conflict', 'refused'] as const

export function registerMetrics({ registry, db }: Figures<Tables>): void {
  lookupGauge(registry, {
    name: 'customer_writes',
    help: `Writes that are not in the spreadsheet, by state, counted up to ${COUNT_MAX}`,
    labelNames: ['state'],
    read: () =>
      Promise.all(
        WRITE_STATES.map(async (state) => ({ labels: { state }, value: await countOf(db, sql`write where state = ${sql.lit(state)}`) })),
      ),
  })
  lookupGauge(registry, {
    name: 'sheets_away',
    help: `Spreadsheets whose last call failed, counted up to ${COUNT_MAX}`,
    read: async () => [{ value: await countOf(db, sql`sheet where away_since is not null`) }],
  })
  lookupGauge(registry, {
    name: 'sheets_resting',
    help: `Spreadsheets whose circuit breaker is open, counted up to ${COUNT_MAX}`,
    read: async () => [{ value: await countOf(db, sql`sheet where away_since is not null and ${IS_CIRCUIT_OPEN}`) }],
  })
}
