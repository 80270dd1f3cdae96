import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from 'minio'
import { free, streamed } from '../http/collect-streamed.ts'
import { StoreSilent } from './idle-limit.ts'
import { type HeldPart, PART_BYTES, partBuffers } from './part-buffers.ts'

/** What an upload begins with, and doubles until it takes a whole part: many that dribble are to hold little. */
const FIRST_BYTES = 64 * 1024
const OWN_BYTES = 4 * FIRST_BYTES

const takePart = partBuffers()

/**
 * Regroups a stream into parts of exactly `PART_BYTES`, the last one smaller. They all are views of buffers that are used
 * again: a part must have been sent before the next is asked for. Chunks are gone once they are taken.
 */
async function* inParts(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  let own = Buffer.allocUnsafeSlow(FIRST_BYTES)
  let held: HeldPart | undefined
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      let taken = 0
      streamed(chunk.length)
      while (taken < chunk.length) {
        if (!held && size === OWN_BYTES) {
          held = await takePart(signal, (error) => body.destroy(error))
          own.copy(held.buffer)
          free(own)
        } else if (!held && size === own.length) own = Buffer.from(own.buffer.transfer(2 * size))
        const count = chunk.copy(held?.buffer ?? own, size, taken)
        taken += count
        size += count
        if (!held || size < PART_BYTES) continue
        yield held.buffer
        size = 0
        if (held.keep()) continue
        held.giveBack()
        held = undefined
        own = Buffer.allocUnsafeSlow(FIRST_BYTES)
      }
      free(chunk)
    }
    yield (held?.buffer ?? own).subarray(0, size)
  } finally {
    held?.giveBack()
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
 * Uploads a stream of unknown length. What fits one part is one PUT; more is a multipart upload, aborted on any
 * failure. (The client's own `putObject` never settles when its source fails half-way.)
 */
export async function uploadStream({ client, bucket, key, body, headers, signal }: Upload): Promise<void> {
  const etags: { part: number; etag: string }[] = []
  let uploadId: string | undefined
  try {
    for await (const part of inParts(body, signal)) {
      signal.throwIfAborted()
      if (uploadId === undefined && part.length < PART_BYTES) {
        await client.putObject(bucket, key, part, part.length, headers)
        return
      }
      uploadId ??= await client.initiateNewMultipartUpload(bucket, key, headers)
      if (part.length === 0) break
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
    }
    if (uploadId !== undefined) await client.completeMultipartUpload(bucket, key, uploadId, etags)
  } catch (error) {
    body.destroy()
    // What is left, since this fails too or the store does not answer, is the store's to clear; the caller is to hear the first failure, and soon.
    if (uploadId !== undefined && !(error instanceof StoreSilent)) await client.abortMultipartUpload(bucket, key, uploadId).catch(() => {})
    throw error
  }
}
