/** What Postgres answers in place of doing it. (Told by its shape, so that who has no database need not load the driver.) */
interface PostgresError extends Error {
  /** The SQLSTATE. */
  code: string
  severity: string
  routine?: string
}

export const isPostgresError = (error: unknown): error is PostgresError => error instanceof Error && 'severity' in error && 'code' in error

/**
 * `cached plan must not change result type`: a table has changed under a statement that this connection keeps prepared.
 * Nothing was done. The code alone says only that something is not supported.
 */
export const isStalePlan = (error: unknown): boolean =>
  isPostgresError(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Serialization failure, and deadlock: Postgres ended this transaction for the sake of another. */
const SACRIFICED = new Set(['40001', '40P01'])

/** Whether a transaction was surely rolled back for a reason that may be gone at the next try. */
export const isRepeatable = (error: unknown): boolean => isStalePlan(error) || (isPostgresError(error) && SACRIFICED.has(error.code))

/** What Postgres answers when it ends a connection, which it may do with a commit done and not yet answered. */
const ENDED = /^57P/

/** A commit without an answer: it may have happened. */
export class CommitLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost at the commit', { cause })
    this.name = 'CommitLost'
  }
}

/** Why a commit failed, as far as that is known. */
export const commitFault = (error: unknown): unknown => (isPostgresError(error) && !ENDED.test(error.code) ? error : new CommitLost(error))
