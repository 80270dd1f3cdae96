import { useEffect, useState } from 'react'
import { type Caller, sessions } from '../stores/session.ts'

const listeners: Record<Caller, Set<() => void>> = { owner: new Set(), admin: new Set() }

/** Hears that the session has ended for the server. Returns how to stop hearing. */
export function onUnauthorized(caller: Caller, listener: () => void): () => void {
  listeners[caller].add(listener)
  return () => listeners[caller].delete(listener)
}

/** A call or the live stream was refused with 401. What an earlier token is told late says nothing of the session there is now. */
export function tellUnauthorized(caller: Caller, token: string): void {
  if (sessions[caller].getState().token !== token) return
  for (const listener of listeners[caller]) listener()
}

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
