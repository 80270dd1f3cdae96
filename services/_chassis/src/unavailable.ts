import { isPostgresError, isStalePlan } from './db/faults.ts'

/** Why Postgres cannot do it now, by how its SQLSTATE begins. */
const databaseReasons: readonly [state: string, reason: string][] = [
  ['08', 'the connection to the database failed'],
  ['25006', 'the database only reads'],
  ['25P03', 'a transaction stood still for too long'],
  ['28', 'the database does not let us in'],
  ['40', 'other transactions stood in the way again and again'],
  ['53100', 'the disk of the database is full'],
  ['53', 'the database has too much to do'],
  ['55P03', 'a lock was not to be had in time'],
  ['57014', 'a statement took too long'],
  ['57P', 'the database stops or starts'],
  ['58', 'the database cannot read or write its files'],
]

/** What has no code, by how its message begins: words of the database's, the broker's and the store's clients, and of our own. */
const wordsOf: readonly [words: RegExp, reason: string][] = [
  [/^timeout exceeded when trying to connect/, 'all connections to the database are taken'],
  [
    /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed))/,
    'the connection to the database was lost',
  ],
  [/^Query read timeout/, 'the database does not answer'],
  [/^(Socket closed abruptly|connect ETIMEDOUT)/, 'the broker does not answer'],
  [/^(Cannot use a pool after calling end|driver has already been destroyed)/, 'this process stops'],
  [/^(The file store was silent|Request failed after \d+ retries)/, 'the file store does not answer'],
]

const networkCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

function reasonOf(error: Error): string | undefined {
  if (isStalePlan(error)) return 'tables change again and again'
  if (isPostgresError(error)) return databaseReasons.find(([state]) => error.code.startsWith(state))?.[1]
  // What the store refuses, such as our key, is nothing that the caller could mend.
  if (error.name === 'S3Error') return 'the file store refuses'
  if ('code' in error && networkCodes.has(String(error.code))) return 'what this stands on cannot be reached'
  return wordsOf.find(([words]) => words.test(error.message))?.[1]
}

/**
 * Why something we stand on, such as the database or the file store, could not serve this time; undefined for every other
 * error. It says nothing of whether there was an effect: a connection that is lost at a commit leaves that open.
 */
export function unavailableBecause(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return reasonOf(error) ?? unavailableBecause(error.cause)
}
