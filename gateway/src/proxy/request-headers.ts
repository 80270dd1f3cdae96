import { traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'

/** Told by us alone, or only meant for the next hop. */
const dropped = new Set([
  'forwarded',
  'x-real-ip',
  'expect',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'proxy-authorization',
  'traceparent',
  'tracestate',
])

const isDropped = (name: string): boolean => dropped.has(name) || name.startsWith('x-forwarded-') || name.startsWith('x-internal-')

/** Fetching has no body, whatever its headers claim. */
const withoutBody = new Set(['GET', 'HEAD'])

/** What a service is told: the caller's headers less what only the gateway may say, and what the gateway says. */
export const serviceHeaders =
  ({ idempotent }: RouteContract): Required<FastifyReplyFromHooks>['rewriteRequestHeaders'] =>
  (request, headers) => {
    for (const name of Object.keys(headers)) if (isDropped(name)) delete headers[name]
    if (withoutBody.has(request.method)) {
      delete headers['content-length']
      delete headers['content-type']
    }
    // A key that the route does not take must not look like leave to send a request twice.
    if (!idempotent) delete headers[IDEMPOTENCY_KEY]
    headers['x-request-id'] = request.id
    if (request.context?.trace) headers.traceparent = traceparentOf(request.context.trace)
    headers['x-forwarded-for'] = request.ip
    headers['x-forwarded-proto'] = request.protocol
    headers['x-forwarded-host'] = request.host
    return headers
  }
