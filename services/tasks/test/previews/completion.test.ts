import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { jpeg, png, undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { contentHashOf } from '@app/contracts/rules/content-hash.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Completion, completeFiles } from '../../src/previews/complete-files.ts'
import { convertTasks } from '../../src/previews/convert-tasks.ts'
import { admin, deliver, move, previewsOf, read, remove, setUp, storedKeys, taskIn } from '../setup.ts'
import { previousRelease } from './previous-release.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let old: ReturnType<typeof previousRelease>
let completion: Completion
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  old = previousRelease(service)
  completion = { db: service.db, store: service.store, log: service.deps.log }
  stops.push(old.stop, service.stop)
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const never = new AbortController().signal
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const previews = (task: Task): Promise<Preview[]> => previewsOf(service.app, owner, task._id)
const keyOf = (preview: Preview | undefined): string | undefined => service.store.keyOf(preview?.files[0]?.url ?? '')
const problems = async () =>
  await service.db.selectFrom('preview_file').select(['key', 'problem', 'attempts']).where('problem', 'is not', null).execute()
/** Makes all postponed and claimed files due. */
const passTime = () => sql`update preview_file set due_at = now() where due_at is not null`.execute(service.db)

/** Stores a picture under `public/tasks/`, as a release without previews did. The key contains the upload time. Returns the key. */
async function storePicture(content: Uint8Array, uploadedAt = '2026-11-20T12:00:00.000Z'): Promise<string> {
  const time = Date.parse(uploadedAt).toString(16).padStart(12, '0')
  const key = `public/tasks/${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}.png`
  await service.store.put(key, Readable.from([content], { objectMode: false }), 'image/png', AbortSignal.timeout(5_000))
  return key
}

/** Creates a task of the previous release. `keys` are the keys of the images in its history. The last key belongs to the current image. */
async function oldTask(...keys: string[]): Promise<Task> {
  const task = await taskIn(service.app, owner, 'Pending')
  for (const [at, key] of keys.entries()) {
    if (at > 0) await old.referBack(task)
    await old.deliver(task, key)
  }
  return task
}

test('a task gets a preview for each image of its history and for the current image, with hashes and smaller copies', async () => {
  const contents = [png({ width: 1 }), png(), png()]
  const times = ['2026-11-18T08:00:00.000Z', '2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z']
  const keys = await Promise.all(contents.map((content, at) => storePicture(content, times[at])))
  const task = await oldTask(...keys)
  // Two comments on the same image make one preview.
  await old.referBack(task)
  await old.referBack(task)
  await old.forgetPreviews(task)
  const [version, updatedAt] = [(await fresh(task)).version, (await fresh(task)).updatedAt]
  expect(await convertTasks(service.db, never)).toBe(1)
  expect(await fresh(task)).toMatchObject({ previewNo: 3, approvedPreviewNo: null, version, updatedAt, currentStatus: 'Roll Back' })
  expect((await previews(task)).map((preview) => [preview.number, keyOf(preview), preview.deliveredAt, preview.contentHash])).toEqual([
    [3, keys[2], '2026-11-20T08:00:00Z', null],
    [2, keys[1], '2026-11-19T08:00:00Z', null],
    [1, keys[0], '2026-11-18T08:00:00Z', null],
  ])
  expect(await convertTasks(service.db, never)).toBe(0)

  expect(await completeFiles(completion, never)).toBe(3)
  const completed = await previews(task)
  for (const [at, preview] of completed.toReversed().entries()) {
    const fileHashes = [sha256(contents[at] ?? Buffer.alloc(0))]
    expect(preview).toMatchObject({
      contentHash: await contentHashOf({ caption: '', fileHashes }),
      files: [{ sha256: fileHashes[0], bytes: contents[at]?.length, width: 1, height: 1, display: expect.any(String) }],
    })
    for (const url of [preview.files[0]?.display, preview.files[0]?.thumbnail])
      expect(await service.store.sizeOf(service.store.keyOf(url ?? '') ?? '')).toBeGreaterThan(0)
  }
  expect(await completeFiles(completion, never)).toBe(0)
  expect((await fresh(task)).version).toBe(version)
})

test.each(['Approved', 'Posted'] as const)('the preview of a task that is %s is approved', async (status) => {
  const task = await oldTask(await storePicture(png()), await storePicture(png()))
  await old.setStatus(task, status)
  await old.forgetPreviews(task)
  await convertTasks(service.db, never)
  expect(await fresh(task)).toMatchObject({ currentStatus: status, previewNo: 2, approvedPreviewNo: 2 })
})

test('a task that is not converted yet can be approved and posted', async () => {
  const task = await oldTask(await storePicture(png()))
  await old.forgetPreviews(task)
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).statusCode).toBe(200)
  await convertTasks(service.db, never)
  expect(await fresh(task)).toMatchObject({ currentStatus: 'Posted', previewNo: 1, approvedPreviewNo: 1 })
})

test('tasks without images and locked tasks are left out, and more than a batch is converted', async () => {
  await taskIn(service.app, owner, 'Pending')
  const tasks = await Promise.all(Array.from({ length: 60 }, () => oldTask('public/tasks/a.png')))
  for (const task of tasks) await old.forgetPreviews(task)
  await service.db.transaction().execute(async (trx) => {
    await sql`select from task where id = ${tasks[0]?._id} for update`.execute(trx)
    expect(await convertTasks(service.db, never)).toBe(59)
  })
  expect(await convertTasks(service.db, never)).toBe(1)
})

test('two replicas at once convert each task and complete each file once', { tags: 'nightly' }, async () => {
  const contents = Array.from({ length: 12 }, () => png())
  const tasks: Task[] = []
  for (const content of contents) tasks.push(await oldTask(await storePicture(content)))
  for (const task of tasks) await old.forgetPreviews(task)
  const converted = await Promise.all([convertTasks(service.db, never), convertTasks(service.db, never)])
  expect(converted[0] + converted[1]).toBe(tasks.length)
  const before = await storedKeys(service.deps)
  const completed = await Promise.all([completeFiles(completion, never), completeFiles(completion, never)])
  expect(completed[0] + completed[1]).toBe(tasks.length)
  expect(await storedKeys(service.deps)).toHaveLength(before.length + 2 * tasks.length)
  for (const [at, task] of tasks.entries())
    expect(await previews(task)).toMatchObject([{ number: 1, files: [{ sha256: sha256(contents[at] ?? Buffer.alloc(0)) }] }])
})

test('a missing file is retried and then given up; others are completed meanwhile', async () => {
  const lost = await oldTask('public/tasks/lost.png')
  const present = await oldTask(await storePicture(png()))
  expect(await completeFiles(completion, never)).toBe(2)
  expect((await previews(present))[0]?.contentHash).toMatch(/^[0-9a-f]{64}$/)
  expect(await problems()).toEqual([{ key: 'public/tasks/lost.png', problem: 'missing', attempts: 1 }])
  expect(await completeFiles(completion, never)).toBe(0)
  for (let attempt = 2; attempt <= 15; attempt++) {
    await passTime()
    expect(await completeFiles(completion, never)).toBe(1)
  }
  await passTime()
  expect(await completeFiles(completion, never)).toBe(0)
  expect(await problems()).toEqual([{ key: 'public/tasks/lost.png', problem: 'missing', attempts: 15 }])
  expect(await previews(lost)).toMatchObject([{ number: 1, contentHash: null, files: [{ sha256: null, display: null }] }])
})

test('a file that appears later is completed, for example during a restore', async () => {
  const content = png()
  const key = await storePicture(content)
  const task = await oldTask(key)
  await service.store.remove([key])
  await completeFiles(completion, never)
  await service.store.put(key, Readable.from([content], { objectMode: false }), 'image/png', AbortSignal.timeout(5_000))
  await passTime()
  await completeFiles(completion, never)
  expect(await problems()).toEqual([])
  expect((await previews(task))[0]?.files[0]?.sha256).toBe(sha256(content))
})

test('a picture that cannot be decoded gets its hashes, but no copies', async () => {
  const content = jpeg()
  const task = (await deliver(service.app, (await taskIn(service.app, owner, 'Pending'))._id, { image: content })).json().task
  const [before] = await previews(task)
  expect(before).toMatchObject({ contentHash: expect.any(String), files: [{ sha256: sha256(content), width: null }] })
  await service.store.put(keyOf(before) ?? '', streamOf(undecodableJpeg()), 'image/jpeg', never)
  expect(await completeFiles(completion, never)).toBe(1)
  expect(await previews(task)).toEqual([before])
  expect(await problems()).toMatchObject([{ problem: 'damaged' }])
  expect(await completeFiles(completion, never)).toBe(0)
})

test('the image of the specified upload gets copies, and only the thumbnail of the task changes', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const [before] = await previews(task)
  await completeFiles(completion, never)
  const [after] = await previews(task)
  expect(after).toMatchObject({ contentHash: before?.contentHash, files: [{ width: 1, height: 1, display: expect.any(String) }] })
  expect(task.doneTaskThumbnail).toBeNull()
  expect(await fresh(task)).toEqual({ ...task, doneTaskThumbnail: { url: after?.files[0]?.thumbnail, width: 1, height: 1 } })
})

test('after a process ended in the middle, another one completes the file, and the result of the first is discarded', async () => {
  const task = await oldTask(await storePicture(png()))
  const reached = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow = {
    ...service.store,
    async get(key: string) {
      reached.resolve()
      await goOn.promise
      return service.store.get(key)
    },
  }
  const first = completeFiles({ ...completion, store: slow }, never)
  await reached.promise
  expect(await completeFiles(completion, never)).toBe(0)
  await passTime()
  expect(await completeFiles(completion, never)).toBe(1)
  const completed = await previews(task)
  expect(completed[0]?.contentHash).not.toBeNull()
  const keys = await storedKeys(service.deps)
  goOn.resolve()
  expect(await first).toBe(1)
  expect(await previews(task)).toEqual(completed)
  expect(await storedKeys(service.deps)).toEqual(keys)
})

test('a process that stops does not count as an attempt that failed, and the file of a removed task leaves nothing behind', async () => {
  const stopped = await oldTask(await storePicture(png()))
  const stopping = new AbortController()
  const stoppingStore = {
    ...service.store,
    async get(key: string) {
      stopping.abort()
      return service.store.get(key)
    },
  }
  await completeFiles({ ...completion, store: stoppingStore }, stopping.signal)
  expect(await problems()).toEqual([])
  await passTime()
  const removing = {
    ...service.store,
    async get(key: string) {
      const stream = await service.store.get(key)
      await remove(service.app, owner, stopped._id)
      return stream
    },
  }
  await completeFiles({ ...completion, store: removing }, never)
  expect(await storedKeys(service.deps)).toEqual([])
  expect(await service.db.selectFrom('preview').select('id').execute()).toEqual([])
})

test('a store that does not respond postpones the file', async () => {
  await oldTask(await storePicture(png()))
  const away = { ...service.store, get: () => Promise.reject(new Error('The store is away')) }
  expect(await completeFiles({ ...completion, store: away }, never)).toBe(1)
  expect(await problems()).toMatchObject([{ problem: 'unavailable', attempts: 1 }])
  await passTime()
  await completeFiles(completion, never)
  expect(await problems()).toEqual([])
})
