import { useEffect } from 'react'
import { useOwner } from '../stores/session.ts'
import { refreshVerified } from './refresh-verified.ts'

/**
 * Whether the signed-in owner's email address is not confirmed. The link opens in another tab or on another device, so the
 * server is asked again each time the owner comes back to this tab.
 */
export function useUnverified(): boolean {
  const isUnverified = useOwner(({ user }) => user?.emailVerified === false)

  useEffect(() => {
    if (!isUnverified) return
    const look = () => {
      if (document.visibilityState === 'visible') void refreshVerified()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isUnverified])

  return isUnverified
}
