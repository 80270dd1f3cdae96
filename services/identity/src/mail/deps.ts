import type { IdentityDeps } from '../deps.ts'

/** Values that the composers of emails need. */
export type MailDeps = Pick<IdentityDeps, 'db' | 'resetSecret' | 'verificationSecret' | 'origin' | 'now'>
