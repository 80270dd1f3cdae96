import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isStalePlan } from './faults.ts'

/** Maximum number of prepared statements, because each takes memory in every connection. Further statements are not prepared. */
const MAX_NAMES = 500

class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= MAX_NAMES) return known
    const name = `s${this.#generation}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  /** Renames all statements after one statement had a stale plan, so that every connection prepares them again. */
  renew(text: string, name: string | undefined): void {
    if (this.#names.get(text) !== name) return
    this.#names.clear()
    this.#generation += 1
  }
}

/**
 * Wraps a client for Kysely: statements with parameters get a name, so that Postgres prepares them. Does not support cursors. Kysely uses
 * cursors only if a cursor class is configured.
 */
const preparingClient = (client: pg.PoolClient, names: StatementNames): PostgresPoolClient => ({
  release: (destroy) => client.release(destroy),
  query: (async (text: string, values: unknown[]) => {
    const name = values.length > 0 ? names.of(text) : undefined
    try {
      return await client.query({ text, values, name })
    } catch (error) {
      if (isStalePlan(error)) names.renew(text, name)
      throw error
    }
  }) as unknown as PostgresPoolClient['query'],
})

/**
 * Returns the pool for Kysely. Statements with parameters are prepared under a name, so that Postgres plans them once per connection.
 * PgBouncer's transaction mode supports prepared statements since version 1.21.
 *
 * Names reduce the CPU time per request, which is measured for the gateway, the service tasks and Postgres together:
 *
 * - list of 100 tasks: 4.2 instead of 5.4 ms (docs/decisions/database.md)
 * - unchanged list (304): 1.2 instead of 2.3 ms
 * - new task: 7.0 instead of 8.5 ms
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new StatementNames()
  return {
    options: pool.options,
    connect: async () => preparingClient(await pool.connect(), names),
    end: () => pool.end(),
  }
}
