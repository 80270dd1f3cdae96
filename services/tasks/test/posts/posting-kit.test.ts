import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import type { PostingKit } from '@app/contracts/http/posting-kit.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { zipFiles } from '../../src/posts/zip-files.ts'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { admin, adminCreate, move, previewsOf, setUp, taskFields, upload } from '../setup.ts'
import { entriesOf } from './zip-entries.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const CAPTION = 'The winter bread is back. See https://harborpine.example/menu'
const pictures = { file1: png(), file2: jpeg() }

/** Returns a task for X and Instagram with a preview of two pictures. */
async function previewed(title = 'Wintér bread: 20 % off!'): Promise<Task> {
  const platforms = { platform_insta: 'true', platform_x: 'true' }
  const { _id }: Task = (await adminCreate(service.app, taskFields(owner.company._id, { title, ...platforms }))).json()
  await upload(service.app, _id, pictures, { caption: CAPTION, alternativeText2: 'A loaf with a crack like a leaf.' })
  return (await get(`/task/${_id}`)).json()
}
async function approved(title?: string): Promise<Task> {
  return (await move(service.app, owner, (await previewed(title))._id, { currentStatus: 'Approved' })).json()
}
const get = (url: string, caller: { headers: Record<string, string> } = admin) => service.app.inject({ url, headers: caller.headers })
const kitOf = ({ _id }: Task) => get(`/admin/posting-kit/${_id}`)
const zipOf = ({ _id }: Task) => get(`/admin/posting-kit/${_id}/files.zip`)

describe('the posting kit', () => {
  test('has the texts and pages of the platforms, and the files in their order, with names and alternative texts', async () => {
    const task = await approved()
    const kit: PostingKit = (await kitOf(task)).json()
    expect(kit).toMatchObject({ taskId: task.taskId, previewNo: 1, title: task.title, companyProfileId: owner.company._id })
    expect(kit.platforms.map(({ platform, texts }) => [platform, texts[0]?.length, texts[0]?.max])).toEqual([
      ['platform_x', CAPTION.length - 'https://harborpine.example/menu'.length + 23, 280],
      ['platform_insta', CAPTION.length - 'https://'.length, 2200],
    ])
    const [preview] = await previewsOf(service.app, admin, task._id)
    expect(kit.files.map(({ name, mediaType, url, alternativeText }) => [name, mediaType, url, alternativeText])).toEqual([
      ['01-winter-bread-20-off.png', 'image/png', preview?.files[0]?.url, ''],
      ['02-winter-bread-20-off.jpg', 'image/jpeg', preview?.files[1]?.url, 'A loaf with a crack like a leaf.'],
    ])
    expect(kit.files[0]?.downloadUrl).toContain(encodeURIComponent('filename="01-winter-bread-20-off.png"'))
  })

  test('is also there for a posted task, and a title without letters gets a name', async () => {
    const task = await approved('🍞')
    await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    expect((await kitOf(task)).json().files[0].name).toBe('01-post.png')
  })

  test('needs an approved version and an admin', async () => {
    const task = await previewed()
    for (const response of [await kitOf(task), await zipOf(task)])
      expect(response.json()).toMatchObject({ status: 409, code: 'not-approved', task: { _id: task._id } })
    for (const path of ['', '/files.zip']) {
      expect((await get(`/admin/posting-kit/${task._id}${path}`, owner)).statusCode).toBe(403)
      expect((await get(`/admin/posting-kit/${crypto.randomUUID()}${path}`)).statusCode).toBe(404)
    }
  })
})

describe('the ZIP file', () => {
  test('contains the files of the approved version as they were uploaded, uncompressed and in their order', async () => {
    const task = await approved()
    const { headers, rawPayload } = await zipOf(task)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="task-${task.taskId}.zip"`,
    })
    expect(headers['content-encoding']).toBeUndefined()
    const entries = entriesOf(rawPayload)
    expect(entries.map(({ name, method }) => [name, method])).toEqual([
      ['01-winter-bread-20-off.png', 0],
      ['02-winter-bread-20-off.jpg', 0],
    ])
    const [preview] = await previewsOf(service.app, admin, task._id)
    const hashes = entries.map(({ content }) => createHash('sha256').update(content).digest('hex'))
    expect(hashes).toEqual(preview?.files.map(({ sha256 }) => sha256))
  })

  const CHUNK = Buffer.alloc(64 * 1024)
  const chunks = 1_000

  /** A store with files of 64 MB, which counts what is read. */
  function largeFiles() {
    const read = { opened: [] as string[], chunks: 0, closed: 0 }
    const get = async (key: string): Promise<Readable> => {
      read.opened.push(key)
      let left = chunks
      return new Readable({
        read() {
          read.chunks += 1
          left -= 1
          this.push(left < 0 ? null : CHUNK)
        },
        destroy(error, done) {
          read.closed += 1
          done(error)
        },
      })
    }
    const files = ['a', 'b', 'c'].map((key) => ({ key, name: `${key}.mp4`, bytes: chunks * CHUNK.length }))
    return { read, get, files }
  }
  const settled = async (): Promise<void> => {
    for (let n = 0; n < 50; n += 1) await setImmediate()
  }

  test('is read only as fast as the client takes it, one file after the other', async () => {
    const { read, get, files } = largeFiles()
    const zip = zipFiles({ get }, files)
    await settled()
    expect(read.opened).toEqual(['a'])
    expect(read.chunks).toBeLessThan(20)
    let taken = 0
    for await (const chunk of zip) {
      taken += chunk.length
      if (taken > chunks * CHUNK.length * 1.5) break
    }
    expect(read.opened).toEqual(['a', 'b'])
  })

  test('is no longer read when the client leaves', async () => {
    const { read, get, files } = largeFiles()
    const zip = zipFiles({ get }, files)
    await once(zip, 'readable')
    zip.destroy()
    await settled()
    const before = read.chunks
    await settled()
    expect(read).toMatchObject({ opened: ['a'], chunks: before, closed: 1 })
  })

  test('is no longer read when the connection of the client ends', async () => {
    const task = await approved()
    const { read, get } = largeFiles()
    const store = vi.spyOn(service.deps.store, 'get').mockImplementation(get)
    onTestFinished(() => store.mockRestore())
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const response = await fetch(`${origin}/admin/posting-kit/${task._id}/files.zip`, { headers: admin.headers, signal: leaving.signal })
    await response.body?.getReader().read()
    leaving.abort()
    await expect.poll(() => read.closed).toBe(1)
    const before = read.chunks
    await settled()
    expect([read.opened.length, read.chunks]).toEqual([1, before])
  })

  test('fails if a file is missing, is damaged while it is read, or has another length', async () => {
    const files = [{ key: 'a', name: 'a.png', bytes: 3 }]
    const missing = async () => {
      throw new Error('The file is missing')
    }
    await expect(buffer(zipFiles({ get: missing }, files))).rejects.toThrow('The file is missing')
    const damaged = async () => new Readable({ read: () => {} }).destroy(new Error('The connection was lost'))
    await expect(buffer(zipFiles({ get: damaged }, files))).rejects.toThrow('The connection was lost')
    const longer = async () => Readable.from([Buffer.from('long')])
    await expect(buffer(zipFiles({ get: longer }, files))).rejects.toThrow('unexpected number of bytes')
    expect(entriesOf(await buffer(zipFiles({ get: async () => Readable.from([Buffer.from('abc')]) }, files)))).toMatchObject([
      { name: 'a.png', content: Buffer.from('abc') },
    ])
  })
})
