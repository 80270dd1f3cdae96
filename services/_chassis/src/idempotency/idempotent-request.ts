import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../http/errors.ts'
import type { Trx } from '../messaging/outbox.ts'
import { findResponse, type IdempotencyKey, insertResponse, type StoredResponse } from './keys.ts'

/** A request whose effect is committed only once. Retries with the same key get the stored response. */
export interface IdempotentRequest {
  /** Call this last in the effect's transaction. Throws if a concurrent request with the same key has stored a response. */
  storeResponse<T extends object>(trx: Trx, response: T): Promise<T>
}

export interface ReceivedIdempotentRequest extends IdempotentRequest {
  readonly isKeyed: boolean
  /** Whether a response is stored for the key. The caller may call this method before it has read the request's body. */
  isAnswered(): Promise<boolean>
  /** Computes the request's fingerprint. Throws if a response is already stored. Throws a 422 if the key was used for another request. */
  begin(...content: unknown[]): Promise<void>
}

/** A response is already stored. The plugin catches this error and sends the stored response. */
class AlreadyAnswered extends AppError {
  constructor() {
    super('answered-before', 'unavailable', 'This has been done already. Please try again.', { retryAfter: 1 })
  }
}

const keyReused = () =>
  new AppError('idempotency-key-reused', 'refused', 'This Idempotency-Key was used for another request. Please use a new one.')

/** Used for requests without a key. It stores no response, so each request takes effect. */
export const noIdempotency: ReceivedIdempotentRequest = {
  isKeyed: false,
  isAnswered: async () => false,
  begin: async () => {},
  storeResponse: async (_trx, response) => response,
}

interface KeyedRequest extends ReceivedIdempotentRequest {
  earlier(): Promise<StoredResponse | undefined>
}

interface KeyedRequestOptions<T> {
  db: Kysely<T>
  id: IdempotencyKey
  status: number
  serialize: (response: object) => string
}

/** Handles a request with a key. `earlier` returns the stored response, or throws a 422 if the key was used for another request. */
export function requestWithKey<T>({ db, id, status, serialize }: KeyedRequestOptions<T>): KeyedRequest {
  let fingerprint: string | undefined

  async function earlier(): Promise<StoredResponse | undefined> {
    const known = fingerprint === undefined ? undefined : await findResponse(db, id)
    if (known && known.fingerprint !== fingerprint) throw keyReused()
    return known
  }

  return {
    isKeyed: true,
    isAnswered: async () => (await findResponse(db, id)) !== undefined,
    earlier,
    async begin(...content) {
      fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
      if (await earlier()) throw new AlreadyAnswered()
    },
    async storeResponse(trx, response) {
      if (fingerprint === undefined) throw new Error('storeResponse was called before begin')
      if (!(await insertResponse(trx, id, { fingerprint, status, answer: serialize(response) }))) throw new AlreadyAnswered()
      return response
    },
  }
}

/**
 * Handles the `error` of a request with a key. Returns the response that an earlier or concurrent request with the same key has stored. If
 * no response is stored, throws `error`. If the key was used for another request, throws a 422.
 */
export async function earlierResponse({ earlier }: Pick<KeyedRequest, 'earlier'>, error: unknown): Promise<StoredResponse> {
  const stored = await earlier().catch((failure: unknown) => {
    throw failure instanceof AppError ? failure : error
  })
  if (!stored) throw error
  return stored
}

/**
 * Runs one item of a request with several items, each with its own idempotency key. `run` must call `storeResponse`. If a response is stored
 * for the key, returns this response, without an effect. Throws a 422 if the key was used for other `content`.
 */
export async function runOnce<T, Response extends object>(
  db: Kysely<T>,
  id: IdempotencyKey,
  content: unknown,
  run: (idempotency: IdempotentRequest) => Promise<Response>,
): Promise<Response> {
  const keyed = requestWithKey({ db, id, status: 200, serialize: JSON.stringify })
  try {
    await keyed.begin(content)
    return await run(keyed)
  } catch (error) {
    return JSON.parse((await earlierResponse(keyed, error)).answer)
  }
}
