import { ApiError, isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { notify } from '../../shared/ui/notify.tsx'

const SUBMITTED_MS = 3_000
const FAILED_MS = 5_000

/** What the server says, or how it failed. */
const reasonOf = (error: Error): string =>
  error.message || (error instanceof ApiError ? `HTTP error! status: ${error.status}` : 'Something went wrong')

/** "Failed to load customer data: …"; that there is no connection is said alone, here as everywhere. */
export const failureOf = (what: string, error: Error): string => unlessOffline(error, `${what}: ${reasonOf(error)}`)

export const toast = {
  submitted: (message: string): void => notify.success(message, { autoClose: SUBMITTED_MS }),
  refused: (message: string): void => notify.error(message, { autoClose: FAILED_MS }),
  failed(what: string, error: Error): void {
    // An ended session is answered elsewhere.
    if (!isStatus(error, 401)) toast.refused(failureOf(what, error))
  },
}
