import { signOutEverywhere } from '@app/contracts/http/session.ts'
import { useMutation } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { adminCall, call } from '../../shared/api/call.ts'
import type { Caller } from '../../shared/stores/session.ts'
import { ConfirmDialog } from '../../shared/ui/Dialog.tsx'
import { notify } from '../../shared/ui/notify.tsx'

interface SignOutEverywhereProps {
  caller: Caller
  /** Called after the server has ended all sessions. The parent must clear the session that is stored in this browser. */
  onSignedOut: () => void
  onClose: () => void
}

export default function SignOutEverywhere({ caller, onSignedOut, onClose }: SignOutEverywhereProps) {
  const { mutate, isPending } = useSignOutEverywhere(caller)

  function signOut(): void {
    mutate(undefined, {
      onSuccess: () => {
        notify.success('You are signed out everywhere.')
        onSignedOut()
      },
      onError: (error) => {
        // On a 401, the user is already signed out. The portal then shows the login page with its own message.
        if (!isStatus(error, 401)) notify.error(messageOf(error, 'We couldn’t sign you out everywhere. Please try again.'))
      },
    })
  }

  return (
    <ConfirmDialog
      title="Log out everywhere"
      question="Sign out in all browsers and on all devices, including this one?"
      confirmLabel="Log out"
      busyLabel="Logging out…"
      busy={isPending}
      onConfirm={signOut}
      onCancel={onClose}
    />
  )
}

const endAll = { owner: () => call(signOutEverywhere, {}), admin: () => adminCall(signOutEverywhere, {}) }

const useSignOutEverywhere = (caller: Caller) => useMutation({ mutationFn: endAll[caller] })
