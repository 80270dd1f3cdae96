import { AppError } from '@app/chassis/http/errors.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { countMail } from '../verification/send-verification.ts'

/** Counts an email to an owner that an admin requests. Throws 429 if the mailbox got too many emails with links. */
export async function countAdminsMail(trx: Transaction<Tables>, deps: Pick<IdentityDeps, 'limits' | 'now'>, email: string): Promise<void> {
  const wait = await countMail(trx, deps, email)
  if (wait > 0)
    throw new AppError('too-many', 'too-many', 'We sent a link to this address already. Please try again in a while.', {
      retryAfter: Math.max(1, Math.ceil(wait)),
    })
}
