import { Readable } from 'node:stream'
import { streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { jpeg, png, undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import { lapseWork } from '@app/chassis/testing/run-due-work.ts'
import { retry } from '@app/chassis/work/outcome.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Completion, completionWork } from '../../src/previews/complete-files.ts'
import type { QueuedFile } from '../../src/previews/incomplete-file.repository.ts'
import { completeFiles, deliver, previewsOf, read, remove, setUp, storedKeys, taskIn } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
let completion: Completion
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  completion = { db: service.db, store: service.store, log: service.deps.log }
  stops.push(service.stop)
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const never = new AbortController().signal
const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const previews = (task: Task): Promise<Preview[]> => previewsOf(service.app, owner, task._id)
const keyOf = (preview: Preview | undefined): string | undefined => service.store.keyOf(preview?.files[0]?.url ?? '')
const problems = async () => {
  const { rows } = await sql<{ key: string; problem: string; attempts: number }>`
    select file.key, last_error as problem, attempts from work
      join preview_file as file on work.key = file.preview_id || ' ' || file.position
    where last_error is not null`.execute(service.db)
  return rows
}

/** Delivers a picture, which has no smaller copies yet. */
async function delivered(content = png()): Promise<Task> {
  const task = await taskIn(service.app, owner, 'Pending')
  return (await deliver(service.app, task._id, { image: content })).json().task
}

const put = (key: string, content: Uint8Array) =>
  service.store.put(key, Readable.from([content], { objectMode: false }), 'image/png', never)

test('two replicas at once complete each file once', { tags: 'nightly' }, async () => {
  const tasks: Task[] = []
  for (let n = 0; n < 12; n++) tasks.push(await delivered())
  const before = await storedKeys(service.deps)
  const completed = await Promise.all([completeFiles(completion), completeFiles(completion)])
  expect(completed[0] + completed[1]).toBe(tasks.length)
  expect(await storedKeys(service.deps)).toHaveLength(before.length + 2 * tasks.length)
  for (const task of tasks)
    expect(await previews(task)).toMatchObject([{ files: [{ display: expect.any(String), thumbnail: expect.any(String) }] }])
})

test('a missing file is retried and then given up; others are completed meanwhile', { tags: 'nightly' }, async () => {
  const [lost, present] = [await delivered(), await delivered()]
  const key = keyOf((await previews(lost))[0]) ?? ''
  await service.store.remove([key])
  expect(await completeFiles(completion)).toBe(2)
  expect(await previews(present)).toMatchObject([{ files: [{ display: expect.any(String) }] }])
  expect(await problems()).toEqual([{ key, problem: 'missing', attempts: 1 }])
  expect(await completeFiles(completion)).toBe(0)
  for (let attempt = 2; attempt <= 15; attempt++) {
    await lapseWork(service.db)
    expect(await completeFiles(completion)).toBe(1)
  }
  await lapseWork(service.db)
  expect(await completeFiles(completion)).toBe(0)
  expect(await problems()).toEqual([{ key, problem: 'missing', attempts: 15 }])
  expect(await previews(lost)).toMatchObject([{ files: [{ display: null }] }])
})

test('a file that appears later is completed, for example during a restore', { tags: 'nightly' }, async () => {
  const content = png()
  const task = await delivered(content)
  const key = keyOf((await previews(task))[0]) ?? ''
  await service.store.remove([key])
  await completeFiles(completion)
  await put(key, content)
  await lapseWork(service.db)
  await completeFiles(completion)
  expect(await problems()).toEqual([])
  expect(await previews(task)).toMatchObject([{ files: [{ display: expect.any(String) }] }])
})

test('a picture that cannot be decoded gets no copies', async () => {
  const task = await delivered(jpeg())
  const [before] = await previews(task)
  await service.store.put(keyOf(before) ?? '', streamOf(undecodableJpeg()), 'image/jpeg', never)
  expect(await completeFiles(completion)).toBe(1)
  expect(await previews(task)).toEqual([before])
  expect(await problems()).toMatchObject([{ problem: 'damaged' }])
  expect(await completeFiles(completion)).toBe(0)
})

test('the image of the specified upload gets copies, and only the thumbnail of the task changes', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const [before] = await previews(task)
  await completeFiles(completion)
  const [after] = await previews(task)
  expect(after).toMatchObject({ contentHash: before?.contentHash, files: [{ width: 1, height: 1, display: expect.any(String) }] })
  expect(task.doneTaskThumbnail).toBeNull()
  expect(await fresh(task)).toEqual({ ...task, doneTaskThumbnail: { url: after?.files[0]?.thumbnail, width: 1, height: 1 } })
})

test('after a process ended in the middle, another one completes the file, and the result of the first is discarded', {
  tags: 'nightly',
}, async () => {
  const task = await delivered()
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
  const first = completeFiles({ ...completion, store: slow })
  await reached.promise
  expect(await completeFiles(completion)).toBe(0)
  await lapseWork(service.db)
  expect(await completeFiles(completion)).toBe(1)
  const completed = await previews(task)
  expect(completed[0]?.files[0]?.display).not.toBeNull()
  const keys = await storedKeys(service.deps)
  goOn.resolve()
  expect(await first).toBe(1)
  expect(await previews(task)).toEqual(completed)
  expect(await storedKeys(service.deps)).toEqual(keys)
})

test('a process that stops does not record a problem, and the file of a removed task leaves nothing behind', {
  tags: 'nightly',
}, async () => {
  const stopped = await delivered()
  const { rows } = await sql<{ payload: QueuedFile }>`select payload from work where queue = 'preview-files'`.execute(service.db)
  for (const { payload } of rows) {
    const item = { key: '', payload, attempts: 1, maybeTwice: false, signal: AbortSignal.abort(), recordIntent: async () => {} }
    expect(await completionWork(completion).handle(item)).toEqual(retry('stopped'))
  }
  const removing = {
    ...service.store,
    async get(key: string) {
      const stream = await service.store.get(key)
      await remove(service.app, owner, stopped._id)
      return stream
    },
  }
  await completeFiles({ ...completion, store: removing })
  expect(await storedKeys(service.deps)).toEqual([])
  expect(await service.db.selectFrom('preview').select('id').execute()).toEqual([])
})

test('a store that does not respond postpones the file', { tags: 'nightly' }, async () => {
  await delivered()
  const away = { ...service.store, get: () => Promise.reject(new Error('The store is away')) }
  expect(await completeFiles({ ...completion, store: away })).toBe(1)
  expect(await problems()).toMatchObject([{ problem: 'unavailable', attempts: 1 }])
  await lapseWork(service.db)
  await completeFiles(completion)
  expect(await problems()).toEqual([])
})
