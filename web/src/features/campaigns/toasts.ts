import { isStatus } from '../../shared/api/api-error.ts'
import { notify } from '../../shared/ui/notify.tsx'

const BRIEF_MS = 3_000
const FAILED_MS = 5_000

/** Toasts of the campaign screens, with the time each kind stays. */
export const toast = {
  success: (message: string): void => notify.success(message, { autoClose: BRIEF_MS }),
  info: (message: string): void => notify.info(message, { autoClose: BRIEF_MS }),
  /** What was entered cannot go like this. */
  refused: (message: string): void => notify.error(message, { autoClose: BRIEF_MS }),
  failed(error: Error, message: string): void {
    // An ended session is answered elsewhere.
    if (!isStatus(error, 401)) notify.error(message, { autoClose: FAILED_MS })
  },
}
