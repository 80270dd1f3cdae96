import { notify } from '../../shared/ui/notify.tsx'

const BRIEF_MS = 500
const FAILURE_MS = 5_000
const CAP_MS = 6_000

export const toast = {
  success: (message: string) => notify.success(message, { autoClose: BRIEF_MS }),
  failed: (message: string) => notify.error(message, { autoClose: FAILURE_MS }),
  /** An error of the list does not close the toast of a form or panel. */
  listFailed: (message: string) => notify.error(message, { autoClose: FAILURE_MS, group: 'task-list' }),
  cap: (message: string) => notify.error(message, { autoClose: CAP_MS }),
}
