import { randomUUID, sign } from 'node:crypto'
import { TOKEN_ISSUER } from '@app/chassis/http/auth.ts'
import type { Pool } from 'pg'

const LIFE_SECONDS = 3_600

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** So many admins' tokens, as identity signs them: signing up as many would take longer than what is measured. */
export async function mintAdmins(database: Pool, count: number): Promise<string[]> {
  const { rows } = await database.query<{ kid: string; private_key: string }>('select kid, private_key from identity.signing_keys')
  const [key] = rows
  if (!key) throw new Error('identity has no key yet')
  const iat = Math.floor(Date.now() / 1000)
  return Array.from({ length: count }, () => {
    const claims = { sub: randomUUID(), role: 'admin', iss: TOKEN_ISSUER, iat, exp: iat + LIFE_SECONDS, jti: randomUUID() }
    const body = `${encode({ alg: 'EdDSA', typ: 'JWT', kid: key.kid })}.${encode(claims)}`
    return `${body}.${sign(null, Buffer.from(body), key.private_key).toString('base64url')}`
  })
}
