import { WHY_CONFIRM } from '../../../shared/account/why-confirm.ts'
import { useOwner } from '../../../shared/stores/session.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'

const UnconfirmedEmail = lazyPart(() => import('../../../shared/account/UnconfirmedEmail.tsx'), { missing: () => null })

/** Asks an owner who has not confirmed the email address to do so. Other owners load nothing. */
export function ConfirmEmail() {
  const isUnconfirmed = useOwner(({ user }) => user?.emailVerified === false)
  return isUnconfirmed ? <UnconfirmedEmail text={WHY_CONFIRM} /> : null
}
