import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from 'minio'
import { StoreSilent } from './idle-limit.ts'
import { partSlots } from './part-slots.ts'

/** Size of a part. S3 accepts no smaller part, except for the last part of an object. */
const PART_BYTES = 5 * 1024 * 1024
/** Initial size of a part's buffer. A full buffer is replaced by a buffer of four times the size. */
const FIRST_BUFFER_BYTES = 64 * 1024
/** Uploads up to this size need no slot, so that small files do not wait for large ones. */
const WITHOUT_SLOT_BYTES = 256 * 1024

const acquireSlot = partSlots()

function enlarge(full: Buffer): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(4 * full.length, PART_BYTES))
  full.copy(larger)
  return larger
}

/**
 * Calls `send` with parts of exactly `PART_BYTES`, one after the other. The last part is smaller and may be empty. Chunks are copied,
 * because a chunk may be a small view of a large buffer.
 *
 * This function uses a callback, because an async generator would keep the previous part in memory while the upload waits for a slot.
 */
async function sendInParts(body: Readable, signal: AbortSignal, send: (part: Buffer) => Promise<void>): Promise<void> {
  let part = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES)
  let size = 0
  let releaseSlot = () => {}
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      let taken = 0
      while (taken < chunk.length) {
        if (size === WITHOUT_SLOT_BYTES) releaseSlot = await acquireSlot(signal, (error) => body.destroy(error))
        if (size === part.length) part = enlarge(part)
        const copied = chunk.copy(part, size, taken)
        taken += copied
        size += copied
        if (size < PART_BYTES) continue
        await send(part)
        releaseSlot()
        part = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES)
        size = 0
      }
    }
    await send(part.subarray(0, size))
  } finally {
    releaseSlot()
  }
}

interface Upload {
  client: Client
  bucket: string
  key: string
  body: Readable
  headers: Record<string, string>
  signal: AbortSignal
}

/**
 * Uploads a stream by one PUT or in parts. `putObject` of minio (8.0.7) is called only with buffers. If it is called with a stream and the
 * stream fails, the promise of `putObject` never settles.
 */
export async function uploadStream({ client, bucket, key, body, headers, signal }: Upload): Promise<void> {
  const etags: { part: number; etag: string }[] = []
  let uploadId: string | undefined
  try {
    await sendInParts(body, signal, async (part) => {
      signal.throwIfAborted()
      if (uploadId === undefined && part.length < PART_BYTES) {
        await client.putObject(bucket, key, part, part.length, headers)
        return
      }
      uploadId ??= await client.initiateNewMultipartUpload(bucket, key, headers)
      if (part.length === 0) return
      const number = etags.length + 1
      const { etag } = await client.uploadPart(
        {
          bucketName: bucket,
          objectName: key,
          uploadID: uploadId,
          partNumber: number,
          headers: { 'Content-Length': part.length, 'Content-MD5': createHash('md5').update(part).digest('base64') },
        },
        part,
      )
      etags.push({ part: number, etag })
    })
    if (uploadId !== undefined) await client.completeMultipartUpload(bucket, key, uploadId, etags)
  } catch (error) {
    body.destroy()
    // The caller gets the first error. If the abort fails, or if the store does not respond, the sweep aborts the upload later.
    if (uploadId !== undefined && !(error instanceof StoreSilent)) await client.abortMultipartUpload(bucket, key, uploadId).catch(() => {})
    throw error
  }
}
