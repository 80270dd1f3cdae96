import type { DocumentsDeps } from '../deps.ts'

/** Values that the composers of emails need. */
export type MailDeps = Pick<DocumentsDeps, 'db' | 'origin'>
