import { ApiError, messageOf } from '../api/api-error.ts'

/** Why a code was not taken, in the server's words where there are some, and how long to wait if that is what helps. */
export function failureText(failure: Error | null): string | undefined {
  if (!failure) return undefined
  const said = messageOf(failure, failure.message || 'That did not work. Please try again.')
  const seconds = failure instanceof ApiError ? failure.retryAfter : undefined
  return seconds === undefined ? said : `${said} The next try is in ${lengthOf(seconds)}.`
}

function lengthOf(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
