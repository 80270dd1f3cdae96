import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from './db/tables.ts'

/** How many sendings are under way, or wait for somebody. */
export function registerMetrics(db: Kysely<Tables>, registry: Registry): void {
  new Gauge({
    name: 'campaign_sendings',
    help: 'Sendings of campaigns that are neither planned nor over, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const states = ['gathering', 'waiting', 'sending', 'held'] as const
      const rows = await db
        .selectFrom('dispatch')
        .select(['state', sql<number>`count(*)`.as('count')])
        .where('state', 'in', states)
        .groupBy('state')
        .execute()
        .catch(() => undefined)
      for (const state of states) this.set({ state }, rows ? (rows.find((row) => row.state === state)?.count ?? 0) : Number.NaN)
    },
  })
}
