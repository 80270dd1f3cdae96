import { streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { png, undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { admin, completeFiles, deliver, onDraft, previewsOf, read, setUp, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
const stops: (() => Promise<void>)[] = []
beforeEach(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  stops.push(service.stop)
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const never = new AbortController().signal
const complete = () => completeFiles(service.deps)
const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const first = async (task: Task): Promise<Preview | undefined> => (await previewsOf(service.app, owner, task._id))[0]

const pictureOf = async (width: number, height: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#c63' } })
      .png()
      .toBuffer(),
  )

async function sizeOfStored(url: string): Promise<{ width: number; height: number }> {
  const chunks: Buffer[] = []
  for await (const chunk of (await service.store.get(service.store.keyOf(url) ?? '')) as AsyncIterable<Buffer>) chunks.push(chunk)
  const { width, height } = await sharp(Buffer.concat(chunks)).metadata()
  return { width, height }
}

const listOf = async (): Promise<Task[]> =>
  (await service.app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })).json()

test.each([
  [
    { width: 1_600, height: 900 },
    { width: 320, height: 180 },
  ],
  [
    { width: 640, height: 960 },
    { width: 320, height: 480 },
  ],
  [
    { width: 100, height: 60 },
    { width: 100, height: 60 },
  ],
  // The height is limited to 640 px. If only the width were limited, this thumbnail would be 6,400 px high.
  [
    { width: 400, height: 8_000 },
    { width: 32, height: 640 },
  ],
])('a picture of %o has a thumbnail of %o in the response of the upload, the list and the board', async (size, expected) => {
  const task = await taskIn(service.app, owner, 'Pending')
  const uploaded: { task: Task; preview: Preview } = (
    await upload(service.app, task._id, { file1: await pictureOf(size.width, size.height), file2: png() })
  ).json()
  const thumbnail = { url: uploaded.preview.files[0]?.thumbnail, ...expected }
  expect(uploaded.task.doneTaskThumbnail).toEqual(thumbnail)
  expect(await sizeOfStored(String(thumbnail.url))).toEqual(expected)
  expect(await listOf()).toMatchObject([{ doneTaskThumbnail: thumbnail, doneTaskImage: uploaded.preview.files[0]?.display }])
  const board: BoardTask[] = (await service.app.inject({ url: '/admin/board/tasks', headers: admin.headers })).json()
  expect(board).toMatchObject([{ doneTaskThumbnail: thumbnail }])
  const { line } = (await service.app.inject({ url: `/admin/board/companies/${owner.company._id}?cards=1`, headers: admin.headers })).json()
  expect(line.cards).toMatchObject([{ doneTaskThumbnail: thumbnail }])
})

test('a video without a poster has the thumbnail of the placeholder', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const { doneTaskThumbnail } = (await upload(service.app, task._id, { file1: mp4() })).json().task as Task
  expect(await sizeOfStored(String(doneTaskThumbnail?.url))).toEqual({ width: 320, height: 180 })
  expect(doneTaskThumbnail).toMatchObject({ width: 320, height: 180 })
})

test('a draft changes the thumbnail when it is delivered', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const { preview } = (await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })).json()
  expect((await fresh(task)).doneTaskThumbnail).toBeNull()
  await onDraft(service.app, admin, preview._id, 'deliver')
  expect((await fresh(task)).doneTaskThumbnail).toEqual({ url: preview.files[0].thumbnail, width: 1, height: 1 })
})

test('an upload of one image has no thumbnail of the previous preview; the background job adds its own, also to the cached list', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await upload(service.app, task._id, { file1: png() })
  expect((await deliver(service.app, task._id)).json().task.doneTaskThumbnail).toBeNull()
  expect(await listOf()).toMatchObject([{ doneTaskThumbnail: null }])
  const { version } = await fresh(task)
  await complete()
  const thumbnail = { url: (await first(task))?.files[0]?.thumbnail, width: 1, height: 1 }
  expect(await listOf()).toMatchObject([{ doneTaskThumbnail: thumbnail, version }])
})

test('the copy of a replaced preview is not the thumbnail of the task', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await deliver(service.app, task._id)
  await upload(service.app, task._id, { file1: png() })
  const { doneTaskThumbnail } = await fresh(task)
  expect(await complete()).toBe(1)
  expect((await fresh(task)).doneTaskThumbnail).toEqual(doneTaskThumbnail)
})

test('a picture that cannot be decoded has no thumbnail', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const { doneTaskImage } = (await deliver(service.app, task._id)).json().task as Task
  await service.store.put(service.store.keyOf(doneTaskImage ?? '') ?? '', streamOf(undecodableJpeg()), 'image/jpeg', never)
  await complete()
  expect((await fresh(task)).doneTaskThumbnail).toBeNull()
})
