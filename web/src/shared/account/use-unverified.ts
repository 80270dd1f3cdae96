import { getMe } from '@app/contracts/http/identity.ts'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { noteVerified, useOwner } from '../stores/session.ts'

/**
 * Whether the signed-in owner's email address is not confirmed. The link opens in another tab or on another device, so the
 * server is asked again each time the owner comes back to this tab.
 */
export function useUnverified(): boolean {
  const isUnverified = useOwner(({ user }) => user?.emailVerified === false)

  useEffect(() => {
    if (!isUnverified) return
    async function look(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      // A failure changes nothing: the server is asked again the next time.
      const me = await call(getMe, {}).catch(() => undefined)
      if (me?.emailVerified) noteVerified()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isUnverified])

  return isUnverified
}
