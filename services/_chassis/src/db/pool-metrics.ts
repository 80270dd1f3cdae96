import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** How the pools of a service are used. */
export function poolMetrics(registry: Registry, pools: Readonly<Record<string, pg.Pool>>): void {
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
