import { ApiError, isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'

const CONFLICT = 409

/** What is said when an image did not arrive. A 409 brings the server's own sentence: somebody else was faster. */
export function uploadFailure(error: Error): string {
  if (isStatus(error, CONFLICT)) return messageOf(error, 'Image upload failed')
  return error instanceof ApiError && error.status > 0
    ? 'Image upload failed'
    : unlessOffline(error, `Error uploading image: ${error.message}`)
}

export const launchFailure = (error: Error): string =>
  isStatus(error, CONFLICT) ? messageOf(error, 'Failed to launch task.') : unlessOffline(error, 'Failed to launch task.')
