const MAX_TOKENS = 5_000

/**
 * Caches verified claims by `Authorization` header. Without this cache, the verification would take 5 % of the time of a request for a list
 * (measured), even with the verifier's own cache.
 */
export function checkedTokens<Claims extends { exp: number }>() {
  const known = new Map<string, Claims>()
  return {
    get(header: string): Claims | undefined {
      const claims = known.get(header)
      return claims && claims.exp * 1000 > Date.now() ? claims : undefined
    },
    add(header: string, claims: Claims): void {
      const oldest = known.size >= MAX_TOKENS ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      known.set(header, claims)
    },
  }
}
