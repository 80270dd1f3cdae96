import { createHash } from 'node:crypto'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'

/** The key under which emails to a mailbox are counted. The email address itself is not stored with the counter. */
export const mailboxKey = (email: string): string => createHash('sha256').update(mailboxOf(email)).digest('base64url')
