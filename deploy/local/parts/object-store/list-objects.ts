import type { StoredObject } from './bucket.ts'
import { type Operation, sendXml } from './call.ts'
import { S3Error } from './s3-error.ts'

const LARGEST_PAGE = 1000

/** An entry of the response: an object, or a folder (`CommonPrefixes`) in place of all objects in it. */
type Entry = { name: string; object: StoredObject } | { name: string; object?: undefined }

export const listObjects: Operation = async (call) => {
  const { query, bucket } = call.address
  if (query.get('list-type') !== '2') throw new S3Error('NotImplemented', 'Only list-type 2 is supported.')
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const size = pageSize(query.get('max-keys'))
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text

  const entries = fold(call.store.find(bucket).list(prefix), prefix, query.get('delimiter') ?? '')
  const waiting = entries.filter(({ name }) => Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0)
  const page = waiting.slice(0, size)
  const last = page.at(-1)
  const isTruncated = last !== undefined && waiting.length > page.length
  sendXml(call, 'ListBucketResult', {
    Name: bucket,
    Prefix: encode(prefix),
    KeyCount: page.length,
    MaxKeys: size,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? Buffer.from(last.name).toString('base64url') : undefined,
    Contents: page.flatMap(({ object }) => (object ? [describe(object, encode)] : [])),
    CommonPrefixes: page.flatMap(({ name, object }) => (object ? [] : [{ Prefix: encode(name) }])),
  })
}

function describe({ key, size, etag, lastModified }: StoredObject, encode: (text: string) => string) {
  return { Key: encode(key), LastModified: lastModified, ETag: `"${etag}"`, Size: size, StorageClass: 'STANDARD' }
}

function pageSize(maxKeys: string | null): number {
  const size = Number(maxKeys || LARGEST_PAGE)
  if (!Number.isInteger(size) || size < 0) throw new S3Error('InvalidArgument', 'max-keys must be a number.')
  return Math.min(size, LARGEST_PAGE)
}

function fold(objects: StoredObject[], prefix: string, delimiter: string): Entry[] {
  const entries: Entry[] = []
  for (const object of objects) {
    const end = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length)
    if (end < 0) {
      entries.push({ name: object.key, object })
      continue
    }
    const folder = object.key.slice(0, end + delimiter.length)
    if (entries.at(-1)?.name !== folder) entries.push({ name: folder })
  }
  return entries
}
