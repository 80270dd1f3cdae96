import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type RawServerDefault } from 'fastify'
import { Registry } from 'prom-client'
import { runInContext } from '../context.ts'
import type { Logger } from '../logger.ts'
import auth, { callerOf, type IsRevoked, type TokenClaims } from './auth.ts'
import drain from './drain.ts'
import { errorHandler, notFoundHandler } from './error-handler.ts'
import health, { type Checks } from './health.ts'
import type { KeySet } from './key-set.ts'
import metrics from './metrics.ts'
import { validatorCompiler } from './validator.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

export interface AppOptions {
  log: Logger
  keys: KeySet
  checks: Checks
  registry?: Registry
  isRevoked: IsRevoked
  /** `request.ip` is then what `x-forwarded-for` says: only behind the gateway, which overwrites that header. */
  trustProxy?: boolean
  /** Whether `/metrics` is answered here; not on a port that is open to the public. */
  metricsRoute?: boolean
  /** What the HTTP server itself does otherwise than in other processes. */
  server?: Partial<FastifyHttpOptions<RawServerDefault, FastifyBaseLogger>>
}

const JSON_BODY_LIMIT = 1024 * 1024
/** Long enough for a large upload over a slow line. */
const REQUEST_TIMEOUT_MS = 10 * 60_000

/** W3C Trace Context. Events keep it, so nothing else gets in by this header. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** A Fastify with what every process has: contracts checked, errors as problems, tokens, health, metrics, context. */
export async function createApp({
  log,
  keys,
  checks,
  registry = new Registry(),
  isRevoked,
  trustProxy = false,
  metricsRoute = true,
  server,
}: AppOptions): Promise<App> {
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // One line an answer is written below; Fastify's own pair would hold the path.
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    bodyLimit: JSON_BODY_LIMIT,
    trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // What comes while it closes is answered; its connection ends with that.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // What fails before a route is found, such as an address that cannot be decoded.
    frameworkErrors: errorHandler,
    ...server,
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(notFoundHandler)
  app.addHook('preHandler', (request, _reply, done) => {
    const { traceparent } = request.headers
    const isTraced = typeof traceparent === 'string' && TRACEPARENT.test(traceparent)
    const user: TokenClaims | null = request.user
    const context = { correlationId: request.id, ...(isTraced && { traceparent }), ...(user && { actor: callerOf(request) }) }
    runInContext(context, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the path: a path can hold a reset code.
    const { url: route, logLevel } = request.routeOptions
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (logLevel === 'warn') request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })

  await app.register(drain)
  await app.register(auth, { keys, isRevoked })
  await app.register(health, { checks, log })
  await app.register(metrics, { registry, route: metricsRoute })
  return app
}
