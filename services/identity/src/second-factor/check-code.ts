import { createHash, randomInt } from 'node:crypto'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { consumeLimit, refundLimit } from '@app/chassis/limits/limiter.ts'
import { RESET_CODE_ALPHABET } from '@app/contracts/rules/reset-code.ts'
import type { Kysely } from 'kysely'
import { lockUser, type User } from '../accounts/users.repository.ts'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { endTokens } from '../tokens/end-tokens.ts'
import { confirmSecret, markStepUsed, type SecondFactor, useRecoveryCode } from './second-factor.repository.ts'
import { stepOf, timeStepAt } from './totp.ts'

export const CODE_WRONG = 'This code is wrong, has expired or was used before.'

type CodeDeps = Pick<IdentityDeps, 'db' | 'now' | 'limits'>

interface Given {
  userId: string
  code: string
  factor: SecondFactor
  /** Attempts with the same `by` share a limit: the `clientKey` of a known client, `strangers` (unknown clients) or `signed-in`. */
  by: string
}

/** Counts an attempt before `check` runs, and refunds it if the code was correct. Throws 429 after too many attempts. */
async function withTryLimit<T>({ db, limits, now }: CodeDeps, { userId, by }: Given, check: () => Promise<T>): Promise<T> {
  const tries = { key: `second-factor:${userId}:${by}`, limit: limits.secondFactorTries, now: now() }
  await consumeLimit(db, tries)
  const result = await check()
  if (result) await refundLimit(db, tries)
  return result
}

async function consume(db: Kysely<Tables>, { userId, factor, code }: Given, now: Date): Promise<boolean> {
  const typed = normalizeCode(code)
  const step = stepOf(factor.secret, typed, now)
  return step === undefined ? useRecoveryCode(db, userId, hashRecoveryCode(typed)) : markStepUsed(db, userId, step, timeStepAt(now))
}

/** Checks a TOTP code or a recovery code of a confirmed factor and marks the code as used. Returns false for a wrong code. */
export const consumeCode = (deps: CodeDeps, given: Given): Promise<boolean> =>
  withTryLimit(deps, given, () => consume(deps.db, given, deps.now()))

export interface ConfirmedFactor {
  recoveryCodes: string[]
  /** The user after the change. A token for this user is valid. */
  user: User
}

/**
 * Confirms a factor with a TOTP code. Revokes all tokens of the user, because another person may have got one of them without the factor.
 * Returns undefined for a wrong code.
 */
export const confirmFactor = (deps: CodeDeps, given: Given): Promise<ConfirmedFactor | undefined> =>
  withTryLimit(deps, given, async () => {
    const { userId, factor, code } = given
    const now = deps.now()
    const step = stepOf(factor.secret, normalizeCode(code), now)
    if (step === undefined) return undefined
    const recoveryCodes = makeRecoveryCodes()
    const recoveryHashes = recoveryCodes.map(hashRecoveryCode)
    return inTransaction(deps.db, async (trx) => {
      const user = await lockUser(trx, userId)
      if (!user || !(await confirmSecret(trx, { userId, stored: factor.stored, step, recoveryHashes, now }))) return undefined
      return { recoveryCodes, user: await endTokens(trx, user, now) }
    })
  })

const CODE_COUNT = 10
const GROUPS = 4
const GROUP_LENGTH = 4

const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase()

/** A plain hash is sufficient, because each code has 72 random bits. */
const hashRecoveryCode = (code: string): string => createHash('sha256').update(normalizeCode(code)).digest('base64url')

const group = (): string => Array.from({ length: GROUP_LENGTH }, () => RESET_CODE_ALPHABET[randomInt(RESET_CODE_ALPHABET.length)]).join('')

/** Creates ten recovery codes such as `KWT4-9QHM-3RFA-XD7E`, from characters that do not look alike. */
const makeRecoveryCodes = (): string[] => Array.from({ length: CODE_COUNT }, () => Array.from({ length: GROUPS }, group).join('-'))
