import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/errors.ts'
import { take } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { PasswordResetRequested } from '@app/contracts/events/identity.ts'
import { EMAIL_INVALID, isEmail } from '@app/contracts/rules/email.ts'
import type { Transaction } from 'kysely'
import { lockUser, touchUser, userByEmail } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/address-key.ts'
import { hashResetCode, makeResetCode, RESET_CODE_LIFE_MS } from './reset-code.ts'
import { replaceCode } from './reset-codes.repository.ts'

/** Longer than the work takes, so that the time of an answer does not tell whether the address is known. */
const ANSWER_AFTER_MS = 150
const MOST_DRAWS = 10

interface NewCode {
  userId: string
  expiresAt: string
  resetSecret: string
}

/** One in six million is taken when one code is live, so a few draws find a free one. */
async function storeNewCode(trx: Transaction<Tables>, { userId, expiresAt, resetSecret }: NewCode): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const code = makeResetCode()
    if (await replaceCode(trx, { userId, expiresAt, codeHash: hashResetCode(resetSecret, code) })) return code
  }
  throw new Error('found no free reset code')
}

async function issueCode({ db, resetSecret, now }: IdentityDeps, email: string): Promise<void> {
  const known = await userByEmail(db, email)
  if (!known) return
  await inTransaction(db, async (trx) => {
    // Held, so that two requests at once leave one code.
    const user = await lockUser(trx, known.id)
    if (!user) return
    const expiresAt = new Date(now().getTime() + RESET_CODE_LIFE_MS).toISOString()
    const code = await storeNewCode(trx, { userId: user.id, expiresAt, resetSecret })
    const { version } = await touchUser(trx, user.id)
    const data = { userId: user.id, email: user.email, username: user.username, code, expiresAt }
    await addEvent(trx, PasswordResetRequested, { aggregateId: user.id, version, data })
  })
}

/** Has a code mailed if the address is known; nobody can tell from the answer. 422 for what is no address. */
export async function requestReset(deps: IdentityDeps, { email, client }: { email: string; client: string }): Promise<void> {
  const { db, limits, now } = deps
  if (!email.trim()) throw refusedField('email', 'Please enter your email')
  if (!isEmail(email)) throw refusedField('email', EMAIL_INVALID)
  await take(db, { key: `reset-request:${client}`, limit: limits.resetRequests, now: now() })
  await take(db, { key: `reset-mail:${addressKey(email)}`, limit: limits.resetMails, now: now() })
  await Promise.all([issueCode(deps, email), delay(ANSWER_AFTER_MS)])
}
