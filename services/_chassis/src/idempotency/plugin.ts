import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_PATTERN, IDEMPOTENCY_REPLAYED } from '@app/contracts/rules/idempotency.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import { AppError } from '../errors.ts'
import { secretKeys } from '../secrets.ts'
import { noIdempotency, type ReceivedIdempotentRequest, requestWithKey } from './idempotent-request.ts'
import { type StoredResponse, startPurgingKeys } from './keys.ts'

const keyShape = new RegExp(IDEMPOTENCY_KEY_PATTERN)
const byKey = new WeakMap<FastifyRequest, ReceivedIdempotentRequest>()

/** Returns the request as an idempotent request. Without an Idempotency-Key it stores no response (`noIdempotency`). */
export const idempotentRequestOf = (request: FastifyRequest): ReceivedIdempotentRequest => byKey.get(request) ?? noIdempotency

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[IDEMPOTENCY_KEY]
  if (key === undefined || (typeof key === 'string' && keyShape.test(key))) return key
  throw new AppError('malformed', 'malformed', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
}

/** A route is registered by its contract, whose members stand beside the framework's own. */
const takesKeys = (route: RouteOptions): route is RouteOptions & RouteContract => 'idempotent' in route && route.idempotent === true

/** The one status that a route answers success with. */
function statusOf({ id, schema }: RouteContract): number {
  const [status, ...others] = Object.keys(schema.response)
  if (status === undefined || others.length > 0) throw new Error(`${id} takes an idempotency key and has not one success reply`)
  // An answer is kept for a day, in the open.
  if (secretKeys(schema.response).length > 0) throw new Error(`${id} answers secrets, and takes no idempotency key therefore`)
  return Number(status)
}

const replay = (reply: FastifyReply, { status, answer }: StoredResponse): FastifyReply =>
  reply
    .code(status)
    .header(IDEMPOTENCY_REPLAYED, 'true')
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => text as string)
    .send(answer)

/** A body as far as it may leave a trace: a quick digest of a password would give it away. */
const withoutSecrets = (body: unknown, secrets: ReadonlySet<string>): unknown =>
  Object.entries(body ?? {}).filter(([name]) => !secrets.has(name))

/**
 * Routes whose contract says `idempotent` take an `Idempotency-Key`. What was answered already is answered again, also when
 * the work failed: it may have failed because the same request was faster, or have been done and only seem to have failed.
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
        // What a form asks for is known when it has been received.
        if (!form) await keyed.begin(request.params, withoutSecrets(request.body, secrets))
        return await handler.call(this, request, reply)
      } catch (error) {
        const earlier = await keyed.earlier().catch((failure: unknown) => {
          throw failure instanceof AppError ? failure : error
        })
        if (!earlier) throw error
        return replay(reply, earlier)
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
