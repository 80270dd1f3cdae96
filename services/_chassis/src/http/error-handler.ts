import type { Problem } from '@app/contracts/primitives.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CommitLost } from '../db/faults.ts'
import { unavailableBecause } from '../service/unavailable.ts'
import { AppError, type FieldError, outcomeUnknown, RETRY_AFTER_SECONDS, statusOf, UNAVAILABLE } from './errors.ts'
import { inContextOf } from './request-context.ts'

const titles: Record<number, string> = {
  400: 'Malformed request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  414: 'URL too long',
  415: 'Unsupported type',
  422: 'Refused',
  428: 'Version missing',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
}

function fieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map(({ instancePath, params, message }) => {
    const inner = params.missingProperty ?? params.additionalProperty
    const path = [...instancePath.split('/').filter(Boolean), ...(typeof inner === 'string' ? [inner] : [])]
    const field = path.join('.') || (error.validationContext ?? 'body')
    if (params.missingProperty) return { field, message: 'is required' }
    if (params.additionalProperty) return { field, message: 'is not a known field' }
    return { field, message: message ?? 'is not valid' }
  })
}

/** Codes of Postgres's errors for a zero byte in a text column and in `jsonb`. A request can contain a zero byte. */
const unstorableText: ReadonlySet<string> = new Set(['22021', '22P05'])

interface ErrorResponse extends Pick<Problem, 'status' | 'code' | 'message'> {
  errors?: readonly FieldError[]
  extensions?: Readonly<Record<string, unknown>>
  retryAfter?: number
  /** Logged, but not sent to the client. */
  reason?: string
}

function toResponse(error: FastifyError | AppError): ErrorResponse {
  if (error instanceof AppError) {
    return { status: statusOf[error.kind], code: error.code, message: error.message, ...error.details }
  }
  if (error.validation) {
    const errors = fieldErrors(error)
    const first = errors[0]
    return { status: 400, code: 'malformed', message: first ? `${first.field} ${first.message}` : error.message, errors }
  }
  if (unstorableText.has(error.code))
    return { status: 400, code: 'malformed', message: 'This text contains a character that cannot be stored.' }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return { status, code: error.code ?? 'refused', message: error.message }
  if (error instanceof CommitLost) return toResponse(outcomeUnknown())
  const reason = unavailableBecause(error)
  if (reason) {
    return { status: 503, code: 'unavailable', message: UNAVAILABLE, reason, retryAfter: RETRY_AFTER_SECONDS }
  }
  return { status: 500, code: 'internal', message: 'Something went wrong on our side. Please try again.' }
}

/** Returns the status code and the message with which a request fails. For routes whose response contains several results. */
export function failureOf(error: unknown): Pick<Problem, 'status' | 'message'> {
  const { status, message } = toResponse(error as FastifyError | AppError)
  return { status, message }
}

/** Returns whether a failed operation certainly had no effect, because this process or the database rejected it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof Error && toResponse(error as FastifyError).status < 500)

/** Converts every error to an `application/problem+json` response. Details of unexpected errors are not sent. */
export function errorHandler(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message, errors, extensions, retryAfter, reason } = toResponse(error)
  inContextOf(request, () => {
    if (status >= 500) request.log.error({ err: error, reason }, 'request failed')
    else request.log.info({ reason: code, status }, 'request refused')
  })
  // On a connection that stays open, the rest of this request's body would be parsed as the next request.
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

export const routeNotFound = (): AppError => new AppError('no-such-route', 'not-found', 'There is no page or file at this URL.')

export function notFoundHandler(): never {
  throw routeNotFound()
}
