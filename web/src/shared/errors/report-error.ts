import { reportWebError, type webErrorKinds } from '@app/contracts/http/web-errors.ts'
import { ownBuild } from '../api/newer-build.ts'
import { urlOf } from '../api/send.ts'

/** Maximum number of reports per page view. A repeated error is reported once. */
const REPORTS_MAX = 5
const reported = new Set<string>()

/** Whether the error comes from a script of another origin, a browser extension or a ResizeObserver loop. */
const isForeign = (message: string, stack: string): boolean =>
  message === 'Script error.' || message.startsWith('ResizeObserver loop') || stack.includes('-extension://')
const isCanceled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Removes the token from URLs of review links. Anyone who has the token can decide, so it must not be logged. */
const withoutToken = (text: string): string => text.replace(/(\/review\/)[\w-]+/g, '$1:token')

/** Reports an unexpected error to the server, which logs and counts it. Never throws. */
export function reportError(kind: (typeof webErrorKinds)[number], error: unknown): void {
  const message = withoutToken(String(error)).slice(0, 500)
  const stack = error instanceof Error ? withoutToken(String(error.stack)).slice(0, 4_000) : ''
  if (reported.size >= REPORTS_MAX || reported.has(message) || isCanceled(error) || isForeign(message, stack)) return
  reported.add(message)
  const route = withoutToken(window.location.pathname).slice(0, 200)
  void fetch(urlOf(reportWebError.url), {
    method: reportWebError.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, message, ...(stack && { stack }), release: ownBuild(), route }),
    keepalive: true,
  }).catch(() => {})
}

export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error, message }) => reportError('error', error ?? message))
  window.addEventListener('unhandledrejection', ({ reason }) => reportError('rejection', reason))
}
