import { createHash } from 'node:crypto'
import { normalizeEmail } from '@app/contracts/rules/email.ts'

/** Addresses are counted without being kept: whoever is tried here may be nobody we know. */
export const addressKey = (email: string): string => createHash('sha256').update(normalizeEmail(email)).digest('base64url')
