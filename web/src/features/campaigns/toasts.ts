import { isStatus } from '../../shared/api/api-error.ts'
import { notify } from '../../shared/ui/notify.tsx'

const BRIEF_MS = 3_000
const FAILED_MS = 5_000

export const toast = {
  success: (message: string): void => notify.success(message, { autoClose: BRIEF_MS }),
  info: (message: string): void => notify.info(message, { autoClose: BRIEF_MS }),
  refused: (message: string): void => notify.error(message, { autoClose: BRIEF_MS }),
  failed(error: Error, message: string): void {
    // The page shows its own message for an expired session (401).
    if (!isStatus(error, 401)) notify.error(message, { autoClose: FAILED_MS })
  },
}
