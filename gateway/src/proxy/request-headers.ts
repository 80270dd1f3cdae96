import type { IncomingHttpHeaders } from 'node:http'
import { traceparentOf } from '@app/chassis/tracing/trace-context.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import { IDEMPOTENCY_KEY } from '@app/contracts/rules/idempotency.ts'
import type { FastifyRequest } from 'fastify'

/** Hop-by-hop headers, and headers that clients must not set. */
const dropped = new Set([
  'connection',
  'transfer-encoding',
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

/** Requests with these methods have no body, so headers that describe a body are dropped. */
const withoutBody = new Set(['GET', 'HEAD'])
const bodyHeaders = new Set(['content-length', 'content-type'])

/** Returns the header names in a `Connection` header. These headers must not be forwarded. */
const namedIn = (connection: string): string[] => connection.split(',').map((name) => name.trim().toLowerCase())

export function serviceHeaders({ idempotent }: RouteContract, request: FastifyRequest): IncomingHttpHeaders {
  const { headers } = request
  const forwarded: IncomingHttpHeaders = {}
  const hopByHop = namedIn(headers.connection ?? '')
  const isFetch = withoutBody.has(request.method)
  for (const [name, value] of Object.entries(headers)) {
    if (isDropped(name) || hopByHop.includes(name) || (isFetch && bodyHeaders.has(name))) continue
    forwarded[name] = value
  }
  // The `Sender` retries requests that have this header. Therefore the header is removed if the route does not support idempotency keys.
  if (!idempotent) delete forwarded[IDEMPOTENCY_KEY]
  forwarded['x-request-id'] = request.id
  if (request.context?.trace) forwarded.traceparent = traceparentOf(request.context.trace)
  forwarded['x-forwarded-for'] = request.ip
  forwarded['x-forwarded-proto'] = request.protocol
  forwarded['x-forwarded-host'] = request.host
  return forwarded
}
