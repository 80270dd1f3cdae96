import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Context, runInContext } from '../logging/context.ts'
import { newUnsampledTrace, parseTraceparent, type TraceContext } from '../tracing/trace-context.ts'
import type { OpenSpan, Tracer } from '../tracing/tracer.ts'
import { callerOf, type TokenClaims } from './auth.ts'
import { clientKey } from './client-key.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if the request failed before its first hook, for example because of an invalid URL. */
    context?: Context
    span?: OpenSpan
  }
}

/** Runs `work` in the context of the request. Hooks such as `onResponse` run outside of this context. */
export const inContextOf = ({ context }: FastifyRequest, work: () => void): void => (context ? runInContext(context, work) : work())

interface RequestContextOptions {
  tracer?: Tracer
  /** Whether the port is public. If so, callers may set the trace id, but not whether the trace is sampled. */
  isPublic: boolean
}

/** Gives each request a context and a span. The span lasts from the first hook to the end of the response. */
async function requestContext(app: FastifyInstance, { tracer, isPublic }: RequestContextOptions): Promise<void> {
  app.decorateRequest('context')
  app.decorateRequest('span')

  function parentOf({ headers }: FastifyRequest): TraceContext | undefined {
    const named = parseTraceparent(headers.traceparent)
    return named && isPublic ? { ...named, isSampled: tracer?.samples() ?? false } : named
  }

  app.addHook('onRequest', (request, _reply, done) => {
    // Uses the route's pattern instead of the path, because the path can contain a password reset code.
    const { method, url: route, logLevel } = { ...request.routeOptions, method: request.method }
    const parent = parentOf(request)
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const isWatched = logLevel !== 'warn'
    request.span = isWatched
      ? tracer?.start({ name: route ? `${method} ${route}` : method, kind: 'server', attributes }, parent)
      : undefined
    const trace = request.span?.trace ?? parent ?? newUnsampledTrace()
    request.context = { correlationId: request.id, trace, ...(request.span && { tracer }), caller: clientKey(request.ip) }
    runInContext(request.context, done)
  })

  app.addHook('preHandler', (request, _reply, done) => {
    const user: TokenClaims | null = request.user
    const context = { correlationId: request.id, ...request.context, ...(user && { actor: callerOf(request), caller: user.sub }) }
    // After the body is read, hooks run outside of the context, so the context is set again.
    runInContext(context, done)
  })

  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.note({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
}

export default fp(requestContext, { name: 'request-context' })
