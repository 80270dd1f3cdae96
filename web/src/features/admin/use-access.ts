import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type SessionEnd, useSessionEnd } from '../../shared/api/session-end.ts'
import { useAdminSession } from '../../shared/stores/session.ts'
import { withReturnSearch } from '../../shared/ui/navigation.ts'
import { toast } from '../../shared/ui/notify.tsx'

const refusals: Record<SessionEnd, string> = {
  none: 'You must be logged in to access this page.',
  expired: 'Session expired. Please log in again.',
  left: '',
}

/** Returns whether an admin is signed in. If no admin is signed in, or when the session ends, redirects to the admin login. */
export function useAccess(): boolean {
  const logout = useAdminSession((session) => session.logout)
  const leave = useRedirectToLogin()
  const sessionEnd = useSessionEnd('admin')

  useEffect(() => {
    if (!sessionEnd) return
    logout()
    leave(refusals[sessionEnd])
  }, [sessionEnd, logout, leave])

  return sessionEnd === undefined
}

export function useRedirectToLogin() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return useCallback(
    (message: string) => {
      if (message) toast.failed(message)
      // After a deliberate sign-out, there is no message, and the next sign-in does not return to this page.
      navigate('/admin/login', { replace: true, state: message ? withReturnSearch(search) : null })
    },
    [navigate, search],
  )
}
