import { createHash } from 'node:crypto'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'

/** Returns the hash of a mailbox, for the keys of rate limits. The email address itself is not stored with the counter. */
export const mailboxKey = (email: string): string => createHash('sha256').update(mailboxOf(email)).digest('base64url')
