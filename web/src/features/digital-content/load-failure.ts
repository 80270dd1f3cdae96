import { ApiError, isStatus, unlessOffline } from '../../shared/api/api-error.ts'

/** What the pending strip's failure is called. */
export const PENDING_FAILURE = 'Error loading pending tasks'

/** What is said when the tasks did not load; nothing for an ended session, which is answered elsewhere. */
export function loadFailure(error: Error | null): string | undefined {
  if (!error || isStatus(error, 401) || isStatus(error, 404)) return undefined
  if (isStatus(error, 0)) return unlessOffline(error, 'Network error. Please check your connection.')
  if (error instanceof ApiError) return `Error loading approved tasks: ${error.message}`
  return error.message
}
