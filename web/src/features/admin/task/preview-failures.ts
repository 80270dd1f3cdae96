import { ApiError, isStatus, messageOf, unlessOffline } from '../../../shared/api/api-error.ts'

/** Returns the text of the toast for a failed `uploadTaskImage`. For a concurrent change (409), the text is the message of the response. */
export function uploadFailure(error: Error): string {
  if (isStatus(error, 409)) return messageOf(error, 'Image upload failed')
  const failed = error instanceof ApiError && error.status > 0 ? 'Image upload failed' : `Error uploading image: ${error.message}`
  return unlessOffline(error, failed)
}

/** Returns the error text for a failed `uploadPreview`, and for all failed uploads of the dialog "Deliver files". */
export const previewFailure = (error: Error): string => messageOf(error, error.message || 'We couldn’t upload the preview.')

/** Whether the server has rejected a request. Without a response, it may have executed the request. */
export const isRejected = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500

/** Whether the server has rejected a delivery because of findings that the admin may not have seen. */
export const hasOpenFindings = (error: unknown): boolean => error instanceof ApiError && error.code === 'open-findings'

/** Whether the server has rejected a delivery because a second admin must check the draft first. */
export const needsSecondAdmin = (error: unknown): boolean => error instanceof ApiError && error.code === 'check-required'
