import type { RouteContract } from '@app/contracts/define.ts'
import { signOutEverywhere, signOut as signOutHere } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { type Caller, sessions } from '../stores/session.ts'
import { addressOf } from './address.ts'
import { adminCall, call } from './call.ts'
import { bearer } from './send.ts'

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

const endAll = { owner: () => call(signOutEverywhere, {}), admin: () => adminCall(signOutEverywhere, {}) }

/** Ends all of the person's tokens; the session in this browser ends with them, by `onSuccess`. */
export const useSignOutEverywhere = (caller: Caller) => useMutation({ mutationFn: endAll[caller] })
