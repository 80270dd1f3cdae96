import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from './db/tables.ts'

/** How many writes wait, for the sheet or for their owner, and how many sheets do not answer. */
export function registerMetrics(db: Kysely<Tables>, registry: Registry): void {
  new Gauge({
    name: 'customer_writes',
    help: 'Writes that are not in the spreadsheet, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const rows = await db
        .selectFrom('write')
        .select(['state', sql<number>`count(*)`.as('count')])
        .where('state', '<>', 'written')
        .groupBy('state')
        .execute()
        .catch(() => undefined)
      for (const state of ['pending', 'conflict', 'refused'] as const) {
        this.set({ state }, rows ? (rows.find((row) => row.state === state)?.count ?? 0) : Number.NaN)
      }
    },
  })
  new Gauge({
    name: 'sheets_away',
    help: 'Spreadsheets that did not answer the last call',
    registers: [registry],
    async collect() {
      const row = await db
        .selectFrom('sheet')
        .select(sql<number>`count(*)`.as('count'))
        .where('away_since', 'is not', null)
        .executeTakeFirst()
        .catch(() => undefined)
      this.set(row?.count ?? Number.NaN)
    },
  })
}
