import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { AppError } from '../errors.ts'
import { fetchFromService } from './fetch-from-service.ts'

interface Jwk extends JsonWebKey {
  kid: string
}

/** The public keys tokens are checked with. */
export interface KeySet {
  /** PEM of one key. Rejects with `unauthenticated` for a key nobody knows. */
  publicKey(kid: string | undefined): Promise<string>
}

const toPem = (jwk: Jwk): string => createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()

/** Keys known beforehand: identity's own, and those of tests. */
export function fixedKeySet(keys: ReadonlyMap<string, string>): KeySet {
  return {
    async publicKey(kid) {
      const pem = keys.get(kid ?? '')
      if (!pem) throw new AppError('unknown-key', 'unauthenticated', 'Session expired. Please log in again')
      return pem
    },
  }
}

/** Forged key ids must not make us ask identity for each request. */
const REFETCH_AFTER_MS = 5_000

/** Keys of a JWKS address (RFC 7517), fetched when first needed and again when a token names an unknown one. */
export function remoteKeySet(url: string): KeySet {
  let keys: ReadonlyMap<string, string> = new Map()
  let fetchedAt = 0
  let fetching: Promise<void> | undefined

  async function refetch(): Promise<void> {
    const response = await fetchFromService(new URL(url))
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    const body = (await response.json()) as { keys: Jwk[] }
    keys = new Map(body.keys.map((jwk) => [jwk.kid, toPem(jwk)]))
    fetchedAt = Date.now()
  }

  return {
    async publicKey(kid) {
      if (!keys.has(kid ?? '') && Date.now() - fetchedAt > REFETCH_AFTER_MS) {
        fetching ??= refetch().finally(() => {
          fetching = undefined
        })
        await fetching.catch((cause: unknown) => {
          throw new AppError('keys-unavailable', 'unavailable', 'Signing in is not possible at the moment. Please try again shortly.', {
            cause,
            retryAfter: 2,
          })
        })
      }
      return fixedKeySet(keys).publicKey(kid)
    },
  }
}
