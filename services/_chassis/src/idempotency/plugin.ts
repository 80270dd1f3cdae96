import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN, IDEMPOTENCY_REPLAYED } from '@app/contracts/rules/idempotency.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { secretKeys } from '../config/secrets.ts'
import { AppError } from '../http/errors.ts'
import { earlierResponse, noIdempotency, type ReceivedIdempotentRequest, requestWithKey } from './idempotent-request.ts'
import { type StoredResponse, startPurgingKeys } from './keys.ts'

const keyPattern = new RegExp(IDEMPOTENCY_KEY_PATTERN)
const byKey = new WeakMap<FastifyRequest, ReceivedIdempotentRequest>()

/** Returns the object that stores the request's response. If the request has no `Idempotency-Key`, the object stores nothing. */
export const idempotentRequestOf = (request: FastifyRequest): ReceivedIdempotentRequest => byKey.get(request) ?? noIdempotency

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[IDEMPOTENCY_KEY]
  if (key === undefined || (typeof key === 'string' && keyPattern.test(key))) return key
  throw new AppError('malformed', 'malformed', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
}

/** Whether the route accepts idempotency keys. The options of a route include the members of its contract. */
const takesKeys = (route: RouteOptions): route is RouteOptions & RouteContract => 'idempotent' in route && route.idempotent === true

function statusOf({ id, schema }: RouteContract): number {
  const [status, ...others] = Object.keys(schema.response)
  if (status === undefined || others.length > 0) throw new Error(`${id} accepts idempotency keys, so it needs exactly one success response`)
  // A response is stored unencrypted for a day.
  if (secretKeys(schema.response).length > 0) throw new Error(`${id} responds with secrets, so it must not accept idempotency keys`)
  return Number(status)
}

const replay = (reply: FastifyReply, { status, answer }: StoredResponse): FastifyReply =>
  reply
    .code(status)
    .header(IDEMPOTENCY_REPLAYED, 'true')
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => text as string)
    .send(answer)

/** Removes secrets before the body is hashed, because a password could be guessed from a fast hash. */
const withoutSecrets = (body: unknown, secrets: ReadonlySet<string>): unknown =>
  Object.entries(body ?? {}).filter(([name]) => !secrets.has(name))

/**
 * Plugin for routes with `idempotent: true`. If a request is repeated with the same idempotency key, the plugin sends the stored response.
 * If a handler fails, the plugin also searches for a stored response. A concurrent request may have stored it, or the handler's
 * transaction may have committed although the database's confirmation was lost.
 */
async function idempotency<T>(app: FastifyInstance, { db }: { db: Kysely<T> }): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!takesKeys(route)) return
    const { id, form, schema, handler } = route
    const status = statusOf(route)
    const secrets = new Set(secretKeys(schema.body))

    route.handler = async function answerOnce(request, reply) {
      const key = keyOf(request)
      if (key === undefined) return handler.call(this, request, reply)
      const scope = `${request.user?.sub ?? 'anybody'} ${id}`
      const serialize = (answer: object) => String(reply.serializeInput({ ...answer }, String(status)))
      const keyed = requestWithKey({ db, id: { scope, key }, status, serialize })
      byKey.set(request, keyed)
      try {
        // The content of a form is known only after `withForm` has received it, so `withForm` calls `begin`.
        if (!form) await keyed.begin(request.params, withoutSecrets(request.body, secrets))
        return await handler.call(this, request, reply)
      } catch (error) {
        return replay(reply, await earlierResponse(keyed, error))
      }
    }
  })

  let stopPurging: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stopPurging = startPurgingKeys(db, app.log)
  })
  app.addHook('onClose', () => stopPurging?.())
}

export default fp(idempotency, { name: 'idempotency' })
