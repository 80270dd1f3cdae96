import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

const SLOW_HEADERS_MS = 15_000
const CHECK_EVERY_MS = 5_000
/** A connection without traffic is closed after this time, for example if the client does not read. Streams send a heartbeat every 15 s. */
const SILENT_CONNECTION_MS = 90_000
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the client's request id if it is a UUID, and otherwise a new one. */
function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given : crypto.randomUUID()
}

const errorResponses: Record<string, readonly [status: string, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers-too-large', 'The headers of this request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too-slow', 'Your connection is too slow for this request. Please try again.'],
}
const malformed = ['400 Bad Request', 'malformed', 'This request could not be read.'] as const

/** Sends a problem response if the HTTP parser rejects a request. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [line, code, message] = errorResponses[error.code ?? ''] ?? malformed
  const [status = '400', ...title] = line.split(' ')
  const requestId = crypto.randomUUID()
  const body = JSON.stringify({ type: 'about:blank', title: title.join(' '), status: Number(status), code, message, requestId })
  const headers = `Content-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  if (socket.writable) socket.write(`HTTP/1.1 ${line}\r\n${headers}\r\n\r\n${body}`)
  socket.destroySoon()
}

const absoluteForm = /^https?:\/\/([^/?#]*)/i

/** Converts a request target with scheme and host (RFC 9112, 3.2.2) to a path. The host of the target replaces the Host header. */
function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request
  const [start, host] = absoluteForm.exec(url) ?? []
  if (start === undefined) return url
  request.headers.host = host
  const path = url.slice(start.length)
  return path.startsWith('/') ? path : `/${path}`
}

/** Options of the public HTTP server. Slow connections are closed, and only the configured proxies may set forwarding headers. */
export const httpServer = (trustedProxies: readonly string[]) => ({
  trustProxy: trustedProxies.length > 0 && [...trustedProxies],
  requestIdHeader: false as const,
  genReqId: requestId,
  clientErrorHandler,
  rewriteUrl: originForm,
  connectionTimeout: SILENT_CONNECTION_MS,
  http: { headersTimeout: SLOW_HEADERS_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
})
