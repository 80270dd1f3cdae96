import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { PartLog } from '../log.ts'
import { LOOPBACK } from '../loopback.ts'
import { parseAddress } from './address.ts'
import { authenticate, type Keys } from './authenticate.ts'
import { hasOverrides } from './object-headers.ts'
import { findOperation, isRead } from './operations.ts'
import { S3Error } from './s3-error.ts'
import { Store } from './store.ts'

const IDLE_SOCKET_MS = 120_000
const DRAIN_MS = 3_000

export interface ObjectStoreOptions extends Keys {
  dataDir: string
  /** Default: any free port. */
  port?: number
  log: PartLog
}

/** Starts an S3 server on loopback with path-style URLs and one key pair. Objects are stored in `<dataDir>/objects`. */
export async function startObjectStore(options: ObjectStoreOptions): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const store = await Store.open(join(options.dataDir, 'objects'))
  const server = createServer((request, response) => void serve(store, options, request, response))
  // A slow upload has no time limit, but a connection without data is closed after two minutes.
  server.requestTimeout = 0
  server.timeout = IDLE_SOCKET_MS
  server.listen(options.port ?? 0, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.')
  return {
    endpoint: `http://${LOOPBACK}:${address.port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      await closed
      clearTimeout(cut)
    },
  }
}

async function serve(store: Store, options: ObjectStoreOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID()
  response.setHeader('x-amz-request-id', requestId)
  try {
    const { method = 'GET', url = '/', headers } = request
    const address = parseAddress(url)
    const caller = authenticate(options, method, address, headers)
    const operation = findOperation(method, address)
    if (caller === 'anonymous') {
      const isOpen = isRead(operation) && store.isPublic(address.bucket, address.key) && !hasOverrides(address.query)
      if (!isOpen) throw new S3Error('AccessDenied', 'Access Denied')
    }
    await operation({ request, response, address, store })
  } catch (error) {
    refuse(error, requestId, options.log, request, response)
  }
}

function refuse(error: unknown, requestId: string, log: PartLog, request: IncomingMessage, response: ServerResponse): void {
  if (!(error instanceof S3Error) && !isConnectionClosed(error)) {
    log.warn(`Object store: ${request.method} failed: ${error instanceof Error ? error.stack : error}`)
  }
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const refusal = error instanceof S3Error ? error : new S3Error('InternalError', 'We encountered an internal error. Please try again.')
  const body = refusal.toXml((request.url ?? '').split('?')[0] ?? '', requestId)
  const headers = { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }
  response.writeHead(refusal.status, headers).end(request.method === 'HEAD' ? undefined : body)
}

function isConnectionClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))
}
