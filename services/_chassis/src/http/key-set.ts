import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { AppError } from './errors.ts'
import { fetchFromService } from './fetch-from-service.ts'

interface Jwk extends JsonWebKey {
  kid: string
}

export interface KeySet {
  /** Returns the PEM of a key. Rejects with `unauthenticated` if the key is unknown. */
  publicKey(kid: string | undefined): Promise<string>
}

const toPem = (jwk: Jwk): string => createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString()

export function fixedKeySet(keys: ReadonlyMap<string, string>): KeySet {
  return {
    async publicKey(kid) {
      const pem = keys.get(kid ?? '')
      if (!pem) throw new AppError('unknown-key', 'unauthenticated', 'Session expired. Please log in again')
      return pem
    },
  }
}

/** Minimum time between two fetches. Otherwise, each token with a forged key id would cause a request to identity. */
const REFETCH_AFTER_MS = 5_000

/** Returns a key set (JWKS, RFC 7517). It is fetched on first use, and again when a token names an unknown key. */
export function remoteKeySet(url: string): KeySet {
  let keys: ReadonlyMap<string, string> = new Map()
  let fetchedAt = 0
  let fetching: Promise<void> | undefined

  async function refetch(): Promise<void> {
    const response = await fetchFromService(new URL(url))
    if (!response.ok) throw new Error(`${url} responded with status ${response.status}`)
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
