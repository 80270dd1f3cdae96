import { AppError, outcomeUnknown } from '@app/chassis/errors.ts'

const RETRY_AFTER_SECONDS = 3

/**
 * How a request failed. `unsent`: no connection, so it had no effect. `cut`: the connection was lost. `late`: timeout. In the last two
 * cases the request may have had its effect.
 */
export type Failure = 'unsent' | 'cut' | 'late'

const tooLate: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const notConnected: ReadonlySet<unknown> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED'])

/** Returns the kind of failure for an error of the HTTP client. */
export function failureOf(error: unknown): Failure {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (tooLate.has(code)) return 'late'
  // An AggregateError means that connecting to all IP addresses of a host name failed.
  const isUnsent = notConnected.has(code) || syscall === 'connect' || syscall === 'getaddrinfo' || error instanceof AggregateError
  return isUnsent ? 'unsent' : 'cut'
}

const noAnswerInTime = (cause: unknown): AppError =>
  new AppError('no-answer-in-time', 'too-slow', 'This is taking too long. Please try again in a moment.', { cause })

export const serviceAway = (cause?: unknown): AppError =>
  new AppError('service-away', 'unavailable', 'This part is being restarted. Please try again in a moment.', {
    cause,
    retryAfter: RETRY_AFTER_SECONDS,
  })

const outcomeUnknownButSafe = (cause: unknown): AppError =>
  new AppError(
    'outcome-unknown',
    'unavailable',
    'We do not know whether this was done. You can safely send it again: it will not be done twice.',
    {
      cause,
      retryAfter: RETRY_AFTER_SECONDS,
    },
  )

interface Attempted {
  failure: Failure
  /** Whether the method is idempotent, so that a repeated request has no further effect. */
  isIdempotent: boolean
  /** Whether the request has an idempotency key, and its route supports it. */
  isKeyed: boolean
  /** Whether any attempt may have reached the service. */
  hasReached: boolean
  cause: unknown
}

/** Returns the error for the client of a request that failed after all retries. */
export function refusalOf({ failure, isIdempotent, isKeyed, hasReached, cause }: Attempted): AppError {
  if (hasReached && !isIdempotent) return isKeyed ? outcomeUnknownButSafe(cause) : outcomeUnknown(cause)
  return failure === 'late' ? noAnswerInTime(cause) : serviceAway(cause)
}
