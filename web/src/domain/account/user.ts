import { getMe } from '@app/contracts/http/session.ts'
import { call } from '../../shared/api/call.ts'
import { noteVerified, useSession } from '../../shared/stores/session.ts'

/** Why an owner should confirm the email address. */
export const WHY_CONFIRM =
  'Confirm your email to approve from your inbox. Until then, our emails show neither your previews nor a button to approve them, and we can’t remind you.'

/** Checks on the server whether the signed-in owner has confirmed the email address. A failed request changes nothing. */
export async function refreshVerified(): Promise<void> {
  if (!useSession.getState().token) return
  const me = await call(getMe, {}).catch(() => undefined)
  if (me?.emailVerified) noteVerified()
}
