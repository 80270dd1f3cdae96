import { ApiError, isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { notify } from '../../shared/ui/notify.tsx'

const SUBMITTED_MS = 3_000
const FAILED_MS = 5_000

const reasonOf = (error: Error): string =>
  error.message || (error instanceof ApiError ? `HTTP error! status: ${error.status}` : 'Something went wrong')

/** Formats an error, for example "Failed to load customer data: …". Offline, it returns the usual offline message. */
export const failureOf = (what: string, error: Error): string => unlessOffline(error, `${what}: ${reasonOf(error)}`)

export const toast = {
  submitted: (message: string): void => notify.success(message, { autoClose: SUBMITTED_MS }),
  refused: (message: string): void => notify.error(message, { autoClose: FAILED_MS }),
  failed(what: string, error: Error): void {
    // The page handles an expired session (401).
    if (!isStatus(error, 401)) toast.refused(failureOf(what, error))
  },
}
