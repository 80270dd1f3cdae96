import type { Problem } from '@app/contracts/primitives.ts'

/** Responses without a problem document come from a proxy, a firewall or a load balancer between the browser and the product. */
const proxyMessages: Readonly<Record<number, string>> = {
  403: 'Your network blocked this (403). Try another network, or ask whoever runs it.',
  407: 'Your network asks for a sign-in first (407). Sign in to it, then try again.',
  413: 'Your network refused this as too large (413). Choose a smaller file, or try another network.',
  502: 'We’re briefly unavailable (502). Try again in a minute.',
  503: 'We’re briefly unavailable (503). Try again in a minute.',
  504: 'We took too long to respond (504). Try again in a minute.',
}

/** A failed call. Status 0 means that there was no response. The code is then `network`, `offline` or `timeout`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: NonNullable<Problem['errors']>
  /** The whole problem document, including its extension members. */
  readonly details: object
  /** Seconds to wait before a retry, from the `Retry-After` header. */
  readonly retryAfter: number | undefined
  /** Whether a proxy or firewall on the way responded, not the product. */
  readonly isFromProxy: boolean

  constructor(status: number, problem: Partial<Problem> = {}, retryAfter?: number) {
    const proxyMessage = problem.code === undefined ? proxyMessages[status] : undefined
    super(problem.message ?? proxyMessage ?? '')
    this.isFromProxy = problem.message === undefined && proxyMessage !== undefined
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

/** Returns what failed between the browser and the product: no connection, or a proxy. Otherwise the given text, not the server's message. */
export const unlessOffline = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && (isOffline(error) || error.isFromProxy) ? error.message : otherwise

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status
}

/** Whether a retry may succeed: there was no response, or the status is 502 or higher. */
export const isTransient = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)
