import { consumeLimit, type Limit, type RateLimitUse, refundLimit, tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/address-key.ts'
import { isKnownClient } from '../limits/known-clients.ts'
import { codeOfAddress } from './reset-codes.repository.ts'
import { addressesRequestedBy, hasRequested } from './reset-requests.repository.ts'

/** Wrong tries at one code, of whoever is counted together. A day is longer than any code lives: nothing comes back meanwhile. */
const perCode = (count: number): Limit => ({ count, seconds: 86_400 })
export const TRIES_PER_CODE = 5
/** Of all clients together that asked for the code but never signed in. */
export const ASKERS_TRIES_PER_CODE = 25
/** A try that names no address is one at each code that its client asked for. */
const MOST_UNNAMED = 5

type TryDeps = Pick<IdentityDeps, 'db' | 'limits' | 'now' | 'clientSecret'>

interface Try {
  email: string | undefined
  client: string
}

export interface Target {
  userId: string
  codeHash: string
}

interface CountedTry {
  /** The live codes that this is a try at. */
  targets: Target[]
  /** The code was right: what it cost is given back. */
  passed(): Promise<void>
}

interface TriedAddress {
  target?: Target
  /** What to give back when the code was right. */
  total?: RateLimitUse
}

/**
 * Counts a try at the code of one address before the code is looked at. Undefined when it may not be made, or when there
 * is no code. Whether there is one, and whose the address is, makes no difference to what is done here.
 */
async function tryAddress(deps: TryDeps, emailKey: string, client: string): Promise<TriedAddress> {
  const { db, limits, now } = deps
  const at = now()
  const code = await codeOfAddress(db, emailKey, at)
  const isKnown = await isKnownClient(deps, { client, email: emailKey })
  const asked = await hasRequested(db, { emailKey, client }, at)
  const total = { key: 'reset-tries', limit: limits.resetTriesInTotal, now: at, cost: code ? 1 : 0 }
  if (!isKnown) await consumeLimit(db, total)

  const codeKey = `reset-code:${code?.code_hash ?? addressKey(emailKey)}`
  const own = { key: `${codeKey}:${isKnown || asked ? client : 'strangers'}`, limit: perCode(TRIES_PER_CODE), now: at }
  const askers = { key: `${codeKey}:askers`, limit: perCode(ASKERS_TRIES_PER_CODE), now: at }
  if ((await tryConsumeLimit(db, own)) > 0) return {}
  if (asked && !isKnown && (await tryConsumeLimit(db, askers)) > 0) return {}
  return code ? { target: { userId: code.user_id, codeHash: code.code_hash }, ...(!isKnown && { total }) } : {}
}

/** Counts a try, or throws a 429 when the client has made too many, or all strangers together. */
export async function countTry(deps: TryDeps, { email, client }: Try): Promise<CountedTry> {
  const { db, limits, now } = deps
  const addresses = email ? [normalizeEmail(email)] : await addressesRequestedBy(db, client, now(), MOST_UNNAMED)
  const own = { key: `reset-try:${client}`, limit: limits.resetTries, now: now(), cost: Math.max(1, addresses.length) }
  await consumeLimit(db, own)
  const tried: TriedAddress[] = []
  for (const address of addresses) tried.push(await tryAddress(deps, address, client))
  return {
    targets: tried.flatMap(({ target }) => target ?? []),
    async passed() {
      await refundLimit(db, own)
      for (const { total } of tried) if (total) await refundLimit(db, total)
    },
  }
}
