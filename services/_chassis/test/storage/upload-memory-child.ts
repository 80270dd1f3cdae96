import { Readable } from 'node:stream'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'

/**
 * Uploads files, all at the same time, to the object store that the environment variables configure. Prints the maximum memory of buffers
 * in megabytes, measured directly after major garbage collections:
 *
 *     S3_ENDPOINT=… node --expose-gc services/_chassis/test/storage/upload-memory-child.ts <uploads> <megabytes of each>
 */

const [, , uploads, megabytes] = process.argv
const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '', S3_BUCKET = '' } = process.env
const store = createObjectStore({ S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION: 'us-east-1', PUBLIC_URL: S3_ENDPOINT })
const CHUNKS_PER_MEGABYTE = 16
const CHUNK_BYTES = (1024 * 1024) / CHUNKS_PER_MEGABYTE
const MEASURE_EVERY_MS = 25
const TIMEOUT_MS = 60_000

function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < Number(megabytes) * CHUNKS_PER_MEGABYTE; sent++) yield Buffer.alloc(CHUNK_BYTES)
}

async function upload(index: number): Promise<void> {
  const body = Readable.from(chunks(), { objectMode: false, highWaterMark: CHUNK_BYTES })
  await store.put(`public/tests/memory-${index}.png`, body, 'image/png', AbortSignal.timeout(TIMEOUT_MS))
}

let peak = 0
const timer = setInterval(() => {
  globalThis.gc?.()
  peak = Math.max(peak, process.memoryUsage().arrayBuffers)
}, MEASURE_EVERY_MS)
await Promise.all(Array.from({ length: Number(uploads) }, (_, index) => upload(index)))
clearInterval(timer)
process.stdout.write(`${peak / 1024 / 1024}\n`)
