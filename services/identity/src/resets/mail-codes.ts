import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { startInterval } from '@app/chassis/start-interval.ts'
import { PasswordResetRequested } from '@app/contracts/events/identity.ts'
import type { Transaction } from 'kysely'
import { lockUser, type User, updateUser, userByEmail } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { isKnownClient } from '../limits/known-clients.ts'
import { mailboxKey } from '../limits/mailbox-key.ts'
import { hashResetCode, RESEND_WITHIN_MS, resetCodeOf } from './reset-code.ts'
import { expiryOf, extendCode, lockCode, replaceCode } from './reset-codes.repository.ts'
import { lockDueRequests, settleRequests } from './reset-requests.repository.ts'

const EVERY_MS = 500
const MOST_DRAWS = 10

type MailDeps = Pick<IdentityDeps, 'db' | 'limits' | 'resetSecret' | 'clientSecret' | 'now'>

/** One in six million is taken when one code is live, so a few draws find a free one. */
async function newCode(trx: Transaction<Tables>, userId: string, secret: string, issuedAt: Date): Promise<string> {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const nonce = crypto.randomUUID()
    const code = resetCodeOf(secret, userId, nonce)
    if (await replaceCode(trx, { userId, nonce, codeHash: hashResetCode(secret, code), issuedAt })) return code
  }
  throw new Error('found no free reset code')
}

/** The user's code that is young enough to be mailed again; its life begins anew with that. */
async function youngCode(trx: Transaction<Tables>, userId: string, secret: string, now: Date): Promise<string | undefined> {
  const live = await lockCode(trx, userId, now)
  if (!live || now.getTime() - Date.parse(live.issued_at) > RESEND_WITHIN_MS) return undefined
  await extendCode(trx, userId, expiryOf(now))
  return resetCodeOf(secret, userId, live.nonce)
}

async function mailCode(trx: Transaction<Tables>, { resetSecret, now }: MailDeps, known: User): Promise<void> {
  // Held, so that two mails at once bring one code.
  const user = await lockUser(trx, known.id)
  if (!user) return
  const at = now()
  const code = (await youngCode(trx, user.id, resetSecret, at)) ?? (await newCode(trx, user.id, resetSecret, at))
  const { version } = await updateUser(trx, user.id)
  const data = {
    userId: user.id,
    email: user.email,
    username: user.username,
    code,
    expiresAt: expiryOf(at),
    emailVerified: user.email_verified_at !== null,
  }
  await addEvent(trx, PasswordResetRequested, { aggregateId: user.id, version, data })
}

/**
 * Counts an email to a user; returns the seconds to wait when the limit is used up, otherwise 0. The code that was mailed last
 * works meanwhile. Strangers share a limit for each mailbox. Known clients of an email address that is not confirmed share
 * another one: they may all belong to a stranger who signed up with somebody else's email address.
 */
async function waitForMail(trx: Transaction<Tables>, { limits, now }: MailDeps, user: User, isKnown: boolean): Promise<number> {
  if (isKnown && user.email_verified_at !== null) return 0
  const key = `${isKnown ? 'reset-mail-unverified' : 'reset-mail'}:${mailboxKey(user.email)}`
  return tryConsumeLimit(trx, { key, limit: limits.resetMails, now: now() })
}

/** Answers false when nothing is due. */
async function settleOneAddress(deps: MailDeps): Promise<boolean> {
  const { db, limits, now } = deps
  return inTransaction(db, async (trx) => {
    const longestWaitMs = (limits.resetMails.seconds / limits.resetMails.count) * 1000
    const asked = await lockDueRequests(trx, now(), new Date(now().getTime() + longestWaitMs))
    const email = asked[0]?.emailKey
    if (email === undefined) return false
    const user = await userByEmail(trx, email)
    if (!user) {
      await settleRequests(trx, asked, null)
      return true
    }
    const known = await Promise.all(asked.map(({ client }) => isKnownClient({ ...deps, db: trx }, { client, email })))
    const wait = await waitForMail(trx, deps, user, known.includes(true))
    if (wait === 0) await mailCode(trx, deps, user)
    await settleRequests(trx, asked, wait > 0 ? new Date(now().getTime() + wait * 1000) : null)
    return true
  })
}

/** Mails the codes that are due to be, each address in a transaction with its event. */
export async function mailCodes(deps: MailDeps): Promise<void> {
  while (await settleOneAddress(deps));
}

/** Does so again and again; answers how to stop it. */
export const startMailingCodes = (deps: MailDeps & Pick<IdentityDeps, 'log'>): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, run: () => mailCodes(deps), name: 'mailing reset codes', log: deps.log })
