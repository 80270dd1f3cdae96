import { useEffect, useState } from 'react'
import { type Caller, sessions } from '../stores/session.ts'
import { onUnauthorized } from './unauthorized.ts'

/** There was no session when the page opened; the server says that it has ended; it was ended here or in another tab. */
export type SessionEnd = 'none' | 'expired' | 'left'

/** Why somebody cannot stay on a page that is for the signed-in; undefined for who can. What is said, and where to go, is the page's. */
export function useSessionEnd(caller: Caller): SessionEnd | undefined {
  const token = sessions[caller]((session) => session.token)
  const [opened] = useState(token !== null)
  const [expired, setExpired] = useState(false)
  useEffect(() => onUnauthorized(caller, () => setExpired(true)), [caller])

  if (!opened) return 'none'
  if (expired) return 'expired'
  return token === null ? 'left' : undefined
}
