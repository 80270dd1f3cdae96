import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PreviewUploaded, ReviewLinkIssued } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, completeFiles, deliver, NOON, onDraft, previewsOf, setUp, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
})
afterAll(() => service.stop())

const eventsOf = async <E extends EventContract>(event: E, { _id }: Task): Promise<EventData<E>[]> =>
  (await outboxOf(service.db as never, event)).filter(({ subject }) => subject === _id).map(({ data }) => data)

/** The data that all events about a task contain. */
const factOf = ({ _id, taskId, companyProfileId, title, occurrenceDate }: Task) => ({
  _id,
  taskId,
  companyProfileId,
  companyName: owner.company.companyName,
  ownerId: owner.id,
  title,
  targetPostingDate: occurrenceDate,
})

test('the event of a delivery names the preview and its review links, and has no content', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  const { preview } = (await upload(service.app, task._id, { file1: png() }, { caption: 'First' })).json()
  expect(await eventsOf(PreviewUploaded, task)).toEqual([
    {
      ...factOf(task),
      previewId: preview._id,
      previewNo: 1,
      deliveredAt: NOON.toISOString(),
      reviewLinks: [{ id: expect.any(String), recipientKind: 'owner', recipientId: owner.id }],
    },
  ])
})

test('without a confirmed address, the event of a delivery names no review links', async () => {
  const stranger = await reviewer(service, { isConfirmed: false })
  const task = await taskIn(service.app, stranger, 'Previewed')
  const [event] = await eventsOf(PreviewUploaded, task)
  expect(event).toMatchObject({ previewNo: 1 })
  expect(event).not.toHaveProperty('reviewLinks')
})

test('a draft publishes nothing before its delivery', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await upload(service.app, task._id, { file1: png() })
  const draft = (await upload(service.app, task._id, { file1: png() }, { caption: 'New', deliver: 'false' })).json()
  expect(await eventsOf(PreviewUploaded, task)).toHaveLength(1)
  await onDraft(service.app, admin, draft.preview._id, 'deliver')
  expect((await eventsOf(PreviewUploaded, task))[1]).toMatchObject({ previewId: draft.preview._id, previewNo: 2 })
})

test('a thumbnail that the background job has made publishes nothing', async () => {
  const task = await taskIn(service.app, owner, 'Pending')
  await deliver(service.app, task._id)
  const count = async () => (await sql`select from outbox`.execute(service.db)).rows.length
  const before = await count()
  await completeFiles(service.deps)
  expect((await previewsOf(service.app, owner, task._id))[0]?.files[0]?.thumbnail).toBeTruthy()
  expect(await count()).toBe(before)
})

test('the event about a further review link names the preview and the new link', async () => {
  const { get, resend, linked } = reviewing(service)
  const { task, token } = await linked(owner)
  await sql`update review_link set expires_at = '2026-11-01' where task_id = ${task._id}`.execute(service.db)
  expect((await get(token)).json().state).toBe('expired')
  expect((await resend(token)).statusCode).toBe(202)
  const [delivered] = await eventsOf(PreviewUploaded, task)
  const [event, ...others] = await eventsOf(ReviewLinkIssued, task)
  expect(others).toEqual([])
  expect(event).toEqual({
    ...factOf(task),
    previewId: delivered?.previewId,
    previewNo: 1,
    reviewLink: { id: expect.any(String), recipientKind: 'owner', recipientId: owner.id },
  })
  expect(event?.reviewLink.id).not.toBe(delivered?.reviewLinks?.[0]?.id)
})
