import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { TOKEN_ISSUER } from '@app/chassis/http/auth.ts'
import { createFieldCipher } from '@app/identity/field-cipher.ts'
import { clientOf } from '../support/client.ts'
import { until } from './owner.ts'
import type { Servers } from './servers.ts'

const LIFE_SECONDS = 3_600

/** Requests that check whether a service accepts the tokens. Benches send tokens to two services, and the list has one path of each. */
const CALLS = ['/admin/all-companies?limit=1', '/notifications']

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Returns tokens of `count` admins without signing them up. Adds a signing key to identity's table, signs the tokens with it, and waits
 * until the services accept the key. Each service fetches unknown keys at most every 5 s.
 */
export async function addAdmins({ database, env }: Servers, productUrl: string, count: number): Promise<string[]> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const stored = createFieldCipher(env).encrypt(pem, { table: 'signing_keys', id: kid })
  // Identity signs with the key that has the latest `signs_from`. Its own first key has the year 1970, so identity never signs with the
  // added key.
  await database.query('insert into identity.signing_keys (kid, private_key, signs_from) values ($1, $2, $3)', [kid, stored, '1969-01-01'])
  const iat = Math.floor(Date.now() / 1000)
  const tokens = Array.from({ length: count }, () => {
    const claims = { sub: randomUUID(), role: 'admin', iss: TOKEN_ISSUER, iat, exp: iat + LIFE_SECONDS, jti: randomUUID() }
    const body = `${encode({ alg: 'EdDSA', typ: 'JWT', kid })}.${encode(claims)}`
    return `${body}.${sign(null, Buffer.from(body), privateKey).toString('base64url')}`
  })
  const send = clientOf(productUrl)
  const isAccepted = async (path: string) => (await send('GET', path, { token: tokens[0] })).status === 200
  for (const path of CALLS) await until(`${path} accepts the key`, () => isAccepted(path))
  return tokens
}
