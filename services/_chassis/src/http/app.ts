import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type RawServerDefault } from 'fastify'
import { Registry } from 'prom-client'
import type { Logger } from '../logger.ts'
import type { Tracer } from '../tracing/tracer.ts'
import auth, { type IsRevoked } from './auth.ts'
import compression from './compression.ts'
import drain from './drain.ts'
import { errorHandler, notFoundHandler } from './error-handler.ts'
import health, { type Checks } from './health.ts'
import type { KeySet } from './key-set.ts'
import metrics from './metrics.ts'
import requestContext, { inContextOf } from './request-context.ts'
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
  /** Whether its port is open to the public: then `/metrics` is not answered, and no caller decides what traces are kept. */
  isPublic?: boolean
  tracer?: Tracer
  /** What the HTTP server itself does otherwise than in other processes. */
  server?: Partial<FastifyHttpOptions<RawServerDefault, FastifyBaseLogger>>
}

const JSON_BODY_LIMIT = 1024 * 1024
/** Long enough for a large upload over a slow line. */
const REQUEST_TIMEOUT_MS = 10 * 60_000

/** A Fastify with what every process has: contracts checked, errors as problems, tokens, health, metrics, context. */
export async function createApp({
  log,
  keys,
  checks,
  registry = new Registry(),
  isRevoked,
  trustProxy = false,
  isPublic = false,
  tracer,
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
  await app.register(requestContext, { tracer, isPublic })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the path: a path can hold a reset code.
    const { url: route, logLevel } = request.routeOptions
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    inContextOf(request, () => request.log[logLevel === 'warn' ? 'debug' : 'info'](line, 'answered'))
  })

  await app.register(drain)
  await app.register(auth, { keys, isRevoked })
  await app.register(compression)
  await app.register(health, { checks, log })
  await app.register(metrics, { registry, route: !isPublic })
  return app
}
