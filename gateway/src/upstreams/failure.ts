import { AppError, outcomeUnknown } from '@app/chassis/errors.ts'

const RETRY_AFTER_SECONDS = 3

/**
 * How a request failed. `unsent`: no connection, so surely nothing happened. `cut`: the connection broke, `late`: no
 * answer in time; in both it may have had its effect.
 */
export type Failure = 'unsent' | 'cut' | 'late'

const tooLate: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const notConnected: ReadonlySet<unknown> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED'])

/** What kind of failure an error of the HTTP client is. */
export function failureOf(error: unknown): Failure {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (tooLate.has(code)) return 'late'
  // Several addresses of one name fail as one.
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
  new AppError('outcome-unknown', 'unavailable', 'We do not know whether this was done. Please send it again: it will not be done twice.', {
    cause,
    retryAfter: RETRY_AFTER_SECONDS,
  })

interface Attempted {
  failure: Failure
  /** Whether doing it twice is like doing it once. */
  isHarmless: boolean
  /** Whether it carries an idempotency key that its route takes. */
  isKeyed: boolean
  /** Whether any try may have reached the service. */
  hasReached: boolean
  cause: unknown
}

/** What the caller is told of a request that failed for good. */
export function refusalOf({ failure, isHarmless, isKeyed, hasReached, cause }: Attempted): AppError {
  if (hasReached && !isHarmless) return isKeyed ? outcomeUnknownButSafe(cause) : outcomeUnknown(cause)
  return failure === 'late' ? noAnswerInTime(cause) : serviceAway(cause)
}
