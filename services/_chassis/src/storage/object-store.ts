import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client } from 'minio'
import type { Registry } from 'prom-client'
import { abortAbandoned } from './abandoned-uploads.ts'
import { attachment } from './content-disposition.ts'
import { idleLimitedAgent } from './idle-limit.ts'
import { isMissing, MeasuredClient } from './measured-client.ts'
import { presigner } from './presign.ts'
import { uploadStream } from './upload-stream.ts'

/** Where the bucket's objects stand on the public origin, whatever the bucket is called: the gateway knows it by name. */
export const FILES_PATH = '/files/'

/** Anyone who has the address may read what is under it; names are unguessable and contents never change. */
export const PUBLIC_PREFIX = 'public/'
/** Assets of the web app, also of its earlier builds. */
export const WEB_PREFIX = `${PUBLIC_PREFIX}web/`
/** Read only through signed addresses. */
export const PRIVATE_PREFIX = 'private/'
/** Where people put pictures by signed addresses, until they are checked and taken over. */
export const INCOMING_PREFIX = `${PRIVATE_PREFIX}incoming/`

const IMMUTABLE = 'public, max-age=31536000, immutable'

export interface ObjectStoreConfig {
  S3_ENDPOINT: string
  S3_ACCESS_KEY: string
  S3_SECRET_KEY: string
  S3_REGION: string
  S3_BUCKET: string
  /** The gateway's origin: signed and public addresses are on it. */
  PUBLIC_URL: string
}

export interface StoredObject {
  key: string
  lastModified: Date
}

export interface ObjectStore {
  /** Streams to `key` without holding more than one 5 MB part; on failure or abort nothing remains. */
  put(key: string, body: Readable, contentType: string, signal: AbortSignal): Promise<void>
  get(key: string): Promise<Readable>
  /** So many bytes of an object from a place in it, or as many as there are. */
  read(key: string, offset: number, length: number): Promise<Buffer>
  /** Size in bytes, or undefined when there is no such object. */
  sizeOf(key: string): Promise<number | undefined>
  remove(keys: readonly string[]): Promise<void>
  /** Objects under a prefix, as a stream: the store may hold more than fits in memory. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Ends uploads in parts that were begun before and never finished. Answers how many. */
  abortAbandoned(prefix: string, before: Date): Promise<number>
  /** The permanent address of an object under `public/`. */
  publicUrl(key: string): string
  /** The key of an address in this store, signed or not; undefined for any other address. */
  keyOf(url: string): string | undefined
  /** An address to GET one object from, which downloads under this name. Signed without asking anybody. */
  signGet(key: string, fileName: string, seconds: number, now: Date): string
  /** An address to PUT one object of this content type to; of this size, if that is known. */
  signPut(key: string, contentType: string, seconds: number, bytes?: number): string
  /** Rejects when the store does not answer. */
  check(): Promise<void>
}

interface ClientOptions {
  /** No call waits for ever: for so long the store may be silent. */
  idleMs?: number
  /** Where calls are measured, if anywhere. */
  registry?: Registry
}

/** A client of the store itself. */
export function storeClient(config: Omit<ObjectStoreConfig, 'PUBLIC_URL'>, { idleMs, registry }: ClientOptions = {}): Client {
  const { hostname, port, protocol } = new URL(config.S3_ENDPOINT)
  const useSSL = protocol === 'https:'
  const options = {
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    pathStyle: true,
    // A fixed region spares the client a call before each signature.
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    transportAgent: idleLimitedAgent(useSSL, idleMs),
  }
  return registry ? new MeasuredClient(options, registry) : new Client(options)
}

/** The files of the product: kept under the store's own address, told to browsers by addresses on the public origin. */
export function createObjectStore(config: ObjectStoreConfig, options?: ClientOptions): ObjectStore {
  const bucket = config.S3_BUCKET
  const client = storeClient(config, options)
  const presign = presigner(config)
  // The store's own host: the gateway sends what comes to the public address there.
  const { host } = new URL(config.S3_ENDPOINT)
  const base = new URL(FILES_PATH, config.PUBLIC_URL).href

  return {
    put: (key, body, contentType, signal) =>
      uploadStream({
        client,
        bucket,
        key,
        body,
        signal,
        headers: { 'Content-Type': contentType, ...(key.startsWith(PUBLIC_PREFIX) && { 'Cache-Control': IMMUTABLE }) },
      }),

    get: (key) => client.getObject(bucket, key),

    read: async (key, offset, length) => buffer(await client.getPartialObject(bucket, key, offset, length)),

    async sizeOf(key) {
      try {
        return (await client.statObject(bucket, key)).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async remove(keys) {
      if (keys.length === 0) return
      // A store answers 200 all the same, and lists what it did not remove.
      const left = await client.removeObjects(bucket, [...keys])
      if (left.length > 0) throw new Error(`The file store kept ${left.length} of ${keys.length} files: ${JSON.stringify(left[0])}`)
    },

    async *list(prefix) {
      for await (const { name, lastModified } of client.listObjectsV2(bucket, prefix, true)) {
        if (name && lastModified) yield { key: name, lastModified }
      }
    },

    abortAbandoned: (prefix, before) => abortAbandoned({ client, bucket, prefix, before }),

    publicUrl: (key) => base + key,

    keyOf(url) {
      const bare = url.split('?', 1)[0] ?? ''
      if (!bare.startsWith(base) || bare.length === base.length) return undefined
      try {
        return decodeURIComponent(bare.slice(base.length))
      } catch {
        return undefined
      }
    },

    signGet(key, fileName, seconds, now) {
      const query = { 'response-content-disposition': attachment(fileName) }
      return `${base}${key}?${presign({ method: 'GET', path: `/${bucket}/${key}`, query, headers: { host }, seconds, now })}`
    },

    signPut(key, contentType, seconds, bytes) {
      const headers = { host, 'content-type': contentType, ...(bytes !== undefined && { 'content-length': String(bytes) }) }
      return `${base}${key}?${presign({ method: 'PUT', path: `/${bucket}/${key}`, headers, seconds, now: new Date() })}`
    },

    async check() {
      if (!(await client.bucketExists(bucket))) throw new Error(`There is no bucket ${bucket}`)
    },
  }
}
