import type { TasksDeps } from '../deps.ts'

/** Values that the composers of emails need. */
export type MailDeps = Pick<TasksDeps, 'db' | 'store' | 'reviewKeys' | 'receiptSigner' | 'origin' | 'timeZone' | 'now'>
