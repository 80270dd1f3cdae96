import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import { agreedSecret } from '../db/agreed-secret.ts'
import type { Tables } from '../db/tables.ts'

export interface SigningKey {
  kid: string
  /** PEM (PKCS #8). Never leaves this service. */
  privateKey: string
  /** PEM (SPKI). */
  publicKey: string
  jwk: { kty: string; crv: string; x: string; kid: string; alg: string; use: string }
}

const generate = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The Ed25519 key that signs tokens: made at the very first start, the same for all replicas. */
export async function loadSigningKey(db: Kysely<Tables>): Promise<SigningKey> {
  const privateKey = await agreedSecret(db, 'signing-key', generate)
  const publicKey = createPublicKey(createPrivateKey(privateKey))
  const { x = '' } = publicKey.export({ format: 'jwk' })
  // RFC 7638: the thumbprint of exactly these members in this order.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  return {
    kid,
    privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
  }
}
