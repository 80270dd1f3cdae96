import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'
import { commitFault, isStalePlan } from './faults.ts'
import { withPreparedStatements } from './prepared-statements.ts'

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

const spanOf = (sql: string): NewSpan => ({
  name: /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL',
  kind: 'client',
  // The SQL contains placeholders instead of values, so it may be exported.
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
})

const traced = <T>(sql: string, query: () => Promise<T>): Promise<T> => inSpan(() => spanOf(sql), query)

/** A connection from its acquisition to its release, for one transaction or for one query without a transaction. */
class AcquiredConnection implements DatabaseConnection {
  readonly inner: PostgresConnection
  /** Set before commit or rollback is sent. A later query would run outside of the transaction, so it is rejected. */
  hasEnded = false
  isInTransaction = false

  constructor(inner: PostgresConnection) {
    this.inner = inner
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.hasEnded) throw new Error('The transaction of this query has ended')
    try {
      return await this.#send<R>(query)
    } catch (error) {
      // A query with a stale plan has no effect, so it can be sent again. Whole transactions are retried by `inTransaction`.
      if (!isStalePlan(error) || this.isInTransaction) throw error
      return await this.#send<R>(query)
    }
  }

  #send<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return traced(query.sql, () => this.inner.executeQuery<R>(query))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery(query, chunkSize)
  }
}

/** Extends Kysely's driver. Queries after the end of their transaction fail. A commit without a response fails with `CommitLost`. */
export class TransactionDriver implements Driver {
  readonly #driver: PostgresDriver

  constructor(pool: pg.Pool) {
    this.#driver = new PostgresDriver({ pool: withPreparedStatements(pool) })
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<AcquiredConnection> {
    return new AcquiredConnection((await this.#driver.acquireConnection()) as PostgresConnection)
  }

  async releaseConnection(connection: AcquiredConnection): Promise<void> {
    connection.hasEnded = true
    await this.#driver.releaseConnection(connection.inner)
  }

  async beginTransaction(connection: AcquiredConnection, settings: TransactionSettings): Promise<void> {
    connection.isInTransaction = true
    await this.#driver.beginTransaction(connection, settings)
  }

  async commitTransaction(connection: AcquiredConnection): Promise<void> {
    connection.hasEnded = true
    try {
      await traced('commit', () => this.#driver.commitTransaction(connection.inner))
    } catch (error) {
      throw error instanceof AbortedTransactionError ? error : commitFault(error)
    }
  }

  /** Never throws, so that the caller gets the error that caused the rollback. The pool discards a client that cannot roll back. */
  async rollbackTransaction(connection: AcquiredConnection): Promise<void> {
    connection.hasEnded = true
    await this.#driver.rollbackTransaction(connection.inner).catch(() => {})
  }

  destroy(): Promise<void> {
    return this.#driver.destroy()
  }
}
