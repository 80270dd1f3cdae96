import type { Problem } from '@app/contracts/primitives.ts'

/** A call that did not succeed. Status 0: no answer came, with code `network`, `offline` or `timeout`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: NonNullable<Problem['errors']>
  /** What the refusal holds besides, by the problem's extension members. */
  readonly details: object
  /** Seconds to wait before it may go better. */
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

/** Browsers may think that they are online when they are not, never the other way round. */
export const noAnswer = () =>
  navigator.onLine === false
    ? new ApiError(0, { code: 'offline', message: OFFLINE })
    : new ApiError(0, { code: 'network', message: 'The server did not answer. Check your connection and try again.' })

export const tooSlow = () => new ApiError(0, { code: 'timeout', message: 'The server took too long to answer. Try again in a moment.' })

export const isOffline = (error: unknown): boolean => error instanceof ApiError && error.code === 'offline'

/** The server's own sentence if it sent one, or that there is no connection; else the given one. */
export function messageOf(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.status > 0 && error.message) || unlessOffline(error, otherwise)
}

/** That there is no connection, where that is why; else the given sentence, whatever the server says. */
export const unlessOffline = (error: unknown, otherwise: string): string => (isOffline(error) ? OFFLINE : otherwise)

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** Whether an error may go away by itself: no response, or a status of 502 or above. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)
