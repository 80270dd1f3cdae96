import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Transform, type TransformCallback } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3Error } from './s3-error.ts'

const LARGEST_BODY = 5 * 1024 ** 3
const LARGEST_DOCUMENT = 2 * 1024 ** 2

/** Passes a request body through, and counts and hashes its bytes. Fails at the end if a hash differs from the hash in the headers. */
class CheckedBody extends Transform {
  size = 0
  md5 = ''
  readonly #md5 = createHash('md5')
  readonly #sha256 = createHash('sha256')
  readonly #headers: IncomingHttpHeaders

  constructor(headers: IncomingHttpHeaders) {
    super()
    this.#headers = headers
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length
    this.#md5.update(chunk)
    if (this.#promisedSha256) this.#sha256.update(chunk)
    done(null, chunk)
  }

  override _flush(done: TransformCallback): void {
    const md5 = this.#md5.digest()
    this.md5 = md5.toString('hex')
    const promisedMd5 = this.#headers['content-md5']
    if (promisedMd5 !== undefined && promisedMd5 !== md5.toString('base64')) {
      done(new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.'))
      return
    }
    if (this.#promisedSha256 && this.#promisedSha256 !== this.#sha256.digest('hex')) {
      done(new S3Error('XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 header does not match what was computed.'))
      return
    }
    done()
  }

  get #promisedSha256(): string | undefined {
    const value = this.#headers['x-amz-content-sha256']
    return typeof value === 'string' && value !== 'UNSIGNED-PAYLOAD' ? value : undefined
  }
}

/** Streams the body to a new file, with only a few chunks in memory. Fails if the file exists. */
export async function receiveFile(request: IncomingMessage, file: string): Promise<{ size: number; md5: string }> {
  if (request.headers['content-length'] === undefined) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.')
  }
  if (Number(request.headers['content-length']) > LARGEST_BODY) {
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.')
  }
  const body = new CheckedBody(request.headers)
  await pipeline(request, body, createWriteStream(file, { flags: 'wx' }))
  return { size: body.size, md5: body.md5 }
}

export async function receiveText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  const body = new CheckedBody(request.headers)
  await pipeline(request, body, async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      if (body.size > LARGEST_DOCUMENT) throw new S3Error('EntityTooLarge', 'The document is too large.')
      chunks.push(chunk)
    }
  })
  return Buffer.concat(chunks).toString('utf8')
}
