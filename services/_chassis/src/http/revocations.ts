import { TOKEN_LIFE_SECONDS, type TokenClaims } from './auth.ts'

type Claims = Pick<TokenClaims, 'sub' | 'iat' | 'jti'>

/** All tokens of a user from before a moment, in seconds since 1970. */
export interface EndedTokens {
  userId: string
  tokensInvalidBefore: number
}

/** A single token, and when it would have ended anyway. */
export interface EndedSession {
  tokenId: string
  expiresAt: number
}

/** Calls `onRevoked` once, as soon as this process learns that a token was revoked. Returns a function that cancels the subscription. */
export type OnRevoked = (claims: Claims, onRevoked: () => void) => () => void

/** The few tokens that were ended before their time. */
export function createRevocations(now: () => number = () => Date.now() / 1000) {
  const invalidBefore = new Map<string, number>()
  const endedSessions = new Map<string, number>()
  const waiting = new Set<{ claims: Claims; onRevoked: () => void }>()

  const isRevoked = ({ sub, iat, jti }: Claims): boolean => iat < (invalidBefore.get(sub) ?? 0) || endedSessions.has(jti)

  function tellWhoWaits(): void {
    for (const one of waiting) {
      if (isRevoked(one.claims) && waiting.delete(one)) one.onRevoked()
    }
  }

  const whenRevoked: OnRevoked = (claims, onRevoked) => {
    const one = { claims, onRevoked }
    waiting.add(one)
    // It may have been ended since it was checked. Later, so that whoever asks has begun what is to end.
    if (isRevoked(claims)) setImmediate(tellWhoWaits)
    return () => void waiting.delete(one)
  }

  return {
    isRevoked,
    whenRevoked,
    /** Adds to what is known; nothing but age takes an entry away, so a list may be older than an event. */
    endTokens(list: readonly EndedTokens[]): void {
      for (const { userId, tokensInvalidBefore } of list) {
        invalidBefore.set(userId, Math.max(tokensInvalidBefore, invalidBefore.get(userId) ?? 0))
      }
      tellWhoWaits()
    },
    endSessions(list: readonly EndedSession[]): void {
      for (const { tokenId, expiresAt } of list) endedSessions.set(tokenId, expiresAt)
      tellWhoWaits()
    },
    /** Drops what concerns no living token any more. */
    forgetExpired(): void {
      const oldest = now() - TOKEN_LIFE_SECONDS
      for (const [userId, time] of invalidBefore) if (time < oldest) invalidBefore.delete(userId)
      for (const [tokenId, time] of endedSessions) if (time < now()) endedSessions.delete(tokenId)
    },
    size: (): number => invalidBefore.size + endedSessions.size,
  }
}
