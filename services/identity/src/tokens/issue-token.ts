import type { App } from '@app/chassis/http/app.ts'
import { TOKEN_ISSUER, TOKEN_LIFE_SECONDS } from '@app/chassis/http/auth.ts'
import type { Role } from '@app/contracts/http/session.ts'
import { v7 as uuidv7 } from 'uuid'
import type { SigningKeys } from './signing-keys.ts'
import { secondsOf } from './token-life.ts'

interface Holder {
  id: string
  role: Role
  tokens_invalid_before: number
  is_operator: boolean
}

export type IssueToken = (user: Holder, now: Date) => Promise<string>

/**
 * Creates a function that signs tokens with a life of 12 hours. The issue time is at least `tokens_invalid_before`. So if a user signs in
 * during the same second as a password reset, the new token is valid.
 */
export function tokenIssuer(app: App, { signingKeys }: { signingKeys: SigningKeys }): IssueToken {
  return async ({ id, role, tokens_invalid_before, is_operator }, now) => {
    const { privateKey, kid } = await signingKeys.current(now)
    return app.jwt.sign(
      { sub: id, role, iat: Math.max(secondsOf(now), tokens_invalid_before), jti: uuidv7(), ...(is_operator && { operator: true }) },
      { key: privateKey, algorithm: 'EdDSA', kid, iss: TOKEN_ISSUER, expiresIn: TOKEN_LIFE_SECONDS },
    )
  }
}
