import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../stores/session.ts'
import { onUnauthorized } from './session-end.ts'

/** Calls `say` when the owner signs out, so that a form can explain why it closes. Does not call it when the session expires. */
export function useSignedOutMessage(say: () => void): void {
  const saySignedOut = useEffectEvent(say)
  useEffect(() => {
    let isExpired = false
    const stops = [
      onUnauthorized('owner', () => {
        isExpired = true
      }),
      useSession.subscribe(({ token }) => token === null && !isExpired && saySignedOut()),
    ]
    return () => stops.forEach((stop) => void stop())
  }, [])
}
