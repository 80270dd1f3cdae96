/** Claims of a token. The browser does not verify them; only the server does. */
interface Claims {
  sub: string
  operator?: boolean
}

/** Returns the claims of a token; undefined if there is no token or it cannot be parsed. */
export function claimsOf(token: string | null): Claims | undefined {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    return claims && JSON.parse(atob(claims))
  } catch {
    return undefined
  }
}
