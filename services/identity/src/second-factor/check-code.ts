import { consumeLimit, refundLimit } from '@app/chassis/limits/limiter.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { IdentityDeps } from '../deps.ts'
import { hashRecoveryCode, makeRecoveryCodes, normalizeCode } from './recovery-codes.ts'
import { confirmSecret, markStepUsed, type SecondFactor, useRecoveryCode } from './second-factor.repository.ts'
import { stepOf, timeStepAt } from './totp.ts'

/** Of codes from an app and of recovery codes alike. */
export const CODE_WRONG = 'This code is not right, has expired or was used before.'

type CodeDeps = Pick<IdentityDeps, 'db' | 'now' | 'limits'>

interface Given {
  userId: string
  code: string
  factor: SecondFactor
  /** Whose tries are counted together. */
  by: string
}

/** Counts the try before it is made, gives it back when it was right. */
async function counted<T>({ db, limits, now }: CodeDeps, { userId, by }: Given, check: () => Promise<T>): Promise<T> {
  const tries = { key: `second-factor:${userId}:${by}`, limit: limits.secondFactorTries, now: now() }
  await consumeLimit(db, tries)
  const right = await check()
  if (right) await refundLimit(db, tries)
  return right
}

async function spend(db: Kysely<Tables>, { userId, factor, code }: Given, now: Date): Promise<boolean> {
  const typed = normalizeCode(code)
  const step = stepOf(factor.secret, typed, now)
  return step === undefined ? useRecoveryCode(db, userId, hashRecoveryCode(typed)) : markStepUsed(db, userId, step, timeStepAt(now))
}

/** Whether this is a code or recovery code of a confirmed factor, which it then was for the last time. 429 after too many tries. */
export const spendCode = (deps: CodeDeps, given: Given): Promise<boolean> => counted(deps, given, () => spend(deps.db, given, deps.now()))

/** Sets a factor up with the first code of its secret; answers its recovery codes. Undefined for a wrong code. */
export const confirmFactor = (deps: CodeDeps, given: Given): Promise<string[] | undefined> =>
  counted(deps, given, async () => {
    const { userId, factor, code } = given
    const now = deps.now()
    const step = stepOf(factor.secret, normalizeCode(code), now)
    if (step === undefined) return undefined
    const recoveryCodes = makeRecoveryCodes()
    const recoveryHashes = recoveryCodes.map(hashRecoveryCode)
    const confirmed = await confirmSecret(deps.db, { userId, stored: factor.stored, step, recoveryHashes, now })
    return confirmed ? recoveryCodes : undefined
  })
