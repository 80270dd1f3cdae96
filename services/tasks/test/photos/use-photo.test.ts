import { buffer } from 'node:stream/consumers'
import { streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { jpeg, png } from '@app/chassis/testing/pictures.ts'
import { PhotoRemoved, PhotosReceived } from '@app/contracts/events/documents.ts'
import { TaskChanged } from '@app/contracts/events/tasks.ts'
import type { BriefState } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { BRIEF_VERSIONS_MAX } from '@app/contracts/rules/brief.ts'
import type { Quota } from '@app/contracts/rules/quotas.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { subscriptions } from '../../src/consumers.ts'
import { admin, create, read, setUp, storedKeys, taskFields, taskIn } from '../setup.ts'
import { startDocumentsService } from './documents-service.ts'

let service: Awaited<ReturnType<typeof setUp>>
let documents: Awaited<ReturnType<typeof startDocumentsService>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  documents = await startDocumentsService()
  service = await setUp({ documentsUrl: documents.url })
})
afterAll(async () => {
  await service.stop()
  documents.stop()
})
beforeEach(async () => {
  documents.state.fails = false
  owner = await ownerWithCompany(service.deps)
})

const use = (task: Pick<Task, '_id'>, photoId: string, changes: object = {}) =>
  service.app.inject({ method: 'POST', url: `/admin/use-photo/${task._id}`, payload: { photoId, ...changes }, headers: admin.headers })

/** Stores a private photo, and returns its id and its bytes. */
async function photo(companyId = owner.company._id) {
  const [bytes, key] = [jpeg(), `private/photos/${crypto.randomUUID()}.jpg`]
  await service.store.put(key, streamOf(bytes), 'image/jpeg', AbortSignal.timeout(5_000))
  return { id: documents.add(companyId, { key, contentType: 'image/jpeg', size: bytes.length }), key, bytes }
}

const taskWithImage = async (): Promise<Task> =>
  (await create(service.app, owner, taskFields(owner.company._id), { referenceImage: png() })).json()
const keyOf = ({ referenceImage }: Task): string => service.store.keyOf(referenceImage ?? '') ?? ''
const sizes = () => service.db.selectFrom('owner_file').select('key').where('company_id', '=', owner.company._id).execute()
const eventsOf = async ({ _id }: Task) => (await outboxOf(service.db as never, TaskChanged)).filter(({ subject }) => subject === _id)

test('a photo is copied and replaces the reference image of the task', async () => {
  const task = await taskWithImage()
  const { id, key, bytes } = await photo()
  const before = await storedKeys(service.deps)
  const response = await use(task, id, { version: task.version })
  const changed: Task = response.json()
  expect([response.statusCode, changed.version]).toEqual([200, task.version + 1])
  expect(changed.referenceImage).toMatch(/^\/files\/public\/tasks\/[\w-]+\.jpg$/)
  expect(await buffer(await service.store.get(keyOf(changed)))).toEqual(bytes)
  expect(await service.store.sizeOf(key)).toBe(bytes.length)
  expect(documents.calls).toEqual([admin.headers.authorization])
  expect((await storedKeys(service.deps)).sort()).toEqual([...before.filter((one) => one !== keyOf(task)), keyOf(changed)].sort())
  expect(await sizes()).toEqual([])
  expect((await read(service.app, owner, task._id)).json()).toEqual(changed)
  expect(await eventsOf(task)).toEqual([
    expect.objectContaining({
      actorid: admin.id,
      aggregateversion: changed.version,
      data: expect.objectContaining({ _id: task._id, changedBy: 'admin', changed: ['referenceImage'], briefVersion: 2 }),
    }),
  ])
  const history: BriefState[] = (await service.app.inject({ url: `/task/brief-history/${task._id}`, headers: admin.headers })).json()
  expect(history.map(({ number, changedBy, changed, hasReferenceImage }) => [number, changedBy, changed, hasReferenceImage])).toEqual([
    [2, admin.id, ['referenceImage'], true],
    [1, owner.id, [], true],
  ])
})

test('the same request sent twice, or twice at once, copies the photo once', async () => {
  const [task, { id }] = [await taskWithImage(), await photo()]
  const before = await storedKeys(service.deps)
  const send = () =>
    service.app.inject({
      method: 'POST',
      url: `/admin/use-photo/${task._id}`,
      payload: { photoId: id },
      headers: { ...admin.headers, 'idempotency-key': task._id },
    })
  const replies = [...(await Promise.all([send(), send()])), await send()]
  expect(replies.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json())).toContainEqual(replies[2]?.json())
  for (const { statusCode } of replies) expect([200, 409]).toContain(statusCode)
  expect(await storedKeys(service.deps)).toHaveLength(before.length)
  expect(await eventsOf(task)).toHaveLength(1)
})

test('a task whose brief has changed too often keeps its picture, and the copy is removed', async () => {
  const [task, { id }] = [await taskWithImage(), await photo()]
  await service.db.updateTable('task').set({ brief_version: BRIEF_VERSIONS_MAX }).where('id', '=', task._id).execute()
  const before = await storedKeys(service.deps)
  expect((await use(task, id)).json()).toMatchObject({ status: 409, code: 'brief-full' })
  expect(await storedKeys(service.deps)).toEqual(before)
})

test('the earlier image of a series stays, because other tasks of the series have it', async () => {
  const recurring = { isRecurring: 'true', recurrenceType: 'weekly', recurrenceStartDate: '2026-11-22', recurrenceEndDate: '2026-12-22' }
  const fields = { companyProfileId: owner.company._id, title: 'Weekly', ...recurring }
  const task: Task = (await create(service.app, owner, fields, { referenceImage: png() })).json()
  const changed: Task = (await use(task, (await photo()).id)).json()
  expect(keyOf(changed)).not.toBe(keyOf(task))
  expect(await storedKeys(service.deps)).toEqual(expect.arrayContaining([keyOf(task), keyOf(changed)]))
  expect(await sizes()).toEqual([{ key: keyOf(task) }])
})

test('of two admins with the same version, one gets 409 with the current task, and only one copy stays', async () => {
  const task = await taskWithImage()
  const ids = [(await photo()).id, (await photo()).id]
  const before = await storedKeys(service.deps)
  const responses = await Promise.all(ids.map((id) => use(task, id, { version: task.version })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const current: Task = (await read(service.app, owner, task._id)).json()
  const refused = responses.find(({ statusCode }) => statusCode === 409)?.json()
  expect([refused.code, refused.task]).toEqual(['task-changed', current])
  expect(await storedKeys(service.deps)).toHaveLength(before.length)
  expect((await use(task, ids[0] ?? '', { version: task.version })).statusCode).toBe(409)
})

test('nothing changes for a posted task, an unknown photo, or while photos cannot be read', async () => {
  const [posted, task] = [await taskIn(service.app, owner, 'Posted'), await taskWithImage()]
  const [{ id }, foreign] = [await photo(), await photo(crypto.randomUUID())]
  const lost = documents.add(owner.company._id, { key: 'private/photos/lost.jpg', contentType: 'image/jpeg', size: 1 })
  const before = await storedKeys(service.deps)
  expect((await use(posted, id)).json()).toMatchObject({ status: 409, code: 'task-posted', task: { _id: posted._id } })
  for (const unknown of [foreign.id, lost, crypto.randomUUID()])
    expect((await use(task, unknown)).json()).toMatchObject({ status: 404, code: 'photo-not-found' })
  expect((await use({ _id: crypto.randomUUID() }, id)).json()).toMatchObject({ status: 404, code: 'task-not-found' })
  documents.state.fails = true
  expect((await use(task, id)).json()).toMatchObject({ status: 503, code: 'photos-unavailable' })
  expect(await storedKeys(service.deps)).toEqual(before)
  expect((await read(service.app, owner, task._id)).json()).toEqual(task)
  expect(await eventsOf(task)).toEqual([])
})

test('photos count in the quota of pictures, in whichever order their events arrive', async () => {
  const handle = async (event: typeof PhotosReceived | typeof PhotoRemoved, storedBytes: number, version: number) => {
    const { _id: companyProfileId } = owner.company
    const ids = { companyProfileId, ownerId: owner.id, storedBytes }
    const removed = { ...ids, photoId: crypto.randomUUID() }
    const received = { ...ids, deliveryId: crypto.randomUUID(), companyName: 'Palm Bakery', count: 1 }
    const arrived = event === PhotoRemoved ? envelope(PhotoRemoved, removed, version) : envelope(PhotosReceived, received, version)
    const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
    await service.db.transaction().execute(async (trx) => subscription?.handle(trx, arrived as never))
  }
  const usage = async (): Promise<Quota['usage']> =>
    (await service.app.inject({ url: `/task/quota/${owner.company._id}`, headers: owner.headers })).json().usage
  await handle(PhotosReceived, 500, 1)
  await handle(PhotoRemoved, 200, 3)
  await handle(PhotosReceived, 700, 2)
  expect(await usage()).toMatchObject({ fileBytes: 200, photoBytes: 200 })
  await handle(PhotosReceived, 2_000 * 1024 * 1024, 4)
  const refused = await create(service.app, owner, taskFields(owner.company._id), { referenceImage: png() })
  expect(refused.json()).toMatchObject({ status: 422, code: 'quota', errors: [{ field: 'referenceImage' }] })
})
