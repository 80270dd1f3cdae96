import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type Context, runInContext } from '../context.ts'
import { newUnsampledTrace, parseTraceparent, type TraceContext } from '../tracing/trace-context.ts'
import type { OpenSpan, Tracer } from '../tracing/tracer.ts'
import { callerOf, type TokenClaims } from './auth.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent of what is no request that any hook has seen, such as an address that cannot be decoded. */
    context?: Context
    span?: OpenSpan
  }
}

/** For hooks that run outside of it, such as those of the server's own events. */
export const inContextOf = ({ context }: FastifyRequest, work: () => void): void => (context ? runInContext(context, work) : work())

interface RequestContextOptions {
  tracer?: Tracer
  /** Whether anybody at all may call: whoever does may name a trace, but not decide that it is kept. */
  isPublic: boolean
}

/** Gives each request its context, and a span from its first hook to the end of its answer. */
async function requestContext(app: FastifyInstance, { tracer, isPublic }: RequestContextOptions): Promise<void> {
  app.decorateRequest('context')
  app.decorateRequest('span')

  function parentOf({ headers }: FastifyRequest): TraceContext | undefined {
    const named = parseTraceparent(headers.traceparent)
    return named && isPublic ? { ...named, isSampled: tracer?.samples() ?? false } : named
  }

  app.addHook('onRequest', (request, _reply, done) => {
    // The route's pattern, not the path: a path can hold a reset code.
    const { method, url: route, logLevel } = { ...request.routeOptions, method: request.method }
    const parent = parentOf(request)
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    const isWatched = logLevel !== 'warn'
    request.span = isWatched
      ? tracer?.start({ name: route ? `${method} ${route}` : method, kind: 'server', attributes }, parent)
      : undefined
    const trace = request.span?.trace ?? parent ?? newUnsampledTrace()
    request.context = { correlationId: request.id, trace, ...(request.span && { tracer }) }
    runInContext(request.context, done)
  })

  app.addHook('preHandler', (request, _reply, done) => {
    const user: TokenClaims | null = request.user
    const context = { correlationId: request.id, ...request.context, ...(user && { actor: callerOf(request) }) }
    // Anew, since what read a body came from outside of it.
    runInContext(context, done)
  })

  app.addHook('onResponse', async ({ span }, { statusCode }) => {
    span?.note({ 'http.response.status_code': statusCode })
    span?.end(statusCode >= 500 ? String(statusCode) : undefined)
  })
}

export default fp(requestContext, { name: 'request-context' })
