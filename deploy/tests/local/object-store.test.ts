import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { CopyDestinationOptions, CopySourceOptions } from 'minio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicFolderPolicy, type StoreUnderTest, storeUnderTest } from './store-under-test.ts'

let store: StoreUnderTest

beforeAll(async () => {
  store = await storeUnderTest()
})
afterAll(() => store.stop())

async function put(key: string, content: string, headers: Record<string, string> = {}): Promise<void> {
  await store.client.putObject(store.bucket, key, Buffer.from(content), undefined, headers)
}

async function get(key: string): Promise<string> {
  return text(await store.client.getObject(store.bucket, key))
}

async function list(prefix: string, recursive: boolean): Promise<(string | undefined)[]> {
  const items = await store.client.listObjectsV2(store.bucket, prefix, recursive).toArray()
  return items.map((item: { name?: string; prefix?: string }) => item.name ?? item.prefix)
}

describe('objects', () => {
  it('can be stored with their headers, read, replaced and deleted', async () => {
    const key = 'private/Jahresübersicht 2026 (final)+a&b.txt'
    await put(key, 'first', { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', 'x-amz-meta-owner': 'zoe' })
    expect(await get(key)).toBe('first')
    const stat = await store.client.statObject(store.bucket, key)
    expect(stat).toMatchObject({
      size: 5,
      etag: createHash('md5').update('first').digest('hex'),
      metaData: { 'content-type': 'text/plain', 'cache-control': 'no-store', owner: 'zoe' },
    })
    await put(key, 'second')
    expect(await get(key)).toBe('second')
    await store.client.removeObject(store.bucket, key)
    await store.client.removeObject(store.bucket, key)
    await expect(get(key)).rejects.toMatchObject({ code: 'NoSuchKey' })
    await expect(store.client.statObject(store.bucket, key)).rejects.toMatchObject({ code: 'NotFound' })
  })

  it('may be empty', async () => {
    await put('private/empty', '')
    expect(await get('private/empty')).toBe('')
  })

  it('can be read in ranges', async () => {
    await put('private/range', '0123456789')
    const read = async (offset: number, length?: number) =>
      text(await store.client.getPartialObject(store.bucket, 'private/range', offset, length))
    expect(await read(2, 3)).toBe('234')
    expect(await read(7)).toBe('789')
    await expect(read(10, 1)).rejects.toMatchObject({ code: 'InvalidRange' })

    const url = await store.client.presignedGetObject(store.bucket, 'private/range', 60)
    const suffix = await fetch(url, { headers: { range: 'bytes=-4' } })
    expect([suffix.status, suffix.headers.get('content-range'), await suffix.text()]).toEqual([206, 'bytes 6-9/10', '6789'])
  })

  it('are not sent if the ETag matches, and are not overwritten with If-None-Match: *', async () => {
    await put('private/cached', 'same')
    const url = await store.client.presignedGetObject(store.bucket, 'private/cached', 60)
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])

    const target = await store.client.presignedPutObject(store.bucket, 'private/cached', 60)
    const refused = await fetch(target, { method: 'PUT', body: 'other', headers: { 'if-none-match': '*' } })
    expect(refused.status).toBe(412)
    expect(await get('private/cached')).toBe('same')
  })

  it('can be copied with or without their headers', async () => {
    await put('private/source ü', 'content', { 'Content-Type': 'text/css' })
    const source = new CopySourceOptions({ Bucket: store.bucket, Object: 'private/source ü' })
    await store.client.copyObject(source, new CopyDestinationOptions({ Bucket: store.bucket, Object: 'private/copy' }))
    expect(await get('private/copy')).toBe('content')
    expect((await store.client.statObject(store.bucket, 'private/copy')).metaData['content-type']).toBe('text/css')

    const replaced = new CopyDestinationOptions({
      Bucket: store.bucket,
      Object: 'private/copy-2',
      UserMetadata: { note: 'new' },
      MetadataDirective: 'REPLACE',
    })
    await store.client.copyObject(source, replaced)
    expect((await store.client.statObject(store.bucket, 'private/copy-2')).metaData).toMatchObject({ note: 'new' })
    const missing = new CopySourceOptions({ Bucket: store.bucket, Object: 'private/nothing' })
    await expect(
      store.client.copyObject(missing, new CopyDestinationOptions({ Bucket: store.bucket, Object: 'private/copy-3' })),
    ).rejects.toMatchObject({ code: 'NoSuchKey' })
  })

  it('are listed by prefix, by folder and in several pages, and many can be deleted with one request', { tags: 'nightly' }, async () => {
    const names = ['list/a&<b>.txt', 'list/sub/c.txt', 'list/sub/d.txt', 'list/é.txt']
    await Promise.all(names.map((name) => put(name, name)))
    expect(await list('list/', true)).toEqual(names)
    expect((await list('list/', false)).sort()).toEqual(['list/a&<b>.txt', 'list/sub/', 'list/é.txt'])

    const numbers = Array.from({ length: 1005 }, (_, index) => `many/${String(index).padStart(4, '0')}`)
    for (let start = 0; start < numbers.length; start += 67)
      await Promise.all(numbers.slice(start, start + 67).map((name) => put(name, '')))
    expect(await list('many/', true)).toEqual(numbers)
    await store.client.removeObjects(store.bucket, [...numbers, ...names])
    expect(await list('many/', true)).toEqual([])
    expect(await list('list/', true)).toEqual([])
  })
})

describe('multipart uploads', () => {
  const content = randomBytes(12 * 1024 * 1024)

  it('store streams of known and of unknown size', async () => {
    const file = join(store.scratch, 'large.bin')
    await writeFile(file, content)
    await store.client.putObject(store.bucket, 'private/large', createReadStream(file), content.length, { 'Content-Type': 'image/png' })
    const read = await buffer(await store.client.getObject(store.bucket, 'private/large'))
    expect(read.equals(content)).toBe(true)
    const stat = await store.client.statObject(store.bucket, 'private/large')
    expect(stat.etag).toMatch(/^[0-9a-f]{32}-3$/)
    expect(stat.metaData['content-type']).toBe('image/png')
    const middle = await buffer(await store.client.getPartialObject(store.bucket, 'private/large', 5 * 1024 * 1024 - 10, 20))
    expect(middle.equals(content.subarray(5 * 1024 * 1024 - 10, 5 * 1024 * 1024 + 10))).toBe(true)

    await store.client.putObject(store.bucket, 'private/streamed', Readable.from([content.subarray(0, 100), content.subarray(100)]))
    expect((await store.client.statObject(store.bucket, 'private/streamed')).size).toBe(content.length)
  })

  it('can be resumed and aborted', async () => {
    const id = await store.client.initiateNewMultipartUpload(store.bucket, 'private/parts', { 'Content-Type': 'text/plain' })
    const part = { bucketName: store.bucket, objectName: 'private/parts', uploadID: id, headers: {} }
    const first = await store.client.uploadPart({ ...part, partNumber: 1 }, content.subarray(0, 5 * 1024 * 1024))
    const last = await store.client.uploadPart({ ...part, partNumber: 2 }, Buffer.from('the end'))
    expect(await store.client.findUploadId(store.bucket, 'private/parts')).toBe(id)

    const wrong = [{ part: 1, etag: last.etag }]
    await expect(store.client.completeMultipartUpload(store.bucket, 'private/parts', id, wrong)).rejects.toMatchObject({
      code: 'InvalidPart',
    })
    await store.client.completeMultipartUpload(store.bucket, 'private/parts', id, [
      { part: 1, etag: first.etag },
      { part: 2, etag: last.etag },
    ])
    expect((await store.client.statObject(store.bucket, 'private/parts')).size).toBe(5 * 1024 * 1024 + 7)

    const given = await store.client.initiateNewMultipartUpload(store.bucket, 'private/given-up', {})
    await store.client.uploadPart({ ...part, objectName: 'private/given-up', uploadID: given, partNumber: 1 }, Buffer.from('part'))
    await store.client.abortMultipartUpload(store.bucket, 'private/given-up', given)
    expect(await store.client.findUploadId(store.bucket, 'private/given-up')).toBeUndefined()
    await expect(get('private/given-up')).rejects.toMatchObject({ code: 'NoSuchKey' })
  })
})

describe('the bucket', () => {
  it('exists after it was created; other buckets do not', async () => {
    expect(await store.client.bucketExists(store.bucket)).toBe(true)
    expect(await store.client.bucketExists('no-such-bucket-here')).toBe(false)
    await expect(store.client.putObject('no-such-bucket-here', 'a', 'b')).rejects.toMatchObject({ code: 'NoSuchBucket' })
  })

  it('allows anonymous reads in the public folder and nothing else', async () => {
    await put('public/logo.svg', '<svg/>', { 'Content-Type': 'image/svg+xml' })
    await put('private/plan.txt', 'secret')
    await store.client.setBucketPolicy(store.bucket, publicFolderPolicy(store.bucket))
    expect(JSON.parse(await store.client.getBucketPolicy(store.bucket))).toMatchObject({ Statement: [{ Effect: 'Allow' }] })

    const open = await fetch(store.urlOf('public/logo.svg'))
    expect([open.status, open.headers.get('content-type'), await open.text()]).toEqual([200, 'image/svg+xml', '<svg/>'])
    expect((await fetch(store.urlOf('public/logo.svg'), { method: 'HEAD' })).status).toBe(200)

    const closed = await fetch(store.urlOf('private/plan.txt'))
    expect(closed.status).toBe(403)
    expect(await closed.text()).toContain('<Code>AccessDenied</Code>')
    for (const [method, path] of [
      ['PUT', 'public/logo.svg'],
      ['DELETE', 'public/logo.svg'],
      ['POST', 'public/logo.svg?uploads'],
      ['GET', '?list-type=2&prefix=public/'],
      ['GET', '?policy'],
      ['PUT', '?policy'],
    ] as const) {
      expect((await fetch(store.urlOf(path), { method, body: method === 'GET' ? undefined : 'x' })).status, `${method} ${path}`).toBe(403)
    }
    expect(await get('public/logo.svg')).toBe('<svg/>')
  })
})
