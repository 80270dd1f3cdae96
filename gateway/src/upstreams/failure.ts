import { AppError, outcomeUnknown } from '@app/chassis/http/errors.ts'

const RETRY_AFTER_SECONDS = 3

/**
 * How a request failed. `unsent`: there was no connection, so the request had no effect. `cut`: the connection was lost. `late`: timeout.
 * After `cut` and `late`, the service may have processed the request.
 */
export type Failure = 'unsent' | 'cut' | 'late'

const tooLate: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const notConnected: ReadonlySet<unknown> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED'])

export function failureOf(error: unknown): Failure {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (tooLate.has(code)) return 'late'
  // An AggregateError means that the connections to all IP addresses of a host name failed.
  const isUnsent = notConnected.has(code) || syscall === 'connect' || syscall === 'getaddrinfo' || error instanceof AggregateError
  return isUnsent ? 'unsent' : 'cut'
}

const noAnswerInTime = (cause: unknown): AppError =>
  new AppError('no-answer-in-time', 'too-slow', 'This is taking too long. Please try again in a moment.', { cause })

export const serviceAway = (cause?: unknown): AppError =>
  new AppError('service-away', 'unavailable', 'This part of our service is restarting. Please try again in a moment.', {
    cause,
    retryAfter: RETRY_AFTER_SECONDS,
  })

const outcomeUnknownButSafe = (cause: unknown): AppError =>
  new AppError(
    'outcome-unknown',
    'unavailable',
    'We don’t know whether this was saved. You can safely try again: it won’t be saved twice.',
    { cause, retryAfter: RETRY_AFTER_SECONDS },
  )

interface Attempted {
  failure: Failure
  isIdempotent: boolean
  /** Whether the request has an idempotency key that its route supports. */
  isKeyed: boolean
  /** Whether an attempt may have reached the service. */
  hasReached: boolean
  cause: unknown
}

export function refusalOf({ failure, isIdempotent, isKeyed, hasReached, cause }: Attempted): AppError {
  if (hasReached && !isIdempotent) return isKeyed ? outcomeUnknownButSafe(cause) : outcomeUnknown(cause)
  return failure === 'late' ? noAnswerInTime(cause) : serviceAway(cause)
}
