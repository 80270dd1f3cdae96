import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

export interface MeasuredPool {
  pool: pg.Pool
  /** Number of callers that wait for a connection. */
  waiting: () => number
}

export function poolMetrics(registry: Registry, pools: Readonly<Record<string, MeasuredPool>>): void {
  const gauge = (name: string, help: string, read: (measured: MeasuredPool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, of] of Object.entries(pools)) this.set({ pool }, read(of))
      },
    })
  gauge('database_pool_connections', 'Open connections to the database, in use or idle', ({ pool }) => pool.totalCount)
  gauge('database_pool_idle_connections', 'Idle connections to the database', ({ pool }) => pool.idleCount)
  gauge('database_pool_connections_max', 'Maximum number of connections', ({ pool }) => pool.options.max)
  gauge('database_pool_waiting', 'Callers that wait for a connection', ({ waiting }) => waiting())
}
