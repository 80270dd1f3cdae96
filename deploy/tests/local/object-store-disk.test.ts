import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from 'minio'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startObjectStore } from '../../local/parts/object-store/start.ts'
import { addressOf, publicFolderPolicy } from './store-under-test.ts'

const keys = { accessKey: 'test-access', secretKey: 'test-secret' }
let dataDir: string
let stop: () => Promise<void>
let client: Client
let warnings: string[]

async function start(): Promise<void> {
  const store = await startObjectStore({ dataDir, ...keys, log: { info() {}, warn: (line) => warnings.push(line) } })
  stop = store.stop
  client = new Client({ ...addressOf(new URL(store.endpoint)), ...keys, region: 'us-east-1' })
}

beforeEach(async () => {
  warnings = []
  dataDir = await mkdtemp(join(tmpdir(), 'object-store-disk-'))
  await start()
  await client.makeBucket('files')
})

afterEach(async () => {
  await stop()
  expect(warnings).toEqual([])
  await rm(dataDir, { recursive: true, force: true })
})

async function filesIn(folder: string): Promise<string[]> {
  return readdir(join(dataDir, 'objects', folder))
}

function memoryInUse(): number {
  if (!globalThis.gc) throw new Error('This test needs --expose-gc (vitest.config.ts)')
  globalThis.gc()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}

describe('the object store on disk', () => {
  it('keeps objects, policy and unfinished uploads after a restart, in files whose names do not reveal the keys', async () => {
    await client.putObject('files', 'private/Zoë.txt', 'kept', undefined, { 'Content-Type': 'text/plain' })
    await client.putObject('files', 'public/a', 'open')
    await client.setBucketPolicy('files', publicFolderPolicy('files'))
    const upload = await client.initiateNewMultipartUpload('files', 'private/large', {})
    await stop()
    await start()
    expect(await text(await client.getObject('files', 'private/Zoë.txt'))).toBe('kept')
    expect((await client.statObject('files', 'private/Zoë.txt')).metaData['content-type']).toBe('text/plain')
    expect(JSON.parse(await client.getBucketPolicy('files'))).toHaveProperty('Statement')
    expect(await client.findUploadId('files', 'private/large')).toBe(upload)
    const names = [...(await filesIn('buckets/files/objects')), ...(await filesIn('buckets/files/blobs'))]
    expect(names.filter((name) => !/^([0-9a-f]{64}\.json|[0-9a-f-]{36})$/.test(name))).toEqual([])
  })

  it('deletes the partial file of an upload whose connection was closed', async () => {
    const url = new URL(await client.presignedPutObject('files', 'private/broken', 60))
    const upload = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } })
    upload.on('error', () => {})
    upload.write(Buffer.alloc(300_000))
    await expect.poll(() => filesIn('arriving')).toHaveLength(1)
    upload.destroy()
    await expect.poll(() => filesIn('arriving')).toHaveLength(0)
    expect(await filesIn('buckets/files/blobs')).toEqual([])
    await expect(client.statObject('files', 'private/broken')).rejects.toMatchObject({ code: 'NotFound' })
  })

  it('deletes incomplete files of a killed run at the start', async () => {
    await client.putObject('files', 'private/a', 'kept')
    await stop()
    await writeFile(join(dataDir, 'objects/arriving/half'), 'half')
    await writeFile(join(dataDir, 'objects/buckets/files/blobs/orphan'), 'orphan')
    await start()
    expect(await filesIn('arriving')).toEqual([])
    expect(await filesIn('buckets/files/blobs')).toHaveLength(1)
    expect(await text(await client.getObject('files', 'private/a'))).toBe('kept')
  })

  it('returns either the old or the new content while an object is replaced', async () => {
    const contents = ['a'.repeat(100_000), 'b'.repeat(50_000)]
    await client.putObject('files', 'private/changing', contents[0] ?? '')
    const write = async () => {
      for (let turn = 0; turn < 30; turn++) await client.putObject('files', 'private/changing', contents[turn % 2] ?? '')
    }
    const read = async () => {
      for (let turn = 0; turn < 60; turn++) expect(contents).toContain(await text(await client.getObject('files', 'private/changing')))
    }
    await Promise.all([write(), read(), read()])
    expect(await filesIn('buckets/files/blobs')).toHaveLength(1)
  })

  it('streams uploads and downloads of 50 MB without buffering them in memory', async () => {
    const size = 50 * 1024 * 1024
    const block = Buffer.alloc(64 * 1024, 7)
    const url = await client.presignedPutObject('files', 'private/large', 60)
    const before = memoryInUse()
    const grown: number[] = []
    const watch = (done: number) => {
      if (done % (5 * 1024 * 1024) < block.length) grown.push(memoryInUse() - before)
    }
    const upload = request(url, { method: 'PUT', headers: { 'content-length': size } })
    Readable.from(
      (function* () {
        for (let sent = 0; sent < size; sent += block.length) {
          watch(sent)
          yield block
        }
      })(),
    ).pipe(upload)
    const [reply] = await once(upload, 'response')
    expect(reply.statusCode).toBe(200)
    let received = 0
    for await (const chunk of await client.getObject('files', 'private/large')) {
      received += chunk.length
      watch(received)
    }
    expect(received).toBe(size)
    expect(grown.length).toBeGreaterThanOrEqual(20)
    // Memory grows by a few MB, and by more on a busy machine, which frees chunks later. A buffered body would need 50 MB.
    expect(Math.max(...grown)).toBeLessThan(25 * 1024 * 1024)
  })

  it('rejects policies that allow more than public read access to a folder', async () => {
    const open = (change: object) => {
      const policy = JSON.parse(publicFolderPolicy('files'))
      Object.assign(policy.Statement[0], change)
      return client.setBucketPolicy('files', JSON.stringify(policy))
    }
    for (const change of [
      { Action: ['s3:PutObject'] },
      { Resource: ['arn:aws:s3:::files/*'] },
      { Resource: ['arn:aws:s3:::other/public/*'] },
      { Effect: 'Deny' },
      { Condition: {} },
    ]) {
      await expect(open(change), JSON.stringify(change)).rejects.toMatchObject({ code: 'MalformedPolicy' })
    }
  })
})
