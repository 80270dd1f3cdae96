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

/** Path of the bucket's objects on the gateway. The gateway adds the bucket's name. */
export const FILES_PATH = '/files/'

/** Prefix of objects that every client may read. Their keys are unguessable, and their contents never change. */
export const PUBLIC_PREFIX = 'public/'
/** Prefix of the web app's assets, including assets of earlier builds. */
export const WEB_PREFIX = `${PUBLIC_PREFIX}web/`
/** Prefix of objects that can be read only by signed URLs. */
export const PRIVATE_PREFIX = 'private/'
/** Prefix of pictures that users upload by signed URLs or in forms, until the pictures are written again. The service `company` sweeps it. */
export const INCOMING_PREFIX = `${PRIVATE_PREFIX}incoming/`

const IMMUTABLE = 'public, max-age=31536000, immutable'

export interface ObjectStoreConfig {
  S3_ENDPOINT: string
  S3_ACCESS_KEY: string
  S3_SECRET_KEY: string
  S3_REGION: string
  S3_BUCKET: string
  /** The gateway's origin. The URLs in emails begin with it. */
  PUBLIC_URL: string
}

export interface StoredObject {
  key: string
  lastModified: Date
}

export interface ObjectStore {
  /** Uploads a stream with at most one 5 MB part in memory. After a failure or abort, no object remains. */
  put(key: string, body: Readable, contentType: string, signal: AbortSignal): Promise<void>
  get(key: string): Promise<Readable>
  /** Returns up to `length` bytes, fewer at the end of the object. */
  read(key: string, offset: number, length: number): Promise<Buffer>
  sizeOf(key: string): Promise<number | undefined>
  remove(keys: readonly string[]): Promise<void>
  /** Lists objects under a prefix as a stream, because the list can be too large for memory. */
  list(prefix: string): AsyncIterable<StoredObject>
  abortAbandoned(prefix: string, before: Date): Promise<number>
  /**
   * Returns the permanent URL of an object under `public/`, without an origin: `/files/public/…`. So the URL works on every host at which
   * browsers reach the gateway.
   */
  publicUrl(key: string): string
  /** Returns the permanent URL of an object under `public/`, with the origin `PUBLIC_URL`, for emails. */
  absoluteUrl(key: string): string
  /**
   * Returns the key of a signed or unsigned URL of this store. The URL has no origin, or the origin `PUBLIC_URL`, or the host at which the
   * client sent its request (`host`). Returns undefined for other URLs.
   */
  keyOf(url: string, host?: string): string | undefined
  /** Returns a signed URL without an origin, to download an object under this file name. Signing needs no request. */
  signGet(key: string, fileName: string, seconds: number, now: Date): string
  /** Returns a signed URL without an origin, to PUT an object of this content type, and of this size if given. */
  signPut(key: string, contentType: string, seconds: number, bytes?: number): string
  check(): Promise<void>
}

interface ClientOptions {
  idleMs?: number
  registry?: Registry
}

export function storeClient(config: Omit<ObjectStoreConfig, 'PUBLIC_URL'>, { idleMs, registry }: ClientOptions = {}): Client {
  const { hostname, port, protocol } = new URL(config.S3_ENDPOINT)
  const useSSL = protocol === 'https:'
  const options = {
    endPoint: hostname,
    port: Number(port) || (useSSL ? 443 : 80),
    useSSL,
    pathStyle: true,
    // With a fixed region, the client does not request the region before each signature.
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    transportAgent: idleLimitedAgent(useSSL, idleMs),
  }
  return registry ? new MeasuredClient(options, registry) : new Client(options)
}

/** Creates the client of the file store. It connects to `S3_ENDPOINT`, but returns URLs at the gateway for browsers. */
export function createObjectStore(config: ObjectStoreConfig, options?: ClientOptions): ObjectStore {
  const bucket = config.S3_BUCKET
  const client = storeClient(config, options)
  const presign = presigner(config)
  // The gateway sends browsers' requests to the store with the store's own Host header. Signatures must therefore contain the store's host.
  const { host } = new URL(config.S3_ENDPOINT)
  const { origin } = new URL(config.PUBLIC_URL)

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
      // The status is 200 even if some objects were not removed. The response lists these objects.
      const failed = await client.removeObjects(bucket, [...keys])
      if (failed.length > 0)
        throw new Error(`The store did not remove ${failed.length} of ${keys.length} files: ${JSON.stringify(failed[0])}`)
    },

    async *list(prefix) {
      for await (const { name, lastModified } of client.listObjectsV2(bucket, prefix, true)) {
        if (name && lastModified) yield { key: name, lastModified }
      }
    },

    abortAbandoned: (prefix, before) => abortAbandoned({ client, bucket, prefix, before }),

    publicUrl: (key) => FILES_PATH + key,

    absoluteUrl: (key) => origin + FILES_PATH + key,

    keyOf(url, clientHost) {
      const bare = url.split('?', 1)[0] ?? ''
      const origins = [origin, ...(clientHost ? [`http://${clientHost}`, `https://${clientHost}`] : [])]
      const ownOrigin = origins.find((own) => bare.startsWith(own + FILES_PATH)) ?? ''
      const path = bare.slice(ownOrigin.length)
      if (!path.startsWith(FILES_PATH) || path.length === FILES_PATH.length) return undefined
      try {
        return decodeURIComponent(path.slice(FILES_PATH.length))
      } catch {
        return undefined
      }
    },

    signGet(key, fileName, seconds, now) {
      const query = { 'response-content-disposition': attachment(fileName) }
      return `${FILES_PATH}${key}?${presign({ method: 'GET', path: `/${bucket}/${key}`, query, headers: { host }, seconds, now })}`
    },

    signPut(key, contentType, seconds, bytes) {
      const headers = { host, 'content-type': contentType, ...(bytes !== undefined && { 'content-length': String(bytes) }) }
      return `${FILES_PATH}${key}?${presign({ method: 'PUT', path: `/${bucket}/${key}`, headers, seconds, now: new Date() })}`
    },

    async check() {
      if (!(await client.bucketExists(bucket))) throw new Error(`The bucket ${bucket} does not exist`)
    },
  }
}
