import type { Notification } from '@app/contracts/http/notifications.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Caller, sessions } from '../stores/session.ts'
import { followInTabs } from './live-in-tabs.ts'
import { tellUnauthorized } from './unauthorized.ts'

/** Hears everything that concerns the signed-in person while the component is on screen; ends with the session. */
export function useLive(caller: Caller, onNotification: (notification: Notification) => void): void {
  const token = sessions[caller]((session) => session.token)
  const queryClient = useQueryClient()
  const hear = useEffectEvent(onNotification)

  useEffect(() => {
    if (!token) return
    return followInTabs(token, {
      onNotification: (notification) => hear(notification),
      onReturn: () => void queryClient.invalidateQueries(),
      onUnauthorized: () => tellUnauthorized(caller, token),
    })
  }, [token, caller, queryClient])
}
