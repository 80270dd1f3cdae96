import { useEffect } from 'react'
import { type SessionEnd, useSessionEnd } from '../../shared/api/use-session-end.ts'
import { useAdminSession } from '../../shared/stores/session.ts'
import { useLeave } from './use-leave.ts'

const refusals: Record<SessionEnd, string> = {
  none: 'You must be logged in to access this page.',
  expired: 'Session expired. Please log in again.',
  left: '',
}

/** Whether the visitor may stay; whoever may not is sent to the admin login, now or when the session ends. */
export function useAccess(): boolean {
  const logout = useAdminSession((session) => session.logout)
  const leave = useLeave()
  const sessionEnd = useSessionEnd('admin')

  useEffect(() => {
    if (!sessionEnd) return
    logout()
    leave(refusals[sessionEnd])
  }, [sessionEnd, logout, leave])

  return sessionEnd === undefined
}
