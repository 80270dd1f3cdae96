import { extname } from 'node:path'
import type { App } from '@app/chassis/http/app.ts'
import { notFoundHandler, routeNotFound } from '@app/chassis/http/error-handler.ts'
import { WEB_PREFIX } from '@app/chassis/storage/object-store.ts'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { ConcurrencyGates } from '../limits/concurrency-gates.ts'
import { forwardReplyFrom } from '../proxy/forward-response.ts'
import { connectTo, retryDelay, sendFailure } from '../proxy/reply-from.ts'
import { serviceAway } from '../upstreams/failure.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { get } from './routes.ts'
import { CACHE_IMMUTABLE, contentTypes, type SendFile } from './static-file.ts'

type Hooks = Required<FastifyReplyFromHooks>

interface EarlierBuilds {
  store: Upstream
  bucket: string
  gates: ConcurrencyGates
}

/** Forwards an asset that the store has. For a missing asset, the store's response to an anonymous request is 403. The client gets 404. */
const forwardIfFound: Hooks['onResponse'] = (request, reply, response) => {
  if (reply.statusCode < 400) return forwardReplyFrom(request, reply, response)
  response.stream.resume()
  reply.send(reply.statusCode < 500 ? routeNotFound() : serviceAway())
}

/** Serves assets of other builds from the store. Browsers may show pages of an earlier build, or of the next build during a rollout. */
export async function registerEarlierBuilds(app: App, { store, bucket, gates }: EarlierBuilds): Promise<void> {
  await app.register(async (scope: App) => {
    await connectTo(scope, store, 'downloads')
    scope.addHook('onRequest', gates.downloads)
    const handler: SendFile = async (request, reply) => {
      const { name } = request.params as { name: string }
      const type = contentTypes[extname(name)]
      if (!type || !/^[\w.-]+$/.test(name)) return notFoundHandler()
      return reply.from(`/${bucket}/${WEB_PREFIX}${name}`, {
        rewriteRequestHeaders: (_request, { host }) => ({ host }),
        rewriteHeaders: ({ etag, 'content-length': length }) => ({
          etag,
          'content-length': length,
          'content-type': type,
          'cache-control': CACHE_IMMUTABLE,
        }),
        onResponse: forwardIfFound,
        onError: sendFailure,
        retryDelay,
      })
    }
    get(scope, '/assets/:name', handler)
  })
}
