/** An error that Postgres returned. It is recognized by its properties, because `instanceof` would need an import of the driver. */
interface PostgresError extends Error {
  code: string
  severity: string
  routine?: string
}

export const isPostgresError = (error: unknown): error is PostgresError => error instanceof Error && 'severity' in error && 'code' in error

/** Whether a prepared statement failed, without effect, because a table has changed. The code 0A000 also has other causes. */
export const isStalePlan = (error: unknown): boolean =>
  isPostgresError(error) && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Codes of serialization failures and deadlocks, after which Postgres rolls the transaction back. */
const CONFLICT_CODES = new Set(['40001', '40P01'])

/** Whether a transaction was certainly rolled back and may succeed if it is retried. */
export const isRepeatable = (error: unknown): boolean => isStalePlan(error) || (isPostgresError(error) && CONFLICT_CODES.has(error.code))

export const isLockTimeout = (error: unknown): boolean => isPostgresError(error) && error.code === '55P03'

/** Whether Postgres ended the session, for example in a shutdown. A commit may have succeeded although it was not confirmed. */
export const hasEndedSession = (error: unknown): boolean => isPostgresError(error) && error.code.startsWith('57P')

/** Postgres did not confirm a commit. The transaction may have been committed. */
export class CommitLost extends Error {
  constructor(cause: unknown) {
    super('The connection was lost at the commit', { cause })
    this.name = 'CommitLost'
  }
}

/** Returns the error of a failed commit: Postgres's own error if Postgres rejected the commit, otherwise `CommitLost`. */
export const commitFault = (error: unknown): unknown => (isPostgresError(error) && !hasEndedSession(error) ? error : new CommitLost(error))
