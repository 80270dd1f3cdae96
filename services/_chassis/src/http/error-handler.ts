import type { Problem } from '@app/contracts/primitives.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CommitLost } from '../db/faults.ts'
import { AppError, type ErrorKind, type FieldError, outcomeUnknown } from '../errors.ts'
import { unavailableBecause } from '../unavailable.ts'
import { inContextOf } from './request-context.ts'

const statusOf: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'target-too-long': 414,
  unsupported: 415,
  refused: 422,
  'too-many': 429,
  'slow-sender': 408,
  'bad-answer': 502,
  unavailable: 503,
  'too-slow': 504,
}

const titles: Record<number, string> = {
  400: 'Malformed request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported type',
  422: 'Refused',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  502: 'Bad answer from elsewhere',
  503: 'Unavailable',
  504: 'No answer in time',
}

/** A refusal that Fastify found by the contract's schema, told by field. */
function fieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map(({ instancePath, params, message }) => {
    const inner = params.missingProperty ?? params.additionalProperty
    const path = [...instancePath.split('/').filter(Boolean), ...(typeof inner === 'string' ? [inner] : [])]
    const field = path.join('.') || (error.validationContext ?? 'body')
    if (params.missingProperty) return { field, message: 'is required' }
    if (params.additionalProperty) return { field, message: 'is not known here' }
    return { field, message: message ?? 'is not valid' }
  })
}

/** How Postgres refuses a zero byte, which a request can carry: in a text column, and inside of `jsonb`. */
const unstorableText: ReadonlySet<string> = new Set(['22021', '22P05'])

/** By then most of what is away for a moment is back. */
const RETRY_AFTER_SECONDS = 3

interface Refusal extends Pick<Problem, 'status' | 'code' | 'message'> {
  errors?: readonly FieldError[]
  extensions?: Readonly<Record<string, unknown>>
  retryAfter?: number
  /** For the log alone. */
  reason?: string
}

function toRefusal(error: FastifyError | AppError): Refusal {
  if (error instanceof AppError) {
    return { status: statusOf[error.kind], code: error.code, message: error.message, ...error.details }
  }
  if (error.validation) {
    const errors = fieldErrors(error)
    const first = errors[0]
    return { status: 400, code: 'malformed', message: first ? `${first.field} ${first.message}` : error.message, errors }
  }
  if (unstorableText.has(error.code))
    return { status: 400, code: 'malformed', message: 'This text holds a character that cannot be stored.' }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return { status, code: error.code ?? 'refused', message: error.message }
  if (error instanceof CommitLost) return toRefusal(outcomeUnknown())
  const reason = unavailableBecause(error)
  if (reason) {
    const message = 'This cannot be done at the moment. Please try again shortly.'
    return { status: 503, code: 'unavailable', message, reason, retryAfter: RETRY_AFTER_SECONDS }
  }
  return { status: 500, code: 'internal', message: 'Something went wrong on our side. Please try again.' }
}

/**
 * Whether it is certain that what failed had no effect: we refused it, or the database did. What was unavailable may
 * have been lost at the very commit.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof Error && toRefusal(error as FastifyError).status < 500)

/** The one place where an error becomes a reply: `application/problem+json`, opaque for what nobody expected. */
export function errorHandler(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message, errors, extensions, retryAfter, reason } = toRefusal(error)
  inContextOf(request, () => {
    if (status >= 500) request.log.error({ err: error, reason }, 'request failed')
    else request.log.info({ reason: code, status }, 'request refused')
  })
  // What is left of this request would be taken for the next one.
  if (status === 408) reply.header('connection', 'close')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const title = titles[status] ?? 'Error'
  const traceId = request.context?.trace?.traceId
  const problem = { ...extensions, type: 'about:blank', title, status, code, message, requestId: request.id, traceId }
  reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(errors ? { ...problem, errors } : problem)
}

export const routeNotFound = (): AppError => new AppError('no-such-route', 'not-found', 'There is nothing at this address.')

export function notFoundHandler(): never {
  throw routeNotFound()
}
