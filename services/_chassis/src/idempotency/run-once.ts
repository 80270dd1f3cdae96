import type { Kysely } from 'kysely'
import { earlierResponse, type IdempotentRequest, requestWithKey } from './idempotent-request.ts'
import type { IdempotencyKey } from './keys.ts'

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
