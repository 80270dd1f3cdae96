import { TOKEN_LIFE_SECONDS, type TokenClaims } from './auth.ts'

type Claims = Pick<TokenClaims, 'sub' | 'iat' | 'jti'>

/** Revokes all tokens of a user that were issued before a time, in seconds since 1970. */
export interface EndedTokens {
  userId: string
  tokensInvalidBefore: number
}

/** Revokes one token, which expires at `expiresAt`, in seconds since 1970. */
export interface EndedSession {
  tokenId: string
  expiresAt: number
}

/** Calls `onRevoked` once, when this process gets the revocation of the token. Returns a function that cancels the subscription. */
export type OnRevoked = (claims: Claims, onRevoked: () => void) => () => void

/** Creates the list of tokens that were revoked before they expired. `now` returns seconds since 1970. */
export function createRevocations(now: () => number = () => Date.now() / 1000) {
  const invalidBefore = new Map<string, number>()
  const endedSessions = new Map<string, number>()
  const subscriptions = new Set<{ claims: Claims; onRevoked: () => void }>()

  const isRevoked = ({ sub, iat, jti }: Claims): boolean => iat < (invalidBefore.get(sub) ?? 0) || endedSessions.has(jti)

  function notifySubscribers(): void {
    for (const subscription of subscriptions) {
      if (isRevoked(subscription.claims) && subscriptions.delete(subscription)) subscription.onRevoked()
    }
  }

  const whenRevoked: OnRevoked = (claims, onRevoked) => {
    const subscription = { claims, onRevoked }
    subscriptions.add(subscription)
    // The token may already be revoked. `onRevoked` runs later, so that the caller can finish its setup first.
    if (isRevoked(claims)) setImmediate(notifySubscribers)
    return () => void subscriptions.delete(subscription)
  }

  return {
    isRevoked,
    whenRevoked,
    /** Adds revocations and never removes one. Therefore an outdated list from the service `identity` does not cancel newer revocations. */
    endTokens(list: readonly EndedTokens[]): void {
      for (const { userId, tokensInvalidBefore } of list) {
        invalidBefore.set(userId, Math.max(tokensInvalidBefore, invalidBefore.get(userId) ?? 0))
      }
      notifySubscribers()
    },
    endSessions(list: readonly EndedSession[]): void {
      for (const { tokenId, expiresAt } of list) endedSessions.set(tokenId, expiresAt)
      notifySubscribers()
    },
    /** Removes each revocation whose tokens have all expired. */
    forgetExpired(): void {
      const oldest = now() - TOKEN_LIFE_SECONDS
      for (const [userId, time] of invalidBefore) if (time < oldest) invalidBefore.delete(userId)
      for (const [tokenId, time] of endedSessions) if (time < now()) endedSessions.delete(tokenId)
    },
    size: (): number => invalidBefore.size + endedSessions.size,
  }
}
