import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isOffline, isStatus, OFFLINE } from '../../../shared/api/api-error.ts'
import { toast } from '../toasts.ts'
import { useRedirectToLogin } from '../use-access.ts'

export const FAILED = 'Failed to fetch company profile'
const EXCEPTION = 'An error occurred while fetching company details.'

type Listing = Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isLoadingError'>

/** Says that the listing failed. Without any answer and nothing to show the visitor goes back to the login, as after an ended session. */
export function useLoadFailure({ error, errorUpdateCount, isLoadingError }: Listing): void {
  const leave = useRedirectToLogin()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is said once, also when it is the same again
  useEffect(() => {
    // An ended session is answered elsewhere.
    if (!error || isStatus(error, 401)) return
    if (!isStatus(error, 0)) toast.failed(FAILED)
    // There is no way to the login either.
    else if (isOffline(error)) toast.failed(OFFLINE)
    else if (isLoadingError) leave(EXCEPTION)
    else toast.failed(EXCEPTION)
  }, [errorUpdateCount])
}
