import { generateKeyPairSync, sign } from 'node:crypto'
import type { Role } from '@app/contracts/http/session.ts'
import { TOKEN_ISSUER, type TokenClaims } from '../http/auth.ts'
import { fixedKeySet } from '../http/key-set.ts'

const KID = 'test'
const { privateKey, publicKey } = generateKeyPairSync('ed25519')

export const testKeys = fixedKeySet(new Map([[KID, publicKey.export({ type: 'spki', format: 'pem' }).toString()]]))

/** Options for `createApp`: test tokens are accepted, and none is revoked. */
export const testTokens = { keys: testKeys, isRevoked: () => false, whenRevoked: () => () => {} }

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

interface TokenOptions {
  id?: string
  role?: Role
  operator?: true
  /** Seconds from now; negative for an expired token. */
  expiresIn?: number
}

export function signTestToken({ id = crypto.randomUUID(), role = 'owner', operator, expiresIn = 3_600 }: TokenOptions = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: id, role, operator, iss: TOKEN_ISSUER, iat: now, exp: now + expiresIn, jti: crypto.randomUUID() }
  const body = `${encode({ alg: 'EdDSA', typ: 'JWT', kid: KID })}.${encode(claims)}`
  return `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`
}

/** Returns the claims of a token. `token` may also be an `Authorization` header. */
export const claimsOf = (token: string): TokenClaims => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** A user with a token, for `app.inject({ ..., headers: person.headers })`. */
export function person(role: Role, id: string = crypto.randomUUID()) {
  return { id, role, headers: { authorization: `Bearer ${signTestToken({ id, role })}` } }
}

export function operator(id: string = crypto.randomUUID()) {
  return { id, role: 'admin', headers: { authorization: `Bearer ${signTestToken({ id, role: 'admin', operator: true })}` } } as const
}
