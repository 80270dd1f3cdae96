import { useEffect, useState } from 'react'
import { type Caller, sessions } from '../stores/session.ts'

const listeners: Record<Caller, Set<() => void>> = { owner: new Set(), admin: new Set() }

/** Calls the listener when the server rejects the session with 401. Returns a function that unsubscribes. */
export function onUnauthorized(caller: Caller, listener: () => void): () => void {
  listeners[caller].add(listener)
  return () => listeners[caller].delete(listener)
}

/** Reports a 401 response. A 401 for an earlier token is ignored, because the user may have signed in again. */
export function reportUnauthorized(caller: Caller, token: string): void {
  if (sessions[caller].getState().token !== token) return
  for (const listener of listeners[caller]) listener()
}

/** `none`: no session when the page opened. `expired`: rejected by the server. `left`: signed out here or in another tab. */
export type SessionEnd = 'none' | 'expired' | 'left'

/** Returns why the user must leave a page for signed-in users. Undefined if there is a session. The page decides what to show. */
export function useSessionEnd(caller: Caller): SessionEnd | undefined {
  const token = sessions[caller]((session) => session.token)
  const [opened] = useState(token !== null)
  const [expired, setExpired] = useState(false)
  useEffect(() => onUnauthorized(caller, () => setExpired(true)), [caller])

  if (!opened) return 'none'
  if (expired) return 'expired'
  return token === null ? 'left' : undefined
}
