import { getMe, type Me } from '@app/contracts/http/identity.ts'
import { useOwner } from '../stores/session.ts'
import { call } from './call.ts'

/** Asks who the stored token belongs to and keeps the answer; on any failure there is no user. */
export async function loadUser(): Promise<Me | null> {
  const user = await call(getMe, {}).catch(() => null)
  const accepted = user?.email ? user : null
  useOwner.getState().setUser(accepted)
  return accepted
}
