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
import type { FairQueue } from '../limits/fair-queue.ts'
import { activeContext } from '../logging/context.ts'
import { inSpan } from '../tracing/span.ts'
import type { NewSpan } from '../tracing/tracer.ts'
import { commitFault, isLockTimeout, isStalePlan } from './faults.ts'
import { lockRetries } from './lock-retries.ts'
import { withPreparedStatements } from './prepared-statements.ts'

type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

const spanOf = (sql: string): NewSpan => ({
  name: /\w+/.exec(sql)?.[0].toUpperCase() ?? 'SQL',
  kind: 'client',
  // The SQL contains placeholders instead of values, so it may be exported.
  attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql },
})

const traced = <T>(sql: string, query: () => Promise<T>): Promise<T> => inSpan(() => spanOf(sql), query)

/** Takes connections from the pool and gives them back. In a database for requests, callers wait in a queue. */
class Connections {
  readonly isQueued: boolean
  readonly #driver: PostgresDriver
  readonly #queue: FairQueue | undefined
  readonly #leaves = new Map<PostgresConnection, () => void>()

  constructor(driver: PostgresDriver, queue: FairQueue | undefined) {
    this.#driver = driver
    this.#queue = queue
    this.isQueued = queue !== undefined
  }

  async take(): Promise<PostgresConnection> {
    const leave = await this.#queue?.enter(activeContext()?.caller)
    try {
      const connection = (await this.#driver.acquireConnection()) as PostgresConnection
      if (leave) this.#leaves.set(connection, leave)
      return connection
    } catch (error) {
      leave?.()
      throw error
    }
  }

  async giveBack(connection: PostgresConnection): Promise<void> {
    const leave = this.#leaves.get(connection)
    this.#leaves.delete(connection)
    await this.#driver.releaseConnection(connection).finally(leave)
  }
}

/** A connection from its acquisition to its release, for one transaction or for one query without a transaction. */
class AcquiredConnection implements DatabaseConnection {
  readonly #connections: Connections
  #inner: PostgresConnection | undefined
  /** Set before commit or rollback is sent. A later query would run outside of the transaction, so it is rejected. */
  hasEnded = false
  isInTransaction = false

  constructor(connections: Connections, inner: PostgresConnection) {
    this.#connections = connections
    this.#inner = inner
  }

  get inner(): PostgresConnection {
    if (!this.#inner) throw new Error('The connection was given back')
    return this.#inner
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.hasEnded) throw new Error('The transaction of this query has ended')
    try {
      return await this.#send<R>(query)
    } catch (error) {
      // A query with a stale plan has no effect, so it can be sent again. Whole transactions are retried by `inTransaction`.
      if (this.isInTransaction) throw error
      if (isStalePlan(error)) return await this.#send<R>(query)
      if (!isLockTimeout(error) || !this.#connections.isQueued) throw error
      return await this.#sendUnlocked<R>(query, error)
    }
  }

  /** Sends a query again after a lock timeout. Gives the connection back while it waits. */
  async #sendUnlocked<R>(query: CompiledQuery, timeout: unknown): Promise<QueryResult<R>> {
    const waitAfter = lockRetries()
    for (let error = timeout; ; ) {
      await this.giveBack()
      await waitAfter(error)
      this.#inner = await this.#connections.take()
      try {
        return await this.#send<R>(query)
      } catch (again) {
        error = again
      }
    }
  }

  async giveBack(): Promise<void> {
    const inner = this.#inner
    this.#inner = undefined
    if (inner) await this.#connections.giveBack(inner)
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
  readonly #connections: Connections

  /** With `queue`, the database is for requests: they wait in the queue for a connection. */
  constructor(pool: pg.Pool, queue?: FairQueue) {
    this.#driver = new PostgresDriver({ pool: withPreparedStatements(pool) })
    this.#connections = new Connections(this.#driver, queue)
  }

  init(): Promise<void> {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<AcquiredConnection> {
    return new AcquiredConnection(this.#connections, await this.#connections.take())
  }

  async releaseConnection(connection: AcquiredConnection): Promise<void> {
    connection.hasEnded = true
    await connection.giveBack()
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
