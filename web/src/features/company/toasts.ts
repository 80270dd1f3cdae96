import { notify } from '../../shared/ui/notify.tsx'

const PROFILE_TOAST = { autoClose: 500 }

/** Toasts of the profile screens. They close after 500 ms, so important messages are also shown in the page. */
export const toast = {
  success: (message: string) => notify.success(message, PROFILE_TOAST),
  failed: (message: string) => notify.error(message, PROFILE_TOAST),
}
