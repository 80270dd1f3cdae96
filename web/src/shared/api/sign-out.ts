import type { RouteContract } from '@app/contracts/define.ts'
import { signOut as signOutHere } from '@app/contracts/http/identity.ts'
import { type Caller, sessions } from '../stores/session.ts'
import { addressOf, bearer } from './send.ts'

const PATIENCE_MS = 5_000

/** Ends the session in this browser at once, and its token for the server as far as that can be told so. */
export function signOut(caller: Caller): void {
  const { token, logout } = sessions[caller].getState()
  const { method, url }: RouteContract = signOutHere
  if (token)
    // Also while the page is left.
    void fetch(addressOf(url), { method, headers: bearer(token), keepalive: true, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
      () => {},
    )
  logout()
}
