/** An error that Postgres returned. Recognized by its shape, so that programs without a database need not load the driver. */
interface PostgresError extends Error {
  /** The SQLSTATE. */
  code: string
  severity: string
  routine?: string
}

export const isPostgresError = (error: unknown): error is PostgresError => error instanceof Error && 'severity' in error && 'code' in error

/**
 * `cached plan must not change result type`: a table was changed under a prepared statement. Nothing was done. The code alone means only
 * that a feature is not supported.
 */
export const isStalePlan = (error: unknown): boolean =>
  isPostgresError(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Serialization failure, and deadlock: Postgres ended this transaction for the sake of another. */
const SACRIFICED = new Set(['40001', '40P01'])

/** Whether a transaction was certainly rolled back for a reason that may be gone at a retry. */
export const isRepeatable = (error: unknown): boolean => isStalePlan(error) || (isPostgresError(error) && SACRIFICED.has(error.code))

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => isPostgresError(error) && error.code === '55P03'

/** Whether Postgres answered by ending the session, as in a shutdown. It may do that after it has committed and before it has said so. */
export const hasEndedSession = (error: unknown): boolean => isPostgresError(error) && error.code.startsWith('57P')

/** A commit without an answer: it may have happened. */
export class CommitLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost at the commit', { cause })
    this.name = 'CommitLost'
  }
}

/** Returns the error of a failed commit: Postgres's own if Postgres refused the commit, otherwise `CommitLost`. */
export const commitFault = (error: unknown): unknown => (isPostgresError(error) && !hasEndedSession(error) ? error : new CommitLost(error))
