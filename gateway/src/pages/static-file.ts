import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
/** `Cache-Control` for files whose names contain a hash of their content. */
export const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'

const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.txt', '.xml', '.svg'])

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Quality 9 compresses slightly less than 11, but is about ten times faster. The first request waits for the compression. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

type Encoding = 'br' | 'gzip' | 'identity'

interface Loaded {
  etag: string
  body(encoding: Encoding): Promise<Buffer>
}

function loaded(plain: Buffer, brotliCopy?: Buffer): Loaded {
  const bodies = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(plain)]])
  if (brotliCopy) bodies.set('br', Promise.resolve(brotliCopy))
  return {
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    body(encoding) {
      const known = bodies.get(encoding) ?? (encoding === 'br' ? brotli(plain, BROTLI) : zip(plain))
      bodies.set(encoding, known)
      return known
    },
  }
}

function encodingFor(path: string, accepted: string): Encoding {
  if (!compressible.has(extname(path))) return 'identity'
  if (/\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

interface FileOptions {
  /** Returns the content to send, for example the file's content with the settings of the deployment. */
  prepare?: ((bytes: Buffer) => Buffer) | undefined
  /** Path of the file's Brotli copy. If there is no copy, the gateway compresses the file at the first request. */
  brotliCopy?: string | undefined
}

export type SendFile = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns a handler that serves a file from memory, so that pages and assets of one build stay consistent if the folder changes later. */
export async function staticFile(path: string, cacheControl: string, { prepare, brotliCopy }: FileOptions = {}): Promise<SendFile> {
  const [content, copy] = await Promise.all([readFile(path), brotliCopy ? readFile(brotliCopy) : undefined])
  const file = loaded(prepare ? prepare(content) : content, copy)
  return async (request, reply) => {
    const encoding = encodingFor(path, String(request.headers['accept-encoding'] ?? ''))
    // Each content encoding needs its own ETag.
    const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
    reply.headers({ 'cache-control': cacheControl, etag, vary: 'accept-encoding' })
    if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(contentTypes[extname(path)] ?? 'application/octet-stream').send(await file.body(encoding))
  }
}
