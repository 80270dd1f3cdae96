import { Readable } from 'node:stream'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { ObjectStoreConfig } from '@app/chassis/storage/object-store.ts'
import { storeClient } from '@app/chassis/storage/object-store.ts'
import { uploadStream } from '@app/chassis/storage/upload-stream.ts'
import type { Part } from './archive/parts.ts'

export type StoreConfig = Omit<ObjectStoreConfig, 'PUBLIC_URL'>

/** Files up to this size, in bytes, are buffered in memory. Larger files are streamed. */
const BUFFERED_BYTES = 2_000_000

export interface Files {
  /** Reads a file as a part of an archive. A small file is buffered at once. A larger file is opened only when its body is read. */
  read(key: string): Promise<Part>
  write(key: string, body: AsyncIterable<Buffer>, headers: Readonly<Record<string, string>>): Promise<void>
}

/** Headers that a backup stores for each file, because browsers receive them with the file. */
const KEPT = ['content-type', 'cache-control']

export function filesOf(config: StoreConfig): Files {
  const client = storeClient(config)
  const bucket = config.S3_BUCKET
  async function* opened(key: string): AsyncGenerator<Buffer> {
    yield* await client.getObject(bucket, key)
  }
  async function buffered(key: string, size: number): Promise<Buffer> {
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
        const body = size <= BUFFERED_BYTES ? Readable.from([await buffered(key, size)]) : opened(key)
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
