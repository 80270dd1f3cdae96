import type { Problem } from '@app/contracts/primitives.ts'

/** A failed call. Status 0 means that there was no response. The code is then `network`, `offline` or `timeout`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: NonNullable<Problem['errors']>
  /** The whole problem document, including its extension members. */
  readonly details: object
  /** Seconds to wait before a retry, from the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(status: number, problem: Partial<Problem> = {}, retryAfter?: number) {
    super(problem.message ?? '')
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? ''
    this.errors = problem.errors ?? []
    this.details = problem
    this.retryAfter = retryAfter
  }
}

export const OFFLINE = 'You are offline. Try again when you have a connection.'

/** Returns the error for a call without a response. `navigator.onLine` is reliable only if it is false. */
export const noAnswer = () =>
  navigator.onLine === false
    ? new ApiError(0, { code: 'offline', message: OFFLINE })
    : new ApiError(0, { code: 'network', message: 'The server didn’t respond. Check your connection and try again.' })

export const timeoutError = () =>
  new ApiError(0, { code: 'timeout', message: 'The server took too long to respond. Try again in a moment.' })

export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline'

/** Returns the server's message, the offline message or, without both, the given text. */
export function messageOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.status > 0 && error.message) || unlessOffline(error, otherwise)
}

/** Returns the offline message if the browser was offline, otherwise the given text. Ignores the server's message. */
export const unlessOffline = (error: unknown, otherwise: string): string => (isOffline(error) ? OFFLINE : otherwise)

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** Whether a retry may succeed: there was no response, or the status is 502 or higher. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)
