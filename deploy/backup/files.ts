import { Readable } from 'node:stream'
import { isMissing } from '@app/chassis/storage/measured-client.ts'
import type { ObjectStoreConfig } from '@app/chassis/storage/object-store.ts'
import { storeClient } from '@app/chassis/storage/object-store.ts'
import { uploadStream } from '@app/chassis/storage/upload-stream.ts'
import type { Part } from './archive/parts.ts'

export type StoreConfig = Omit<ObjectStoreConfig, 'PUBLIC_URL'>

export interface Files {
  /** A file as a part of an archive. */
  read(key: string): Promise<Part>
  write(key: string, body: AsyncIterable<Buffer>, headers: Readonly<Record<string, string>>): Promise<void>
}

/** What an answer has of an object's own headers that a browser sees. */
const KEPT = ['content-type', 'cache-control']

export function filesOf(config: StoreConfig): Files {
  const client = storeClient(config)
  const bucket = config.S3_BUCKET
  return {
    async read(key) {
      try {
        const { metaData } = await client.statObject(bucket, key)
        const headers = Object.fromEntries(Object.entries(metaData).filter(([name]) => KEPT.includes(name)))
        return { head: { kind: 'file', key, headers }, body: await client.getObject(bucket, key) }
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
