import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Transaction } from 'kysely'
import { requestEmail } from '../accounts/request-email.ts'
import { lockUser, type User, userByEmail } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { mailboxKey } from '../limits/hashed-keys.ts'
import { isKnownClient } from '../limits/known-clients.ts'
import { hashResetCode, RESEND_WITHIN_MS, resetCodeOf } from './reset-code.ts'
import { expiryOf, extendCode, lockCode, replaceCode } from './reset-codes.repository.ts'
import { lockDueRequests, settleRequests } from './reset-requests.repository.ts'

const EVERY_MS = 500
const DRAWS_MAX = 10

type MailDeps = Pick<IdentityDeps, 'db' | 'limits' | 'resetSecret' | 'clientSecret' | 'now'>

/** Stores a new code and returns its id. Retries if another user has the same code, which is rare: there are six million codes. */
async function addCode(trx: Transaction<Tables>, userId: string, secret: string, issuedAt: Date): Promise<string> {
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const id = crypto.randomUUID()
    if (await replaceCode(trx, { id, userId, codeHash: hashResetCode(secret, resetCodeOf(secret, id)), issuedAt })) return id
  }
  throw new Error(`found no unused reset code in ${DRAWS_MAX} attempts`)
}

/** If the user's code was issued in the last 10 minutes, extends its life and returns its id. Otherwise returns undefined. */
async function extendRecentCode(trx: Transaction<Tables>, userId: string, now: Date): Promise<string | undefined> {
  const live = await lockCode(trx, userId, now)
  if (!live || now.getTime() - Date.parse(live.issued_at) > RESEND_WITHIN_MS) return undefined
  await extendCode(trx, userId, expiryOf(now))
  return live.id
}

async function mailCode(trx: Transaction<Tables>, { resetSecret, now }: MailDeps, known: User): Promise<void> {
  // The lock ensures that two concurrent emails contain the same code.
  const user = await lockUser(trx, known.id)
  if (!user) return
  const at = now()
  const about = (await extendRecentCode(trx, user.id, at)) ?? (await addCode(trx, user.id, resetSecret, at))
  await requestEmail(trx, user.id, { topic: 'reset-code', about })
}

/**
 * Counts an email with a reset code. Returns 0 if the email may be sent, and otherwise the seconds to wait. During the wait, the last code
 * stays valid. Each mailbox has one limit for all unknown clients together. If the email address is confirmed, known clients have no limit.
 * If the address is not confirmed, the mailbox has another limit for all known clients together. The reason: a stranger may have created
 * the account with this address, and the stranger's client is then a known client.
 */
async function waitForMail(trx: Transaction<Tables>, { limits, now }: MailDeps, user: User, isKnown: boolean): Promise<number> {
  if (isKnown && user.email_verified_at !== null) return 0
  const key = `${isKnown ? 'reset-mail-unverified' : 'reset-mail'}:${mailboxKey(user.email)}`
  return tryConsumeLimit(trx, { key, limit: limits.resetMails, now: now() })
}

async function handleNextRequest(deps: MailDeps): Promise<boolean> {
  const { db, limits, now } = deps
  return inTransaction(db, async (trx) => {
    const longestWaitMs = (limits.resetMails.seconds / limits.resetMails.count) * 1000
    const requests = await lockDueRequests(trx, now(), new Date(now().getTime() + longestWaitMs))
    const email = requests[0]?.emailKey
    if (email === undefined) return false
    const user = await userByEmail(trx, email)
    if (!user) {
      await settleRequests(trx, requests, null)
      return true
    }
    const known = await Promise.all(requests.map(({ client }) => isKnownClient({ ...deps, db: trx }, { client, email })))
    const wait = await waitForMail(trx, deps, user, known.includes(true))
    if (wait === 0) await mailCode(trx, deps, user)
    await settleRequests(trx, requests, wait > 0 ? new Date(now().getTime() + wait * 1000) : null)
    return true
  })
}

/** Handles all due requests for reset codes. Each email address has its own transaction. */
export async function mailCodes(deps: MailDeps): Promise<void> {
  while (await handleNextRequest(deps));
}

export const startMailingCodes = (deps: MailDeps & Pick<IdentityDeps, 'log'>): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, run: () => mailCodes(deps), name: 'mailing reset codes', log: deps.log })
