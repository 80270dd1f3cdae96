import { createHash } from 'node:crypto'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'

/** Hashes a mailbox for the key of a rate limit. `a.b@gmail.com` and `ab@gmail.com` are one mailbox and have one hash. */
export const mailboxKey = (email: string): string => createHash('sha256').update(mailboxOf(email)).digest('base64url')
