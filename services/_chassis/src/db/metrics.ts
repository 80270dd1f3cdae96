import { sql } from 'kysely'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Figures } from './figures.ts'

/** How the pools of a service are used. */
function poolMetrics(registry: Registry, pools: Readonly<Record<string, pg.Pool>>): void {
  const gauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, of] of Object.entries(pools)) this.set({ pool }, read(of))
      },
    })
  gauge('database_pool_connections', 'Connections to the database, busy or not', (pool) => pool.totalCount)
  gauge('database_pool_idle_connections', 'Connections that nobody uses at the moment', (pool) => pool.idleCount)
  gauge('database_pool_connections_max', 'Most connections at once', (pool) => pool.options.max)
  gauge('database_pool_waiting', 'Callers that wait for a connection', (pool) => pool.waitingCount)
}

/** Whether the database answers a scrape, and how much of the pools is in use. */
export function databaseMetrics<T>({ registry, db }: Figures<T>, pools: Readonly<Record<string, pg.Pool>>): void {
  new Gauge({
    name: 'database_up',
    help: 'Whether the database answered this scrape: 1, or 0',
    registers: [registry],
    async collect() {
      const isUp = await sql`select`.execute(db).then(
        () => true,
        () => false,
      )
      this.set(Number(isUp))
    },
  })
  poolMetrics(registry, pools)
}
