import { notify } from '../../shared/ui/notify.tsx'

const ADMIN_TOAST = { autoClose: 500 }

export const toast = {
  success: (message: string) => notify.success(message, ADMIN_TOAST),
  failed: (message: string) => notify.error(message, ADMIN_TOAST),
}
