import { createHash } from 'node:crypto'
import { normalizeEmail } from '@app/contracts/rules/email.ts'

/** Hashes an email address for the key of a rate limit, because rate limits must not store email addresses. */
export const addressKey = (email: string): string => createHash('sha256').update(normalizeEmail(email)).digest('base64url')
