import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { refusedField } from '@app/chassis/errors.ts'
import { take } from '@app/chassis/limits/limiter.ts'
import { isPasswordValid, PASSWORD_INVALID } from '@app/contracts/rules/password.ts'
import { normalizeResetCode, RESET_CODE_INVALID, RESET_CODE_LENGTH } from '@app/contracts/rules/reset-code.ts'
import type { Transaction } from 'kysely'
import { changePassword } from '../accounts/change-password.ts'
import { lockUser, type User, userByEmail } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { failuresKey, forgetFailures } from '../limits/sign-in-delay.ts'
import { hashResetCode } from './reset-code.ts'
import { codeOfUser, countWrongTry, deleteCode, liveCodes, ownerOfCode } from './reset-codes.repository.ts'

const TRIES_PER_CODE = 5
const CODE_REFUSED = 'This code is not valid or has expired. Please request a new one.'

interface Reset {
  code: string
  password: string
  /** Whose code it is meant to be; without it, anybody's. */
  email?: string
  client: string
}

/** The user whose live code this is, held until the end of the transaction. A wrong one counts against the named user's code. */
async function redeem(trx: Transaction<Tables>, codeHash: string, named: string | undefined, now: Date): Promise<User | undefined> {
  const userId = named ?? (await ownerOfCode(trx, codeHash))?.user_id
  const user = userId && (await lockUser(trx, userId))
  if (!user) return undefined
  const live = await codeOfUser(trx, user.id)
  if (!live || Date.parse(live.expires_at) <= now.getTime()) return undefined
  if (live.code_hash === codeHash) return user
  if (live.wrong_tries + 1 >= TRIES_PER_CODE) await deleteCode(trx, user.id)
  else await countWrongTry(trx, user.id)
  return undefined
}

/** Sets a new password by a mailed code, once, and ends every token issued before. 422 for a code that does not hold. */
export async function resetPassword(deps: IdentityDeps, { code, password, email, client }: Reset): Promise<void> {
  const { db, limits, passwords, resetSecret, now } = deps
  if (normalizeResetCode(code).length !== RESET_CODE_LENGTH) throw refusedField('code', RESET_CODE_INVALID)
  if (!isPasswordValid(password)) throw refusedField('password', PASSWORD_INVALID)
  await take(db, { key: `reset-try:${client}`, limit: limits.resetTries, now: now() })
  // Without an address, one try is a try at every live code; using those up must not keep out who names the address.
  const total = email ? { key: 'reset-try-named', cost: 1 } : { key: 'reset-try-unnamed', cost: Math.max(1, await liveCodes(db, now())) }
  await take(db, { ...total, limit: limits.resetTriesInTotal, now: now() })

  const named = email ? await userByEmail(db, email) : undefined
  const password_hash = await passwords.hash(password)
  const user = await inTransaction(db, async (trx) => {
    if (email && !named) return undefined
    const holder = await redeem(trx, hashResetCode(resetSecret, code), named?.id, now())
    if (!holder) return undefined
    await deleteCode(trx, holder.id)
    return changePassword(trx, { user: holder, hashes: { password_hash }, now: now() })
  })
  // Thrown only here: the wrong try must stay counted.
  if (!user) throw refusedField('code', CODE_REFUSED)
  await forgetFailures(db, failuresKey(client, user.email))
}
