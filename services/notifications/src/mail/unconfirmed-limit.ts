import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import type { Trx } from '@app/chassis/messaging/outbox.ts'
import { mailboxOf } from '@app/contracts/rules/mailbox.ts'

const LIMIT = { count: 10, seconds: 86_400 }

/** Counts an email to an owner whose address is not confirmed. Returns false if the mailbox has already got ten such emails in a day. */
export async function countUnconfirmed(trx: Trx, email: string): Promise<boolean> {
  return (await tryConsumeLimit(trx, { key: `unconfirmed:${mailboxOf(email)}`, limit: LIMIT, now: new Date() })) === 0
}
