/** What went wrong, in terms of the caller; decides the HTTP status. */
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
  /** Refused fields, for forms. */
  errors?: readonly FieldError[]
  /** Further members of the problem document, such as the fresh task of a conflict. */
  extensions?: Readonly<Record<string, unknown>>
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  cause?: unknown
}

/** An expected refusal: `code` is stable for programs, `message` is the sentence a screen shows. */
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

/** A 422 that names the field; `message` is both the sentence and the field's. */
export const refusedField = (field: string, message: string): AppError =>
  new AppError('refused', 'refused', message, { errors: [{ field, message }] })

/** The sender hung up half-way; nobody reads the answer, but the log says what it was. */
export const uploadAborted = (cause?: unknown): AppError =>
  new AppError('upload-aborted', 'malformed', 'The upload was interrupted.', { cause })

/** This process is about to end, and what was asked of it has not happened. */
export const stopping = (): AppError =>
  new AppError('stopping', 'unavailable', 'This part is being restarted. Please try again in a moment.', { retryAfter: 1 })

/** Nobody can say any more whether what was asked for happened. */
export const outcomeUnknown = (cause?: unknown): AppError =>
  new AppError('outcome-unknown', 'unavailable', 'We do not know whether this was done. Please check before you send it again.', {
    cause,
    retryAfter: 3,
  })
