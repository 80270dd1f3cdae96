import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../stores/session.ts'
import { onUnauthorized } from './session-end.ts'

/** Has a form of an owner's say why it goes when somebody logged out; where to, and that a session has expired, is the shell's to say. */
export function useSayingLogin(say: () => void): void {
  const sayLogin = useEffectEvent(say)
  useEffect(() => {
    let isExpired = false
    const stops = [
      onUnauthorized('owner', () => {
        isExpired = true
      }),
      useSession.subscribe(({ token }) => token === null && !isExpired && sayLogin()),
    ]
    return () => stops.forEach((stop) => void stop())
  }, [])
}
