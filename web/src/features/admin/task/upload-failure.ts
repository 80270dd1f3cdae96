import { ApiError, isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'

/** Returns the text of the toast for a failed `uploadTaskImage`. For a concurrent change (409), the text is the message of the response. */
export function uploadFailure(error: Error): string {
  if (isStatus(error, 409)) return messageOf(error, 'Image upload failed')
  const failed = error instanceof ApiError && error.status > 0 ? 'Image upload failed' : `Error uploading image: ${error.message}`
  return unlessOffline(error, failed)
}

/** Returns the error text for a failed `uploadPreview`, and for all failed uploads of the dialog "Deliver files". */
export const previewFailure = (error: Error): string => messageOf(error, error.message || 'We couldn’t upload the preview.')
