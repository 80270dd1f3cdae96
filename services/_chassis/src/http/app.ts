import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteContract } from '@app/contracts/define.ts'
import { JSON_BYTES_MAX, jsonBytesMax } from '@app/contracts/rules/body-limits.ts'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastJsonStringify from 'fast-json-stringify'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifySerializerCompiler,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import { Registry } from 'prom-client'
import type * as Type from 'typebox'
import type { Logger } from '../logging/logger.ts'
import type { Tracer } from '../tracing/tracer.ts'
import auth, { type IsRevoked } from './auth.ts'
import compression from './compression.ts'
import drain from './drain.ts'
import { errorHandler, notFoundHandler } from './error-handler.ts'
import health, { type Checks } from './health.ts'
import { checkDepth } from './json.ts'
import type { KeySet } from './key-set.ts'
import metrics from './metrics.ts'
import receivedTexts from './received-texts.ts'
import requestContext, { inContextOf } from './request-context.ts'
import { validatorCompiler } from './validator.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>

export interface AppOptions {
  log: Logger
  keys: KeySet
  checks: Checks
  registry?: Registry
  isRevoked: IsRevoked
  /** Whether `request.ip` is read from `x-forwarded-for`. Set this only behind the gateway, which overwrites that header. */
  trustProxy?: boolean
  /** Whether the port is public. If so, `/metrics` is not served, and callers cannot decide which traces are sampled. */
  isPublic?: boolean
  tracer?: Tracer
  /** Overrides the Fastify options of `createApp`. */
  server?: Partial<FastifyHttpOptions<RawServerDefault, FastifyBaseLogger>>
}

/** Time limit for receiving a request. It is long enough for a large upload over a slow connection. */
const REQUEST_TIMEOUT_MS = 10 * 60_000

/** Whether the options of a route include the members of its contract. */
const isContract = (route: RouteOptions): route is RouteOptions & RouteContract => 'summary' in route

/** Sets the size limit of each route's JSON body, and rejects deeply nested JSON before it is parsed. */
function limitJson(app: App): void {
  app.addHook('onRoute', (route) => {
    if (isContract(route)) route.bodyLimit ??= jsonBytesMax(route)
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    checkDepth(body)
    parse(request, body.toString(), done)
  })
}

/** Compiles the schema of a response when it is first sent, as `validatorCompiler` compiles the schemas of requests. */
const serializerCompiler: FastifySerializerCompiler<Type.TSchema> = ({ schema }) => {
  let stringify: ((data: unknown) => string) | undefined
  return (data) => {
    stringify ??= fastJsonStringify(schema)
    return stringify(data)
  }
}

/** Creates the HTTP server of a process, with validation, tokens, errors as problem documents, compression, health and metrics. */
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
    // The hook below logs one line per response. Fastify's own log would contain the path.
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    bodyLimit: JSON_BYTES_MAX,
    trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Requests that arrive while the server closes are still processed. Their connections are closed after the response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    // Handles errors before routing, such as a URL that cannot be decoded.
    frameworkErrors: errorHandler,
    ...server,
  }).withTypeProvider<TypeBoxTypeProvider>()

  limitJson(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(errorHandler)
  app.setNotFoundHandler(notFoundHandler)
  await app.register(requestContext, { tracer, isPublic })
  app.addHook('onResponse', async (request, reply) => {
    // Logs the route's pattern instead of the path, because the path can contain a password reset code.
    const { url: route, logLevel } = request.routeOptions
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    inContextOf(request, () => request.log[logLevel === 'warn' ? 'debug' : 'info'](line, 'answered'))
  })

  await app.register(drain)
  await app.register(auth, { keys, isRevoked })
  await app.register(receivedTexts)
  await app.register(compression)
  await app.register(health, { checks, log })
  await app.register(metrics, { registry, route: !isPublic })
  return app
}
