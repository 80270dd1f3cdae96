import { notify } from '../../shared/ui/notify.tsx'

const PROFILE_TOAST = { autoClose: 500 }

/** Toasts of the profile's screens: brief, all of them. What is to be read longer stands on the screen, too. */
export const toast = {
  success: (message: string) => notify.success(message, PROFILE_TOAST),
  failed: (message: string) => notify.error(message, PROFILE_TOAST),
}
