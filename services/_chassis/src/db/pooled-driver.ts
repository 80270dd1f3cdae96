import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type pg from 'pg'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'
import { commitFault, isPostgresError, isStalePlan } from './faults.ts'
import { rowsOf } from './rows.ts'
import { StatementNames } from './statement-names.ts'

const spanOf = (sql: string): NewSpan => ({
  name: /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL',
  kind: 'client',
  // Values are no part of the text.
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
})

/** Outside a transaction a query goes straight to the pool; inside one, to the client that began it. It is good for one transaction. */
class PooledConnection implements DatabaseConnection {
  readonly #pool: pg.Pool
  readonly #names: StatementNames
  #client: pg.PoolClient | undefined
  /** The client is lost, or stuck, or holds stale statements: it ends with the transaction. */
  #isUnfit = false
  #hasEnded = false

  constructor(pool: pg.Pool, names: StatementNames) {
    this.#pool = pool
    this.#names = names
  }

  async begin(sql: string): Promise<void> {
    this.#assertOpen()
    const client = await this.#pool.connect()
    try {
      await client.query(sql)
      this.#client = client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async commit(): Promise<void> {
    const client = this.#takeClient()
    if (!client) return
    try {
      const { command } = await client.query('commit').catch((error: unknown) => {
        this.#isUnfit = true
        throw commitFault(error)
      })
      // So Postgres answers when a statement failed and nobody minded.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back, since one of its statements had failed')
    } finally {
      client.release(this.#isUnfit)
    }
  }

  /** Never fails: what failed before is what the caller is to hear, and a client that is ended rolls back by that. */
  async rollback(): Promise<void> {
    const client = this.#takeClient()
    if (!client) return
    if (!this.#isUnfit) {
      await client.query('rollback').catch(() => {
        this.#isUnfit = true
      })
    }
    client.release(this.#isUnfit)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#assertOpen()
    // Of this moment: the transaction may end before the answer comes, and then nothing may get to the pool.
    const client = this.#client
    const name = this.#names.of(query.sql)
    try {
      return await this.#run(client, query, name)
    } catch (error) {
      const isStale = isStalePlan(error)
      if (isStale) this.#names.renew(query.sql, name)
      if (isStale && !client) return await this.#run(undefined, query, this.#names.of(query.sql))
      // What Postgres refuses otherwise leaves the client as it was.
      if (isStale || !isPostgresError(error)) this.#isUnfit = true
      throw error
    }
  }

  async #run<R>(client: pg.PoolClient | undefined, { sql, parameters }: CompiledQuery, name: string | undefined): Promise<QueryResult<R>> {
    const query: pg.QueryArrayConfig = { text: sql, values: [...parameters], name, rowMode: 'array' }
    // The pool itself ends a client whose query failed.
    const result = await inSpan(
      () => spanOf(sql),
      () => (client ?? this.#pool).query<unknown[]>(query),
    )
    return { rows: rowsOf(result), numAffectedRows: result.rowCount === null ? undefined : BigInt(result.rowCount) }
  }

  /** Work that outlives its transaction, or its last moment, must not go on outside of it. */
  release(): void {
    this.#hasEnded = true
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new Error('The transaction of this query has ended')
  }

  /** From now on nothing else gets to the client, nor past it to the pool: not even while the last answer is under way. */
  #takeClient(): pg.PoolClient | undefined {
    this.#hasEnded = true
    const client = this.#client
    this.#client = undefined
    return client
  }

  // biome-ignore lint/correctness/useYield: required by the interface; nothing here reads by cursor.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Reading by cursor is not supported')
  }
}

/**
 * A kysely driver without a checkout around each query: `pool.connect()` and `release()` cost a list request a quarter
 * of its time (measured).
 */
export class PooledDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #names = new StatementNames()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(this.#pool, this.#names)
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: PooledConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    const sql = isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin'
    await inSpan(
      () => spanOf(sql),
      () => connection.begin(sql),
    )
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await inSpan(
      () => spanOf('commit'),
      () => connection.commit(),
    )
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.rollback()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}
