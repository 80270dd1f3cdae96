import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isOffline, isStatus, OFFLINE } from '../../../shared/api/api-error.ts'
import { toast } from '../../../shared/ui/notify.tsx'
import { useRedirectToLogin } from '../use-access.ts'

export const FAILED = 'Failed to fetch company profile'
const EXCEPTION = 'An error occurred while fetching company details.'

type Listing = Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isLoadingError'>

/** Shows a toast with the message `failed` when a list fails to load. If there was no response and no data is shown, redirects to the login page. */
export function useLoadFailure({ error, errorUpdateCount, isLoadingError }: Listing, failed: string): void {
  const leave = useRedirectToLogin()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows a toast, even if the error is the same as before
  useEffect(() => {
    // `useAccess` handles an expired session (401).
    if (!error || isStatus(error, 401)) return
    if (!isStatus(error, 0)) toast.failed(failed)
    // There is no redirect while offline, because the login page could not be loaded.
    else if (isOffline(error)) toast.failed(OFFLINE)
    else if (isLoadingError) leave(EXCEPTION)
    else toast.failed(EXCEPTION)
  }, [errorUpdateCount])
}
