/** What the browser reads of a token; whether it is true is for the server to know. */
interface Claims {
  sub: string
  operator?: boolean
}

/** What a token says. */
export function claimsOf(token: string | null): Claims | undefined {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    return claims && JSON.parse(atob(claims))
  } catch {
    return undefined
  }
}
