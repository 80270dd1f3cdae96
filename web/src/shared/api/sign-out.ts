import type { RouteContract } from '@app/contracts/define.ts'
import { signOut as signOutHere } from '@app/contracts/http/session.ts'
import { type Caller, sessions } from '../stores/session.ts'
import { bearer, urlOf } from './send.ts'

const TIMEOUT_MS = 5_000

/** Clears the session in this browser at once. The server revokes the token when the request arrives. */
export function signOut(caller: Caller): void {
  const { token, logout } = sessions[caller].getState()
  const { method, url }: RouteContract = signOutHere
  if (token)
    // `keepalive` lets the request finish after the page is left.
    void fetch(urlOf(url), { method, headers: bearer(token), keepalive: true, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {})
  logout()
}
