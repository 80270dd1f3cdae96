/** Kind of an error as the caller sees it. Determines the HTTP status of the response. */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'target-too-long'
  | 'unsupported'
  | 'refused'
  | 'too-many'
  | 'slow-sender'
  | 'bad-answer'
  | 'unavailable'
  | 'too-slow'

export interface FieldError {
  field: string
  message: string
}

interface Details {
  /** Invalid fields, so that a form can show a message beside each. */
  errors?: readonly FieldError[]
  /** Additional members of the problem document, such as the current task after a conflict. */
  extensions?: Readonly<Record<string, unknown>>
  /** Value of the `Retry-After` header, in seconds. */
  retryAfter?: number
  cause?: unknown
}

/** An expected error of a request. `code` is stable, so that programs can test it; screens show `message`. */
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

/** Returns the error for one invalid field (status 422). `message` is the message of both the error and the field. */
export const refusedField = (field: string, message: string): AppError =>
  new AppError('refused', 'refused', message, { errors: [{ field, message }] })

/** The client closed the connection during an upload. No client reads the response; the error is for the log. */
export const uploadAborted = (cause?: unknown): AppError =>
  new AppError('upload-aborted', 'malformed', 'The upload was interrupted.', { cause })

/** The process is stopping and has not carried out the request. A retry is safe. */
export const stopping = (): AppError =>
  new AppError('stopping', 'unavailable', 'This part is being restarted. Please try again in a moment.', { retryAfter: 1 })

/** The request may or may not have been carried out, for example because the connection was lost during a commit. */
export const outcomeUnknown = (cause?: unknown): AppError =>
  new AppError('outcome-unknown', 'unavailable', 'We do not know whether this was done. Please check before you send it again.', {
    cause,
    retryAfter: 3,
  })
