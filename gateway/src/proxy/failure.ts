import { AppError } from '@app/chassis/errors.ts'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'

type Hooks = Required<FastifyReplyFromHooks>

const RETRY_AFTER_SECONDS = 3

const tooLate = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  if (tooLate.has(codeOf(cause) ?? ''))
    return new AppError('no-answer-in-time', 'too-slow', 'This is taking too long. Please try again in a moment.', { cause })
  return new AppError('service-away', 'unavailable', 'This part is being restarted. Please try again in a moment.', {
    cause,
    retryAfter: RETRY_AFTER_SECONDS,
  })
}

/** Answers for a service that did not: 504 when it was too slow, 503 when it is away, or our own refusal of the body. */
export const answerFailure: Hooks['onError'] = (reply, { error }) => {
  reply.send(toAppError(error.cause ?? error))
}

const brokenBeforeAnswer = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])
const RETRY_DELAY_MS = 50

/** Fetching may be tried once more when the connection broke before any answer, as when a service restarts. */
export const retryDelay: Hooks['retryDelay'] = ({ err, req, attempt }) => {
  const harmless = req.method === 'GET' || req.method === 'HEAD'
  return harmless && attempt === 0 && brokenBeforeAnswer.has(codeOf(err) ?? '') ? RETRY_DELAY_MS : null
}
