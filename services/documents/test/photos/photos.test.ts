import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { gpsPhoto, heic, shownBy, UPRIGHT_PHOTO } from '@app/chassis/testing/photos.ts'
import { disguisedHtml, jpeg, png, undecodableJpeg } from '@app/chassis/testing/pictures.ts'
import { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import type { Photo, PhotoDelivery } from '@app/contracts/http/photos.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { NO_PHOTO_ARRIVED, PHOTO_INCOMPLETE, PHOTOS_ENDED, PHOTOS_MAX, TOO_MANY_PHOTOS } from '@app/contracts/rules/photos.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PHOTO_FILES } from '../../src/files/document-files.ts'
import { endQuietDeliveries } from '../../src/photos/end-quiet-deliveries.ts'
import { admin, type Service, setUp } from '../setup.ts'
import { photoSteps, sha256Of } from './photo-steps.ts'
import { startTasksService } from './tasks-service.ts'

const TASK = 1042

let service: Service
let tasks: Awaited<ReturnType<typeof startTasksService>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
const photos = photoSteps(() => service)
beforeAll(async () => {
  tasks = await startTasksService()
  service = await setUp({ tasksUrl: tasks.url })
})
afterAll(async () => {
  await service.stop()
  tasks.stop()
})
beforeEach(async () => {
  tasks.state.fails = false
  owner = await ownerWithCompany(service.deps)
  tasks.add(owner, { taskId: TASK })
})

async function storedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of service.store.list('private/')) keys.push(key)
  return keys.sort()
}

const keyIn = (url: string): string => service.store.keyOf(url) ?? ''
const bytesOf = async (url: string) => buffer(await service.store.get(keyIn(url)))
const storedBytes = async () => {
  const sum = service.db.selectFrom('photo_storage').select('bytes').where('company_id', '=', owner.company._id)
  return (await sum.executeTakeFirst())?.bytes ?? 0
}
const answerOf = (response: { statusCode: number; json(): { message: string } }) => [response.statusCode, response.json().message]

test('photos for a task are stored without metadata, listed for both sides, and published once', async () => {
  const delivery = await photos.begun(owner, { note: ' From the market ', taskId: TASK, count: 2 })
  expect(delivery).toMatchObject({ note: 'From the market', taskId: TASK, count: 2, endedAt: null, photos: [] })
  const [first, second] = [await gpsPhoto(), heic()]
  const response = await photos.upload(owner, delivery._id, first)
  expect([response.statusCode, response.json()]).toEqual([201, { _id: expect.any(String), sha256: sha256Of(first) }])
  await photos.sent(owner, delivery, second)
  const { photos: arrived } = (await photos.read(owner, delivery._id)).json()
  expect(arrived.map(({ sha256 }: Photo) => sha256)).toEqual([sha256Of(first), sha256Of(second)])

  const ended = await photos.done(owner, delivery._id)
  expect([ended.statusCode, ended.json().endedAt]).toEqual([200, expect.any(String)])
  expect((await photos.done(owner, delivery._id)).json()).toEqual(ended.json())
  expect(await photos.events(PhotosReceived, owner)).toEqual([
    expect.objectContaining({
      aggregateversion: 1,
      data: {
        deliveryId: delivery._id,
        companyProfileId: owner.company._id,
        companyName: 'Palm Bakery',
        ownerId: owner.id,
        count: 2,
        taskId: TASK,
        title: 'Winter bread',
        storedBytes: await storedBytes(),
      },
    }),
  ])

  const [newest, oldest] = await photos.listed(owner, owner.company._id)
  expect(newest).toMatchObject({ fileName: 'IMG_0001.jpg', width: 600, height: 400, note: 'From the market', taskId: TASK })
  expect(oldest).toMatchObject({ _id: arrived[0]._id, deliveryId: delivery._id, width: 40, height: 60, sentAt: delivery.createdAt })
  expect(Object.keys(oldest ?? {})).not.toContain('file')
  const bytes = await bytesOf(oldest?.url ?? '')
  expect(bytes).toHaveLength(oldest?.size ?? 0)
  expect(await shownBy(bytes)).toEqual(UPRIGHT_PHOTO)
  for (const url of [newest?.url, newest?.displayUrl, newest?.thumbnailUrl]) {
    expect(url).toMatch(/^\/files\/private\/photos\/[\w-]+\.jpg\?/)
    expect((await shownBy(await bytesOf(url ?? ''))) as object).toMatchObject({ metadata: [] })
  }
  expect((await photos.listed(admin, owner.company._id)).map(({ _id }) => _id)).toEqual([newest?._id, oldest?._id])
})

test('lists are paged, can show one task only, and are closed to other owners', async () => {
  const general = await photos.begun(owner, { count: 3 })
  for (let n = 0; n < 3; n++) await photos.sent(owner, general)
  const ofTask = await photos.sent(owner, await photos.begun(owner, { taskId: TASK }))
  const all = await photos.listed(owner, owner.company._id)
  expect(all.map(({ taskId }) => taskId)).toEqual([TASK, null, null, null])
  expect((await photos.listed(admin, owner.company._id, `&taskId=${TASK}`)).map(({ _id }) => _id)).toEqual([ofTask._id])
  expect(await photos.listed(owner, owner.company._id, '&taskId=1')).toEqual([])

  const page = await photos.list(owner, owner.company._id, '&limit=3')
  const next = /^<(.*)>; rel="next"$/.exec(String(page.headers.link))?.[1] ?? ''
  const rest = await service.app.inject({ url: next, headers: owner.headers })
  expect([...page.json(), ...rest.json()].map(({ _id }: Photo) => _id)).toEqual(all.map(({ _id }) => _id))

  const stranger = await ownerWithCompany(service.deps)
  for (const response of [
    await photos.list(stranger, owner.company._id),
    await photos.begin(owner, { companyProfileId: stranger.company._id }),
    await photos.read(stranger, general._id),
    await photos.upload(stranger, general._id, jpeg()),
    await photos.done(stranger, general._id),
    await photos.remove(stranger, ofTask._id),
  ])
    expect(response.statusCode).toBe(404)
  expect((await photos.read(admin, general._id)).json().photos).toHaveLength(3)
})

describe('a photo that the company has sent before', () => {
  test('is recognized before its bytes are read, also in another delivery', async () => {
    const [first, second] = [await photos.begun(owner), await photos.begun(owner, { note: 'Once more', taskId: TASK })]
    const bytes = jpeg()
    const { _id } = await photos.sent(owner, first, bytes)
    const files = await storedFiles()
    const url = (deliveryId: string) => `/photos/${deliveryId}/${sha256Of(bytes)}`
    for (const { _id: deliveryId } of [first, second, second]) {
      const headers = { ...owner.headers, 'content-type': 'multipart/form-data; boundary=test-boundary' }
      const again = await service.app.inject({ method: 'PUT', url: url(deliveryId), payload: 'not a form', headers })
      expect([again.statusCode, again.json()]).toEqual([200, { _id, sha256: sha256Of(bytes), duplicateOf: _id }])
    }
    expect(await storedFiles()).toEqual(files)
    const listed = await photos.listed(owner, owner.company._id)
    expect(listed.map((photo) => [photo._id, photo.deliveryId, photo.note])).toEqual([
      [_id, second._id, 'Once more'],
      [_id, first._id, ''],
    ])
    const other = await ownerWithCompany(service.deps)
    expect((await photos.upload(other, (await photos.begun(other))._id, bytes)).statusCode).toBe(201)
  })

  test('is stored once if it is sent several times at the same moment', async () => {
    const deliveries = [await photos.begun(owner), await photos.begun(owner)]
    const bytes = jpeg()
    const files = await storedFiles()
    const responses = await Promise.all([...deliveries, ...deliveries].map(({ _id }) => photos.upload(owner, _id, bytes)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(responses.map((response) => response.json()._id)).size).toBe(1)
    expect(await storedFiles()).toHaveLength(files.length + 3)
    expect(await photos.listed(owner, owner.company._id)).toHaveLength(2)
    expect(await storedBytes()).toBe((await photos.listed(owner, owner.company._id))[0]?.size)
  })
})

test('30 photos arrive although the connection is lost: the client sends those that are missing, and the admins learn of them once', async () => {
  const filesBefore = await storedFiles()
  const delivery = await photos.begun(owner, { count: PHOTOS_MAX })
  const all = Array.from({ length: PHOTOS_MAX }, () => jpeg())
  const sendAll = (pictures: typeof all) => Promise.all(pictures.map((bytes) => photos.upload(owner, delivery._id, bytes)))
  await sendAll(all.slice(0, 10))
  const address = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }))
  const lost = connect({ port: Number(address.port), host: address.hostname })
  const [next] = all.slice(10)
  if (!next) throw new Error('There is no further photo')
  lost.write(
    [
      `PUT /photos/${delivery._id}/${sha256Of(next)} HTTP/1.1`,
      `host: ${address.host}`,
      `authorization: ${owner.headers.authorization}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 100000',
      '',
      '--b\r\ncontent-disposition: form-data; name="photo"; filename="IMG_0001.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    ].join('\r\n'),
  )
  lost.write(next)
  await once(lost, 'connect')
  lost.destroy()

  const { photos: arrived }: PhotoDelivery = (await photos.read(owner, delivery._id)).json()
  const known = new Set(arrived.map(({ sha256 }) => sha256))
  const missing = all.filter((bytes) => !known.has(sha256Of(bytes)))
  expect(missing).toHaveLength(20)
  for (const { statusCode } of await sendAll(missing)) expect(statusCode).toBe(201)
  expect((await photos.done(owner, delivery._id)).json().photos).toHaveLength(PHOTOS_MAX)
  expect((await photos.events(PhotosReceived, owner)).map(({ data }) => data)).toMatchObject([{ deliveryId: delivery._id, count: 30 }])
  expect(await storedFiles()).toHaveLength(filesBefore.length + 3 * PHOTOS_MAX)
})

describe('a delivery', () => {
  test('of too many photos, or for a task of another company, is rejected', async () => {
    expect(answerOf(await photos.begin(owner, { count: 31 }))).toEqual([422, TOO_MANY_PHOTOS])
    expect((await photos.begin(owner, { count: 0 })).statusCode).toBe(400)
    expect((await photos.begin(owner, { note: 'x'.repeat(2_001) })).statusCode).toBe(400)
    tasks.add(owner, { taskId: 7, companyProfileId: crypto.randomUUID() })
    for (const taskId of [7, 8]) expect(answerOf(await photos.begin(owner, { taskId }))).toEqual([404, 'Task not found'])
    tasks.state.fails = true
    const response = await photos.begin(owner, { taskId: TASK })
    expect([response.statusCode, response.json().code]).toEqual([503, 'tasks-unavailable'])
  })

  test('cannot be ended without a photo, and takes no photo after its end', async () => {
    const delivery = await photos.begun(owner)
    expect(answerOf(await photos.done(owner, delivery._id))).toEqual([422, NO_PHOTO_ARRIVED])
    const bytes = jpeg()
    await photos.sent(owner, delivery, bytes)
    const ends = await Promise.all([photos.done(owner, delivery._id), photos.done(owner, delivery._id)])
    expect(ends.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await photos.events(PhotosReceived, owner)).toHaveLength(1)
    const late = await photos.upload(owner, delivery._id, jpeg())
    expect(answerOf(late)).toEqual([409, PHOTOS_ENDED])
    expect(late.json().delivery).toEqual((await photos.read(owner, delivery._id)).json())
    expect((await photos.upload(owner, delivery._id, bytes)).statusCode).toBe(200)
  })

  test('takes only as many photos as it announced', async () => {
    const delivery = await photos.begun(owner, { count: 2 })
    const responses = await Promise.all([jpeg(), jpeg(), jpeg(), jpeg()].map((bytes) => photos.upload(owner, delivery._id, bytes)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 422, 422])
    expect(await photos.listed(owner, owner.company._id)).toHaveLength(2)
  })

  test('without a photo for 30 minutes is ended, and deleted if it has none', async () => {
    const [quiet, empty, active] = [await photos.begun(owner), await photos.begun(owner), await photos.begun(owner)]
    await photos.sent(owner, quiet)
    await photos.sent(owner, active)
    const setBack = (id: string, column: string, time: string) =>
      sql`update photo_delivery set ${sql.ref(column)} = now() - ${time}::interval where id = ${id}`.execute(service.db)
    await setBack(quiet._id, 'last_arrival_at', '31 minutes')
    await setBack(empty._id, 'created_at', '25 hours')
    await Promise.all([endQuietDeliveries(service.deps), endQuietDeliveries(service.deps)])
    expect((await photos.events(PhotosReceived, owner)).map(({ data }) => data)).toEqual([
      expect.objectContaining({ deliveryId: quiet._id, count: 1 }),
    ])
    expect((await photos.read(owner, quiet._id)).json().endedAt).toEqual(expect.any(String))
    expect((await photos.read(owner, active._id)).json().endedAt).toBeNull()
    expect((await photos.read(owner, empty._id)).statusCode).toBe(404)
  })
})

describe('a photo is rejected and not stored', () => {
  test.each([
    ['with another hash', 422, PHOTO_INCOMPLETE, jpeg, 'a'.repeat(64)],
    ['that is no picture', 415, 'Only image files are allowed.', disguisedHtml, undefined],
    ['that cannot be decoded', 415, 'damaged', undecodableJpeg, undefined],
    ['with an invalid hash', 400, 'sha256', jpeg, 'A'.repeat(64)],
  ] as const)('%s', async (_what, status, message, make, sha256) => {
    const delivery = await photos.begun(owner)
    const files = await storedFiles()
    const response = await photos.upload(owner, delivery._id, make(), sha256)
    expect(answerOf(response)).toEqual([status, expect.stringContaining(message)])
    expect(await storedFiles()).toEqual(files)
    expect((await photos.read(owner, delivery._id)).json().photos).toEqual([])
  })

  test('of more than 25 MB', { tags: 'nightly' }, async () => {
    const delivery = await photos.begun(owner)
    expect((await photos.upload(owner, delivery._id, png({ padding: 25 * MEGABYTE }))).statusCode).toBe(413)
    expect((await photos.upload(owner, delivery._id, png({ padding: 24 * MEGABYTE }))).statusCode).toBe(201)
  })

  test('that exceeds the quota of pictures, to which also those of tasks count', async () => {
    const delivery = await photos.begun(owner)
    await photos.sent(owner, delivery)
    const size = await storedBytes()
    const usage = { openTasks: 0, series: 0, fileBytes: MEGABYTE - size, photoBytes: size }
    tasks.setQuota(owner, { ownLimits: { openTasks: null, series: null, fileMegabytes: 1 }, usage })
    const full = await photos.begun(owner)
    expect((await photos.upload(owner, full._id, jpeg())).statusCode).toBe(201)
    const refused = await photos.upload(owner, full._id, jpeg())
    expect(refused.json()).toMatchObject({ status: 422, code: 'quota', errors: [{ field: 'photo' }] })
    expect(refused.json().message).toBe('The limit is 1 MB of pictures. Contact us to attach more.')
    expect((await photos.begin(owner)).json()).toMatchObject({ status: 422, code: 'quota', errors: [{ field: 'count' }] })
  })
})

test('a removed photo is deleted with its files from all deliveries, and makes room', async () => {
  const before = await storedFiles()
  const [first, second] = [await photos.begun(owner), await photos.begun(owner)]
  const bytes = jpeg()
  const { _id } = await photos.sent(owner, first, bytes)
  await photos.sent(owner, second, bytes)
  const kept = await photos.sent(owner, second)
  for (const { _id: deliveryId } of [first, second]) await photos.done(owner, deliveryId)
  const removed = await photos.remove(owner, _id)
  expect([removed.statusCode, removed.json()]).toEqual([200, { message: 'Photo removed' }])
  expect((await photos.remove(owner, _id)).statusCode).toBe(404)
  const [last, ...others] = await photos.listed(owner, owner.company._id)
  expect([last?._id, others]).toEqual([kept._id, []])
  expect(await storedBytes()).toBe(last?.size)
  expect(await storedFiles()).toHaveLength(before.length + 3)
  expect((await photos.read(owner, first._id)).statusCode).toBe(404)
  expect((await photos.read(owner, second._id)).json().photos).toHaveLength(1)
  expect(await photos.events(PhotoRemoved, owner)).toEqual([
    expect.objectContaining({
      aggregateversion: 3,
      data: { photoId: _id, companyProfileId: owner.company._id, ownerId: owner.id, storedBytes: last?.size },
    }),
  ])
  expect((await photos.upload(owner, (await photos.begun(owner))._id, bytes)).statusCode).toBe(201)
})

test('the file of a photo is found for an admin, but not for another company', async () => {
  const { _id } = await photos.sent(owner, await photos.begun(owner))
  const found = await photos.fileOf(admin, _id, owner.company._id)
  expect(found.json()).toEqual({
    key: expect.stringMatching(new RegExp(`^${PHOTO_FILES}[\\w-]+\\.jpg$`)),
    contentType: 'image/jpeg',
    size: await storedBytes(),
  })
  expect((await photos.fileOf(admin, _id, crypto.randomUUID())).statusCode).toBe(404)
  expect((await photos.fileOf(owner, _id, owner.company._id)).statusCode).toBe(403)
})
