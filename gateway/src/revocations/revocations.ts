import type { TokenClaims } from '@app/chassis/http/auth.ts'

export interface Revocation {
  userId: string
  /** Seconds since 1970: tokens issued before are refused. */
  tokensInvalidBefore: number
}

/** How long a token lives: older revocations concern no living token. */
const TOKEN_LIFE_SECONDS = 12 * 60 * 60

/** The few users whose tokens were ended before their time. */
export function createRevocations(now: () => number = () => Date.now() / 1000) {
  const invalidBefore = new Map<string, number>()
  return {
    isRevoked: ({ sub, iat }: Pick<TokenClaims, 'sub' | 'iat'>): boolean => iat < (invalidBefore.get(sub) ?? 0),
    /** Adds to what is known; nothing but age takes an entry away, so a list may be older than an event. */
    add(revocations: readonly Revocation[]): void {
      for (const { userId, tokensInvalidBefore } of revocations) {
        invalidBefore.set(userId, Math.max(tokensInvalidBefore, invalidBefore.get(userId) ?? 0))
      }
      const oldest = now() - TOKEN_LIFE_SECONDS
      for (const [userId, time] of invalidBefore) if (time < oldest) invalidBefore.delete(userId)
    },
    size: (): number => invalidBefore.size,
  }
}

export type Revocations = ReturnType<typeof createRevocations>
