import type { CrmDeps } from '../deps.ts'

/** Values that the composers of emails need. */
export type MailDeps = Pick<CrmDeps, 'db' | 'origin' | 'timeZone'>
