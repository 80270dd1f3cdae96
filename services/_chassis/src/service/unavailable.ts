import { isPostgresError, isStalePlan } from '../db/faults.ts'

/** Temporary errors of Postgres, by prefix of the SQLSTATE. The first match applies. */
const databaseReasons: readonly [state: string, reason: string][] = [
  ['08', 'the connection to the database failed'],
  ['25006', 'the database is read-only'],
  ['25P03', 'a transaction was idle for too long'],
  ['28', 'the database rejected the login'],
  ['40', 'other transactions conflicted with this one repeatedly'],
  ['53100', 'the disk of the database is full'],
  ['53', 'the database is out of resources'],
  ['55P03', 'a lock was not released within the timeout'],
  ['57014', 'a statement took too long'],
  ['57P', 'the database is stopping or starting'],
  ['58', 'the database cannot read or write its files'],
]

/** Temporary errors without a code, by beginning of the message. The messages are from pg, Kysely, amqplib, minio and this package. */
const messageReasons: readonly [message: RegExp, reason: string][] = [
  [/^timeout exceeded when trying to connect/, 'all connections to the database are in use'],
  [
    /^(Connection terminated|timeout expired|Client (has encountered a connection error|was closed))/,
    'the connection to the database was lost',
  ],
  [/^Query read timeout/, 'the database does not respond'],
  [/^(Socket closed abruptly|connect ETIMEDOUT)/, 'the broker does not respond'],
  [/^(Cannot use a pool after calling end|driver has already been destroyed)/, 'this process is stopping'],
  [/^(The file store was silent|Request failed after \d+ retries)/, 'the file store does not respond'],
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
  // The store rejects a request, for example because of a wrong access key. This is not the caller's fault.
  if (error.name === 'S3Error') return 'the file store refuses the request'
  if ('code' in error && networkCodes.has(String(error.code))) return 'a dependency cannot be reached'
  return messageReasons.find(([message]) => message.test(error.message))?.[1]
}

/** Returns why a dependency is unavailable, or undefined for other errors. The failed operation may still have had an effect. */
export function unavailableBecause(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return reasonOf(error) ?? unavailableBecause(error.cause)
}
