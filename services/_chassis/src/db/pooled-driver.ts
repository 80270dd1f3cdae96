import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Statements that get a name, so that Postgres parses and plans them once a connection. */
const MAX_NAMED_STATEMENTS = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMED_STATEMENTS) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/**
 * A client in a transaction has no other listener, and one that is lost between two queries would end the process. Its
 * next query fails and says so.
 */
const ignoreLoss = () => {}

/** Outside a transaction a query goes straight to the pool; inside one, to the client that began it. */
class PooledConnection implements DatabaseConnection {
  readonly #pool: Pool
  #client: PoolClient | undefined
  #isReleased = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async begin(sql: string): Promise<void> {
    const client = await this.#pool.connect()
    client.on('error', ignoreLoss)
    try {
      await client.query(sql)
      this.#client = client
    } catch (error) {
      client.removeListener('error', ignoreLoss)
      client.release(true)
      throw error
    }
  }

  async end(sql: 'commit' | 'rollback'): Promise<void> {
    const client = this.#client
    this.#client = undefined
    try {
      await client?.query(sql)
      client?.removeListener('error', ignoreLoss)
      client?.release()
    } catch (error) {
      // A connection whose transaction did not end is in an unknown state: it must not go back to the pool.
      client?.release(true)
      throw error
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isReleased) throw new Error('The transaction of this query has ended')
    const query = { text: sql, values: [...parameters], name: statementName(sql) }
    const result = this.#client ? await this.#client.query(query) : await this.#pool.query(query)
    return { rows: result.rows, numAffectedRows: result.rowCount === null ? undefined : BigInt(result.rowCount) }
  }

  /** Work that outlives its transaction must not go on outside of it. */
  release(): void {
    this.#isReleased = true
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
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(this.#pool)
  }

  async releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release()
  }

  async beginTransaction(connection: PooledConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await connection.begin(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
  }

  async commitTransaction(connection: PooledConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.end('rollback')
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}
