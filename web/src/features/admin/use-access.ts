import { useEffect, useState } from 'react'
import { onUnauthorized } from '../../shared/api/unauthorized.ts'
import { useAdminSession } from '../../shared/stores/session.ts'
import { refusalOf } from './access.ts'
import { useLeave } from './use-leave.ts'

/** Whether the visitor may stay; whoever may not is sent to the admin login, now or when the session ends. */
export function useAccess(): boolean {
  const { token, logout } = useAdminSession()
  const [hadToken] = useState(token !== null)
  const [expired, setExpired] = useState(false)
  const leave = useLeave()
  const refusal = refusalOf({ hadToken, hasToken: token !== null, expired })

  useEffect(() => onUnauthorized('admin', () => setExpired(true)), [])
  useEffect(() => {
    if (refusal === undefined) return
    logout()
    leave(refusal)
  }, [refusal, logout, leave])

  return refusal === undefined
}
