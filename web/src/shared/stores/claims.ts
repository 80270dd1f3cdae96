/** Claims of a token. Only the server verifies them. */
interface Claims {
  sub: string
  operator?: boolean
}

/** Returns the claims of a token. Undefined if there is no token or it cannot be parsed. */
export function claimsOf(token: string | null): Claims | undefined {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    return claims && JSON.parse(atob(claims))
  } catch {
    return undefined
  }
}
