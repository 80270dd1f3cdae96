import { signOutEverywhere } from '@app/contracts/http/identity.ts'
import { useMutation } from '@tanstack/react-query'
import { isStatus, messageOf } from '../api/api-error.ts'
import { adminCall, call } from '../api/call.ts'
import type { Caller } from '../stores/session.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { notify } from '../ui/notify.tsx'

interface SignOutEverywhereProps {
  caller: Caller
  /** The server has ended every session; this browser's own is left to end. */
  onSignedOut: () => void
  onClose: () => void
}

/** Asks before it ends the sessions of a person in every browser. */
export default function SignOutEverywhere({ caller, onSignedOut, onClose }: SignOutEverywhereProps) {
  const { mutate, isPending } = useSignOutEverywhere(caller)

  function signOut(): void {
    mutate(undefined, {
      onSuccess: () => {
        notify.success('You are signed out everywhere.')
        onSignedOut()
      },
      onError: (error) => {
        // With 401 the user is signed out already: the portal shows the login page and its message.
        if (!isStatus(error, 401)) notify.error(messageOf(error, 'You could not be signed out everywhere. Please try again.'))
      },
    })
  }

  return (
    <ConfirmDialog
      title="Sign out everywhere"
      question="Do you want to sign out in every browser and on every device, this one included?"
      confirmLabel="Sign out"
      busyLabel="Signing out…"
      busy={isPending}
      onConfirm={signOut}
      onCancel={onClose}
    />
  )
}

const endAll = { owner: () => call(signOutEverywhere, {}), admin: () => adminCall(signOutEverywhere, {}) }

/** Ends all of the person's tokens; the session in this browser ends with them, by `onSuccess`. */
const useSignOutEverywhere = (caller: Caller) => useMutation({ mutationFn: endAll[caller] })
