import { getMe } from '@app/contracts/http/session.ts'
import { call } from '../../shared/api/call.ts'
import { useOwner, useSession } from '../../shared/stores/session.ts'

/** Why an owner should confirm the email address. */
export const WHY_CONFIRM =
  'Confirm your email to approve from your inbox. Until then, our emails show neither your previews nor a button to approve them, and we can’t remind you.'

/** Loads the signed-in owner again, for example after the email address was confirmed or changed. A failed request changes nothing. */
export async function refreshUser(): Promise<void> {
  if (!useSession.getState().token) return
  const user = await call(getMe, {}).catch(() => undefined)
  if (user) useOwner.getState().setUser(user)
}
