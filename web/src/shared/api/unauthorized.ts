/** Whose session a call is made with. */
export type Caller = 'owner' | 'admin'

const listeners: Record<Caller, Set<() => void>> = { owner: new Set(), admin: new Set() }

/** Hears that a call or the live stream was refused with 401 although a token was sent. Returns how to stop hearing. */
export function onUnauthorized(caller: Caller, listener: () => void): () => void {
  listeners[caller].add(listener)
  return () => listeners[caller].delete(listener)
}

export function tellUnauthorized(caller: Caller): void {
  for (const listener of listeners[caller]) listener()
}
