import { Readable } from 'node:stream'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { ObjectStoreConfig } from '@app/chassis/storage/object-store.ts'
import { storeClient } from '@app/chassis/storage/object-store.ts'
import { uploadStream } from '@app/chassis/storage/upload-stream.ts'
import type { Part } from './archive/parts.ts'

export type StoreConfig = Omit<ObjectStoreConfig, 'PUBLIC_URL'>

/** Files up to this size are read at once and held in memory. Larger ones are streamed. */
const HELD_BYTES = 2_000_000

export interface Files {
  /** Reads a file as a part of an archive. Resolves when a small file is in memory; a larger one is opened when its body is read. */
  read(key: string): Promise<Part>
  write(key: string, body: AsyncIterable<Buffer>, headers: Readonly<Record<string, string>>): Promise<void>
}

/** The headers of an object that a backup keeps: those that a browser sees. */
const KEPT = ['content-type', 'cache-control']

export function filesOf(config: StoreConfig): Files {
  const client = storeClient(config)
  const bucket = config.S3_BUCKET
  async function* opened(key: string): AsyncGenerator<Buffer> {
    yield* await client.getObject(bucket, key)
  }
  async function held(key: string, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(size)
    let taken = 0
    for await (const chunk of opened(key)) taken += chunk.copy(bytes, taken)
    if (taken < size) throw new Error(`The store sent ${taken} of the ${size} bytes of ${key}.`)
    return bytes
  }
  return {
    async read(key) {
      try {
        const { metaData, size } = await client.statObject(bucket, key)
        const headers = Object.fromEntries(Object.entries(metaData).filter(([name]) => KEPT.includes(name)))
        const body = size <= HELD_BYTES ? Readable.from([await held(key, size)]) : opened(key)
        return { head: { kind: 'file', key, headers }, body }
      } catch (error) {
        if (isMissing(error)) return { head: { kind: 'missing', key } }
        throw error
      }
    },
    async write(key, body, headers) {
      await uploadStream({
        client,
        bucket,
        key,
        body: Readable.from(body, { objectMode: false }),
        headers,
        signal: new AbortController().signal,
      })
    },
  }
}
