import { createHash } from 'node:crypto'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'

/** Rate limits must not store email addresses, so their keys contain hashes. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const addressKey = (email: string): string => hashOf(normalizeEmail(email))

/** `a.b@gmail.com` and `ab@gmail.com` are one mailbox and have one key. */
export const mailboxKey = (email: string): string => hashOf(mailboxOf(email))
