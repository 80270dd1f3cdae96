/** Message and `Retry-After` of a 503. Most short outages end within this time. */
export const UNAVAILABLE = 'This isn’t possible right now. Please try again shortly.'
export const RETRY_AFTER_SECONDS = 3

/** The HTTP status of the response to each kind of error. */
export const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'target-too-long': 414,
  unsupported: 415,
  refused: 422,
  'version-missing': 428,
  'too-many': 429,
  'slow-sender': 408,
  'bad-answer': 502,
  unavailable: 503,
  'too-slow': 504,
} as const
export type ErrorKind = keyof typeof statusOf

export interface FieldError {
  field: string
  message: string
}

interface Details {
  /** Invalid fields. A form shows each message beside its field. */
  errors?: readonly FieldError[]
  /** Additional members of the problem document, for example the current task after a conflict. */
  extensions?: Readonly<Record<string, unknown>>
  /** Value of the `Retry-After` header, in seconds. */
  retryAfter?: number
  cause?: unknown
}

/** An expected error of a request. Programs can test `code`, which is stable. Screens show `message`. */
export class AppError extends Error {
  readonly code: string
  readonly kind: ErrorKind
  readonly details: Details

  constructor(code: string, kind: ErrorKind, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.kind = kind
    this.details = details
  }
}

export const refusedField = (field: string, message: string): AppError =>
  new AppError('refused', 'refused', message, { errors: [{ field, message }] })

/** The client closed the connection during an upload, so this error appears only in the log. */
export const uploadAborted = (cause?: unknown): AppError =>
  new AppError('upload-aborted', 'malformed', 'The upload was interrupted.', { cause })

/** The process is stopping and has not carried out the request. A retry is safe. */
export const stopping = (): AppError =>
  new AppError('stopping', 'unavailable', 'This part of our service is restarting. Please try again in a moment.', { retryAfter: 1 })

/** The request may have been carried out, for example if the connection was lost during a commit. */
export const outcomeUnknown = (cause?: unknown): AppError =>
  new AppError('outcome-unknown', 'unavailable', 'We don’t know whether this was saved. Please check before you try again.', {
    cause,
    retryAfter: 3,
  })
