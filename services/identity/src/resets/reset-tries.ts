import { consumeLimit, type Limit, type RateLimitUse, refundLimit, tryConsumeLimit } from '@app/chassis/limits/limiter.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { IdentityDeps } from '../deps.ts'
import { addressKey } from '../limits/hashed-keys.ts'
import { isKnownClient } from '../limits/known-clients.ts'
import { codeOfAddress } from './reset-codes.repository.ts'
import { addressesRequestedBy, hasRequested } from './reset-requests.repository.ts'

/** Limit of wrong attempts per code. The limit refills over a day. A code expires before a single attempt is refilled. */
const perCode = (count: number): Limit => ({ count, seconds: 86_400 })
/** Maximum attempts per code: of each client that is known or requested the code, and of all other clients together. */
export const TRIES_PER_CODE = 5
/** Maximum attempts per code of all unknown clients that requested it. Each client also has its own limit (`TRIES_PER_CODE`). */
export const REQUESTERS_TRIES_PER_CODE = 25
/** Without an email address, the entered code is compared with at most this many codes that the client requested. */
const UNNAMED_CODES_MAX = 5

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
  targets: Target[]
  /** Refunds the attempt. Call this function after a correct code. */
  passed(): Promise<void>
}

interface TriedAddress {
  target?: Target
  /** The hourly limit that all unknown clients share for the codes of all accounts. `passed` refunds the attempt. */
  total?: RateLimitUse
}

/**
 * Counts an attempt at the code of one email address before the code is compared. Returns no `target` if there is no code or if a limit is
 * used up. Executes the same statements for every email address, so that timing does not reveal accounts or codes.
 */
async function tryAddress(deps: TryDeps, emailKey: string, client: string): Promise<TriedAddress> {
  const { db, limits, now } = deps
  const at = now()
  const code = await codeOfAddress(db, emailKey, at)
  const isKnown = await isKnownClient(deps, { client, email: emailKey })
  const isRequester = await hasRequested(db, { emailKey, client }, at)
  const total = { key: 'reset-tries', limit: limits.resetTriesInTotal, now: at, cost: code ? 1 : 0 }
  if (!isKnown) await consumeLimit(db, total)

  const codeKey = `reset-code:${code?.code_hash ?? addressKey(emailKey)}`
  const own = { key: `${codeKey}:${isKnown || isRequester ? client : 'strangers'}`, limit: perCode(TRIES_PER_CODE), now: at }
  const requesters = { key: `${codeKey}:askers`, limit: perCode(REQUESTERS_TRIES_PER_CODE), now: at }
  if ((await tryConsumeLimit(db, own)) > 0) return {}
  if (isRequester && !isKnown && (await tryConsumeLimit(db, requesters)) > 0) return {}
  return code ? { target: { userId: code.user_id, codeHash: code.code_hash }, ...(!isKnown && { total }) } : {}
}

/** Counts an attempt. Throws 429 if this client, or all unknown clients together, made too many attempts. */
export async function countTry(deps: TryDeps, { email, client }: Try): Promise<CountedTry> {
  const { db, limits, now } = deps
  const addresses = email ? [normalizeEmail(email)] : await addressesRequestedBy(db, client, now(), UNNAMED_CODES_MAX)
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
