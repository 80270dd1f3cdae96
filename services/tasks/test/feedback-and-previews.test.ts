import { Readable } from 'node:stream'
import { findReferencedKeys } from '@app/chassis/storage/referenced-files.ts'
import { sweepDue } from '@app/chassis/storage/sweep.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { pdf } from '@app/chassis/testing/documents.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { disguisedHtml, png } from '@app/chassis/testing/pictures.ts'
import { mp4 } from '@app/chassis/testing/videos.ts'
import { PreviewUploaded, TaskReferredBack, TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { IMAGE_MAX_BYTES } from '@app/contracts/primitives.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referencedFiles } from '../src/files/referenced-files.ts'
import { taskFileSweep } from '../src/files/task-file-sweep.ts'
import { admin, create, deliver, giveFeedback, move, read, remove, setUp, storedKeys, taskFields, taskIn, upload } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const isStored = async (url: string | null | undefined) => (await service.store.sizeOf(service.store.keyOf(url ?? '') ?? '')) !== undefined
const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const referrals = async (task: Task) =>
  (await outboxOf(service.db as never, TaskReferredBack)).filter(({ subject }) => subject === task._id).map(({ data }) => data.hasFeedback)

describe('feedback', () => {
  test('refers the task back in the same request, and stores the picture and the preview', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const response = await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer, please' }, { clientSuggestImage: png() })
    expect(response.statusCode).toBe(200)
    const after: Task = response.json()
    expect(after).toMatchObject({ currentStatus: 'Roll Back', version: task.version + 1 })
    expect(after.rollbackFeedback).toMatchObject([{ feedback: 'Warmer, please', doneTaskImage: task.doneTaskImage }])
    expect(await isStored(after.rollbackFeedback[0]?.clientSuggestImage)).toBe(true)
    const [event] = (await outboxOf(service.db as never, TaskReferredBack)).filter(({ subject }) => subject === task._id)
    expect(event?.data).toMatchObject({ hasFeedback: true, ownerId: owner.id })
    expect(JSON.stringify(event)).not.toContain('Warmer')
    // A request for the status Roll Back after the feedback changes nothing.
    const status = await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
    expect(status.json()).toEqual(after)
  })

  test('fills the entry of the status request, ignores repeated feedback and appends new feedback', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    await giveFeedback(service.app, owner, task._id, { feedback: 'One' })
    const keys = await storedKeys(service.deps)
    const [first] = (await fresh(task)).rollbackFeedback
    expect((await fresh(task)).rollbackFeedback).toMatchObject([{ feedback: 'One' }])
    await giveFeedback(service.app, owner, task._id, { feedback: 'One' })
    expect(await fresh(task)).toMatchObject({ rollbackFeedback: [first], version: task.version + 1 })
    await giveFeedback(service.app, owner, task._id, { feedback: 'Two' }, { clientSuggestImage: png() })
    const repeated = await giveFeedback(service.app, owner, task._id, { feedback: 'Two' }, { clientSuggestImage: png() })
    expect(repeated.statusCode).toBe(200)
    expect(repeated.json().rollbackFeedback).toMatchObject([{ feedback: 'One' }, { feedback: 'Two' }])
    expect(await storedKeys(service.deps)).toHaveLength(keys.length + 1)
    expect(await referrals(task)).toEqual([false, true, true])
    const ids = (await outboxOf(service.db as never, TaskReferredBack))
      .filter(({ subject }) => subject === task._id)
      .map(({ data }) => data.referralId)
    // The request for the status and the first feedback have the same referral id. The second feedback has another id.
    expect(ids[0]).toBeDefined()
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  test('is stored once if it is sent twice concurrently', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const both = await Promise.all([1, 2].map(() => giveFeedback(service.app, owner, task._id, { feedback: 'Once' })))
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await fresh(task)).rollbackFeedback).toHaveLength(1)
    expect(await referrals(task)).toEqual([true])
  })

  test.each(['Pending', 'Approved', 'Posted'] as const)(
    'on a task that is %s gets 409 with the task, and no file is left',
    async (status) => {
      const task = await taskIn(service.app, owner, status)
      const before = await storedKeys(service.deps)
      const response = await giveFeedback(service.app, owner, task._id, { feedback: 'Late' }, { clientSuggestImage: png() })
      expect(response.statusCode).toBe(409)
      expect(response.json().task).toEqual(task)
      expect(await storedKeys(service.deps)).toEqual(before)
    },
  )

  test('on a replaced preview gets 409', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await deliver(service.app, task._id)
    const seen = { feedback: 'Old', doneTaskImageUrl: task.doneTaskImage ?? '' }
    expect((await giveFeedback(service.app, owner, task._id, seen)).json().code).toBe('preview-replaced')
    const version = { feedback: 'Old', version: String(task.version) }
    expect((await giveFeedback(service.app, owner, task._id, version)).json().code).toBe('task-changed')
    const now = { feedback: 'New', doneTaskImageUrl: (await fresh(task)).doneTaskImage ?? '' }
    expect((await giveFeedback(service.app, owner, task._id, now)).statusCode).toBe(200)
  })

  test('is accepted 20 times per preview', { tags: 'nightly' }, async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    for (let count = 1; count <= 20; count++) await giveFeedback(service.app, owner, task._id, { feedback: `${count}` })
    const before = await storedKeys(service.deps)
    const refused = await giveFeedback(service.app, owner, task._id, { feedback: 'More' }, { clientSuggestImage: png() })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'feedback-full'])
    expect(refused.json().task.rollbackFeedback).toHaveLength(20)
    expect(await storedKeys(service.deps)).toEqual(before)
    await deliver(service.app, task._id)
    expect((await giveFeedback(service.app, owner, task._id, { feedback: 'More' })).json().rollbackFeedback).toHaveLength(21)
  })

  test('gets 422 without text, 415 for other files, 400 for invalid characters, 403 for admins, 404 for other owners', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const before = await storedKeys(service.deps)
    const empty = await giveFeedback(service.app, owner, task._id, { feedback: ' ' })
    expect([empty.statusCode, empty.json().message]).toEqual([422, 'Please provide feedback before rolling back'])
    const disguised = await giveFeedback(service.app, owner, task._id, { feedback: 'x' }, { clientSuggestImage: disguisedHtml() })
    expect(disguised.statusCode).toBe(415)
    const suggestion = { clientSuggestImage: png() }
    const unstorable = await giveFeedback(service.app, owner, task._id, { feedback: 'a\u0000b' }, suggestion)
    expect([unstorable.statusCode, unstorable.json().message]).toEqual([400, 'This text contains a character that cannot be stored.'])
    expect((await giveFeedback(service.app, admin, task._id, { feedback: 'x' })).statusCode).toBe(403)
    const stranger = await ownerWithCompany(service.deps)
    expect((await giveFeedback(service.app, stranger, task._id, { feedback: 'x' }, suggestion)).statusCode).toBe(404)
    expect(await storedKeys(service.deps)).toEqual(before)
    expect(await fresh(task)).toMatchObject({ version: task.version, currentStatus: 'Pending', rollbackFeedback: [] })
  })
})

describe('a preview', () => {
  test('is delivered with an event, and returned as task.image', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const response = await deliver(service.app, String(task.taskId))
    expect(response.statusCode).toBe(200)
    const after = response.json().task
    expect(after).toMatchObject({ _id: task._id, currentStatus: 'Pending', version: 2, image: after.doneTaskImage })
    expect(await isStored(after.image)).toBe(true)
    const events = await outboxOf(service.db as never, PreviewUploaded)
    expect(events.find(({ subject }) => subject === task._id)).toMatchObject({
      aggregateversion: 2,
      data: { previewNo: 1, ownerId: owner.id },
    })
  })

  test('makes a referred-back task pending again; the history keeps the previous preview', async () => {
    const task = await taskIn(service.app, owner, 'Roll Back')
    const after: Task = (await deliver(service.app, task._id)).json().task
    expect(after.currentStatus).toBe('Pending')
    expect(after.rollbackFeedback).toEqual(task.rollbackFeedback)
    expect(await isStored(task.doneTaskImage)).toBe(true)
  })

  test('is accepted with 10 MB, but not with one byte more', { tags: 'nightly' }, async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const sized = (bytes: number) => ({ image: png({ padding: bytes - png().length }) })
    const accepted = await deliver(service.app, task._id, sized(IMAGE_MAX_BYTES))
    expect(await service.store.sizeOf(service.store.keyOf(accepted.json().task.image) ?? '')).toBe(IMAGE_MAX_BYTES)
    const refused = await deliver(service.app, task._id, sized(IMAGE_MAX_BYTES + 1))
    expect(refused.json()).toMatchObject({ status: 413, message: 'The file is too large: at most 10 MB.', errors: [{ field: 'image' }] })
    expect((await fresh(task)).doneTaskImage).toBe(accepted.json().task.image)
  })

  test('stays in the store when it is replaced', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    await deliver(service.app, task._id)
    expect(await isStored(task.doneTaskImage)).toBe(true)
  })

  test('returns an Approved task to Pending and clears the approval', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    expect(task).toMatchObject({ previewNo: 1, approvedPreviewNo: 1 })
    const after: Task = (await deliver(service.app, task._id)).json().task
    expect(after).toMatchObject({ currentStatus: 'Pending', previewNo: 2, approvedPreviewNo: null })
  })

  test('gets 409 with the current task if the task is Posted', async () => {
    const task = await taskIn(service.app, owner, 'Posted')
    const before = await storedKeys(service.deps)
    const response = await deliver(service.app, task._id)
    expect(response.statusCode).toBe(409)
    expect(response.json().task).toEqual(task)
    expect(await storedKeys(service.deps)).toEqual(before)
  })

  test('gets 422 without a file, 415 for a file that is not a picture, and 404 for an unknown task', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const before = await storedKeys(service.deps)
    expect((await deliver(service.app, task._id, {})).statusCode).toBe(422)
    expect((await deliver(service.app, task._id, { image: disguisedHtml() })).statusCode).toBe(415)
    expect((await deliver(service.app, crypto.randomUUID())).statusCode).toBe(404)
    expect(await storedKeys(service.deps)).toEqual(before)
    expect(await fresh(task)).toEqual(task)
  })
})

describe('a removal', () => {
  test('deletes the task with its history and files, and publishes an event', async () => {
    const before = await storedKeys(service.deps)
    const created = await create(service.app, owner, taskFields(owner.company._id), { referenceImage: png() })
    const task: Task = created.json()
    await deliver(service.app, task._id)
    await giveFeedback(service.app, owner, task._id, { feedback: 'No' }, { clientSuggestImage: png() })
    await deliver(service.app, task._id)
    expect(await storedKeys(service.deps)).toHaveLength(before.length + 4)
    const response = await remove(service.app, owner, String(task.taskId))
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Task deleted successfully' }])
    expect(await storedKeys(service.deps)).toEqual(before)
    expect((await read(service.app, owner, task._id)).statusCode).toBe(404)
    expect((await remove(service.app, owner, task._id)).statusCode).toBe(404)
    const events = await outboxOf(service.db as never, TaskRemoved)
    expect(events.filter(({ subject }) => subject === task._id)).toMatchObject([{ aggregateversion: 5, data: { taskId: task.taskId } }])
  })

  test.each([
    ['Pending', 200],
    ['Roll Back', 200],
    ['Approved', 409],
    ['Posted', 409],
  ] as const)('of a task that is %s gets %i', async (status, expected) => {
    const task = await taskIn(service.app, owner, status)
    expect((await remove(service.app, await ownerWithCompany(service.deps), task._id)).statusCode).toBe(404)
    expect((await remove(service.app, admin, task._id)).statusCode).toBe(403)
    expect((await remove(service.app, owner, task._id)).statusCode).toBe(expected)
  })
})

test('the daily sweep removes only files to which neither a task nor a preview refers', { tags: 'nightly' }, async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  await upload(service.app, task._id, {
    file1: png(),
    file2: mp4(),
    poster2: png(),
    first2: png(),
    middle2: png(),
    last2: png(),
    file3: pdf(),
  })
  await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })
  await giveFeedback(service.app, owner, task._id, { feedback: 'No' }, { clientSuggestImage: png() })
  await deliver(service.app, task._id)
  const named = await storedKeys(service.deps)
  const stray = async () => {
    for (const prefix of ['public/tasks', 'public/previews'])
      await service.store.put(`${prefix}/stray.png`, Readable.from([png()]), 'image/png', AbortSignal.timeout(5_000))
  }
  const sweepIn = (days: number) => {
    const now = new Date(Date.now() + days * 24 * 3_600_000)
    return sweepDue(taskFileSweep({ ...service.deps, now: () => now }), new AbortController().signal)
  }
  await stray()
  expect(await sweepIn(0)).toBe(0)
  expect(await sweepIn(2)).toBe(2)
  expect(await storedKeys(service.deps)).toEqual(named)
  expect(await findReferencedKeys(service.db, referencedFiles, named)).toEqual(new Set(named))
  await stray()
  expect(await sweepIn(2.5)).toBe(0)
  expect(await sweepIn(3)).toBe(2)
  // Simulates a sweep that started while the clock was a year ahead.
  await sql`update file_sweep set started_at = now() + interval '1 year'`.execute(service.db)
  await stray()
  expect(await sweepIn(3)).toBe(2)
})
