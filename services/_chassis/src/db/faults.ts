import pg from 'pg'

const sqlStateOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/**
 * `cached plan must not change result type`: a table has changed under a statement that this connection keeps prepared.
 * Nothing was done. The code alone says only that something is not supported.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** Serialization failure, and deadlock: Postgres ended this transaction for the sake of another. */
const SACRIFICED = new Set(['40001', '40P01'])

/** Whether a transaction was surely rolled back for a reason that may be gone at the next try. */
export const isRepeatable = (error: unknown): boolean => isStalePlan(error) || SACRIFICED.has(sqlStateOf(error) ?? '')
