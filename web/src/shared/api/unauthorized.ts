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
