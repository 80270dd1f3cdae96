import { Readable } from 'node:stream'
import type { App } from '@app/chassis/http/app.ts'
import { errorHandler } from '@app/chassis/http/error-handler.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import replyFrom, { type FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyError } from 'fastify'
import type { Dispatcher } from 'undici'
import type { UpstreamRequest, UpstreamResponse } from '../upstreams/exchange.ts'
import { serviceAway } from '../upstreams/failure.ts'
import type { TrafficClass } from '../upstreams/replica.ts'
import type { Upstream } from '../upstreams/upstreams.ts'

type Done = (error: unknown, answer?: UpstreamResponse & { body: Readable }) => void

export function replyFromOptions({ base, sender }: Upstream, trafficClass: TrafficClass, { log }: App) {
  const send = sender(trafficClass)
  const request = (sending: UpstreamRequest, done: Done) => {
    const settle: Done = (error, answer) => {
      try {
        done(error, answer)
      } catch (fault) {
        answer?.body.destroy()
        log.error({ err: fault }, 'a response could not be forwarded')
      }
    }
    // `reply.from` only accepts streams.
    send(sending).then(({ body, ...head }) => settle(null, { ...head, body: Buffer.isBuffer(body) ? Readable.from([body]) : body }), settle)
  }
  return { base, upstream: base, disableRequestLogging: true, undici: { request: request as Dispatcher['request'] } }
}

const bodyHeaders = ['content-encoding', 'content-length', 'content-range', 'content-disposition', 'etag', 'last-modified', 'link'] as const

/** If the upstream aborts a response before a byte of its body was forwarded, the client gets the 503 of an unavailable upstream. */
export function handleAbortedResponses(scope: App): void {
  scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const isConnection = !(error instanceof AppError) && (error.code?.startsWith('UND_ERR_') || error.code === 'ECONNRESET')
    for (const name of bodyHeaders) reply.removeHeader(name)
    reply.header('cache-control', 'no-store')
    errorHandler(isConnection ? serviceAway(error) : error, request, reply)
  })
}

export async function connectTo(scope: App, upstream: Upstream, trafficClass: TrafficClass): Promise<void> {
  handleAbortedResponses(scope)
  await scope.register(replyFrom, replyFromOptions(upstream, trafficClass, scope))
}

type Hooks = Required<FastifyReplyFromHooks>

/** Sends the client the error with which the upstream's `Sender` rejected the request. */
export const sendFailure: Hooks['onError'] = (reply, { error }) => {
  reply.send(error.cause ?? error)
}

/** Disables the retries of `reply.from`, because the upstream's `Sender` retries. Only the `Sender` can choose another replica. */
export const retryDelay: Hooks['retryDelay'] = () => null
