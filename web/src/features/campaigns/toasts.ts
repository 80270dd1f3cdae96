import { isStatus } from '../../shared/api/api-error.ts'
import { notify } from '../../shared/ui/notify.tsx'

const BRIEF_MS = 3_000
const FAILED_MS = 5_000

/** Toasts of the campaign screens. Success and validation messages close after 3 s, failed requests after 5 s. */
export const toast = {
  success: (message: string): void => notify.success(message, { autoClose: BRIEF_MS }),
  info: (message: string): void => notify.info(message, { autoClose: BRIEF_MS }),
  refused: (message: string): void => notify.error(message, { autoClose: BRIEF_MS }),
  failed(error: Error, message: string): void {
    // An expired session (401) shows its own message.
    if (!isStatus(error, 401)) notify.error(message, { autoClose: FAILED_MS })
  },
}
