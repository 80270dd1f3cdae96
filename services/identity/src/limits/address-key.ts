import { createHash } from 'node:crypto'
import { normalizeEmail } from '@app/contracts/rules/email.ts'

/** Returns the hash of an email address, for the keys of rate limits. The email address itself is not stored with the counter. */
export const addressKey = (email: string): string => createHash('sha256').update(normalizeEmail(email)).digest('base64url')
