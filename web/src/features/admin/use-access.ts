import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type SessionEnd, useSessionEnd } from '../../shared/api/session-end.ts'
import { useAdminSession } from '../../shared/stores/session.ts'
import { withReturnSearch } from '../../shared/ui/navigation.ts'
import { toast } from './toasts.ts'

const refusals: Record<SessionEnd, string> = {
  none: 'You must be logged in to access this page.',
  expired: 'Session expired. Please log in again.',
  left: '',
}

/** Whether the visitor may stay; whoever may not is sent to the admin login, now or when the session ends. */
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

/** Returns a function that redirects to the admin login and shows why. */
export function useRedirectToLogin() {
  const navigate = useNavigate()
  const { search } = useLocation()
  return useCallback(
    (message: string) => {
      if (message) toast.failed(message)
      // Whoever leaves without a word wanted to.
      navigate('/admin/login', { replace: true, state: message ? withReturnSearch(search) : null })
    },
    [navigate, search],
  )
}
