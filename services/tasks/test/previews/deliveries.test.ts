import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { gpsPhoto, shownBy, UPRIGHT_PHOTO } from '@app/chassis/testing/photos.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { mp4, webm } from '@app/chassis/testing/videos.ts'
import { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, deliver, move, NOON, previewsOf, read, setUp, storedKeys, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const stored = async (url: string | null | undefined): Promise<Buffer> =>
  buffer(await service.store.get(service.store.keyOf(url ?? '') ?? ''))
const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const deliveries = async (task: Task) =>
  (await outboxOf(service.db as never, PreviewUploaded)).filter(({ subject }) => subject === task._id)

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

describe('a delivered preview', () => {
  test('is numbered, has a content hash that follows from caption and files, and is published', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const [picture, video, document] = [png(), mp4(), pdf()]
    const caption = 'Brot & Kuchen 🥖\n"frisch"'
    const response = await upload(
      service.app,
      String(task.taskId),
      { file1: picture, file2: video, poster2: png(), file3: document },
      { caption, duration2: '12500' },
    )
    expect(response.statusCode).toBe(201)
    const { task: after, preview } = response.json() as { task: Task; preview: Preview }
    const hashes = [picture, video, document].map(sha256)
    const json = `{"caption":"${sha256(caption)}","files":[${hashes.map((hash) => `"${hash}"`).join(',')}]}`
    expect(preview).toMatchObject({
      number: 1,
      caption,
      contentHash: sha256(json),
      state: 'delivered',
      isCurrent: true,
      isApproved: false,
      createdBy: admin.id,
      deliveredBy: admin.id,
      files: [
        { kind: 'image', mediaType: 'image/png', bytes: picture.length, sha256: hashes[0], width: 1, height: 1, poster: null },
        { kind: 'video', mediaType: 'video/mp4', bytes: video.length, sha256: hashes[1], width: 1, height: 1, durationMs: 12_500 },
        { kind: 'pdf', mediaType: 'application/pdf', bytes: document.length, sha256: hashes[2], width: null, durationMs: null },
      ],
    })
    expect(after).toMatchObject({ currentStatus: 'Pending', previewNo: 1, version: 2, doneTaskImage: preview.files[0]?.display })
    expect(await fresh(task)).toEqual(after)
    expect(await deliveries(task)).toMatchObject([
      {
        aggregateversion: 2,
        data: { previewId: preview._id, previewNo: 1, deliveredAt: NOON.toISOString(), ownerId: owner.id },
      },
    ])
  })

  test('contains the files exactly as uploaded, posters without metadata, and JPEG copies of each picture and poster', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const [video, document, poster] = [webm(), pdf(), await gpsPhoto()]
    const { preview } = (await upload(service.app, task._id, { file1: video, file2: document, poster2: poster })).json()
    const [first, second] = (preview as Preview).files
    expect(await stored(first?.url)).toEqual(video)
    expect(await stored(second?.url)).toEqual(document)
    expect(await shownBy(await stored(second?.poster))).toEqual(UPRIGHT_PHOTO)
    for (const copy of [first?.display, first?.thumbnail, second?.display, second?.thumbnail])
      expect((await sharp(await stored(copy)).metadata()).format).toBe('jpeg')
    // A video without a poster has a neutral picture, so that the task has an image.
    expect(first).toMatchObject({ poster: null, width: null, height: null })
    expect((await fresh(task)).doneTaskImage).toBe(first?.display)
  })

  test('has upright copies without metadata, with white behind transparent parts', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const clear = await sharp({ create: { width: 2_000, height: 1_000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const turned = await sharp({ create: { width: 1_600, height: 800, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { preview } = (await upload(service.app, task._id, { file1: Buffer.from(clear), file2: Buffer.from(turned) })).json()
    const [first, second] = (preview as Preview).files
    expect([first, second]).toMatchObject([
      { width: 2_000, height: 1_000 },
      { width: 800, height: 1_600 },
    ])
    const display = sharp(await stored(first?.display))
    expect(await display.metadata()).toMatchObject({ width: 1_120, height: 560 })
    expect((await display.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
    const upright = await sharp(await stored(second?.display)).metadata()
    expect([upright.width, upright.height, upright.orientation, upright.exif]).toEqual([800, 1_600, undefined, undefined])
    expect(await sharp(await stored(second?.thumbnail)).metadata()).toMatchObject({ width: 320, height: 640 })
  })

  test('keeps its number and its files when a newer one is delivered', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const picture = png()
    await upload(service.app, task._id, { file1: picture }, { caption: 'Second' })
    await deliver(service.app, task._id)
    const previews = await previewsOf(service.app, owner, task._id)
    expect(previews.map(({ number, caption, isCurrent }) => [number, caption, isCurrent])).toEqual([
      [3, 'Second', true],
      [2, 'Second', false],
      [1, '', false],
    ])
    expect(await stored(previews[1]?.files[0]?.url)).toEqual(picture)
    for (const { url } of previews.flatMap(({ files }) => files)) expect((await stored(url)).length).toBeGreaterThan(0)
    expect(previews[2]?.files[0]?.url).toBe(task.doneTaskImage)
  })

  test('returns an Approved task to Pending, and posting the task gets 409', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    const { task: after } = (await upload(service.app, task._id, { file1: png() })).json()
    expect(after).toMatchObject({ currentStatus: 'Pending', previewNo: 2, approvedPreviewNo: null })
    expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).statusCode).toBe(409)
    expect((await previewsOf(service.app, owner, task._id)).map(({ isApproved }) => isApproved)).toEqual([false, false])
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    expect((await previewsOf(service.app, owner, task._id)).map(({ isApproved }) => isApproved)).toEqual([true, false])
    expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).statusCode).toBe(200)
  })

  test('can be approved again after a rollback, whose entry has the number of the preview', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    expect(task.rollbackFeedback).toMatchObject([{ previewNo: 1 }])
    expect((await move(service.app, owner, task._id, { currentStatus: 'Approved' })).statusCode).toBe(409)
    await upload(service.app, task._id, { file1: webm() })
    expect((await move(service.app, owner, task._id, { currentStatus: 'Approved' })).json()).toMatchObject({ approvedPreviewNo: 2 })
  })
})

test('20 concurrent deliveries get the numbers 1 to 20', { tags: 'nightly' }, async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 ? upload(service.app, task._id, { file1: png() }) : deliver(service.app, task._id))),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 201]))
  const numbers = (await previewsOf(service.app, owner, task._id)).map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
  expect((await deliveries(task)).map(({ data }) => data.previewNo).sort((a, b) => Number(a) - Number(b))).toEqual(numbers.toReversed())
  expect(await fresh(task)).toMatchObject({ previewNo: 20, version: 21 })
})

test('lists of previews are paginated, and limited to the caller’s company', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  await deliver(service.app, task._id)
  await deliver(service.app, task._id)
  await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
  const numbers: (number | null)[] = []
  for (let url: string | undefined = `/task/${task._id}/previews?limit=1`; url; ) {
    const response: Awaited<ReturnType<typeof read>> = await service.app.inject({ url, headers: admin.headers })
    numbers.push(...response.json().map(({ number }: Preview) => number))
    url = /<(.*)>; rel="next"/.exec(String(response.headers.link))?.[1]
  }
  expect(numbers).toEqual([null, 3, 2, 1])
  const stranger = await ownerWithCompany(service.deps)
  const foreign = await service.app.inject({ url: `/task/${task._id}/previews`, headers: stranger.headers })
  expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'task-not-found'])
  const cursor = Buffer.from('[2147483648]').toString('base64url')
  const forged = await service.app.inject({ url: `/task/${task._id}/previews?cursor=${cursor}`, headers: admin.headers })
  expect(forged.statusCode).toBe(400)
})

test('the removal of a task removes the files of all its previews', async () => {
  const before = await storedKeys(service.deps)
  const task = await taskIn(service.app, owner, 'Pending')
  await upload(service.app, task._id, { file1: png(), file2: mp4(), poster2: png(), first2: png(), middle2: png(), last2: png() })
  await upload(service.app, task._id, { file1: pdf() })
  await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
  expect((await storedKeys(service.deps)).length).toBe(before.length + 3 + 4 + 3 + 3 + 3)
  const removed = await service.app.inject({ method: 'DELETE', url: `/task/remove-task/${task._id}`, headers: owner.headers })
  expect(removed.statusCode).toBe(200)
  expect(await storedKeys(service.deps)).toEqual(before)
  expect(await service.db.selectFrom('preview').select('id').where('task_id', '=', task._id).execute()).toEqual([])
})
