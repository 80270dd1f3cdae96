import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { ApprovalWithdrawn, TaskApproved, TaskPosted, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockTask } from '../../src/tasks/task.repository.ts'
import { admin, deliver, giveFeedback, move, previewsOf, read, setUp, taskIn, upload } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
})
afterAll(() => service.stop())

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const hashOf = async (task: Task): Promise<string> => (await previewsOf(service.app, owner, task._id))[0]?.contentHash ?? ''

async function eventsAbout({ _id }: Task) {
  const all = await Promise.all(
    [TaskApproved, ApprovalWithdrawn, TaskReferredBack, TaskPosted].map((e) => outboxOf(service.db as never, e)),
  )
  return all
    .flat()
    .filter(({ subject }) => subject === _id)
    .sort((a, b) => a.aggregateversion - b.aggregateversion)
}

describe('a decision', () => {
  test('on the preview that the owner has seen succeeds, and its event names preview, owner and channel', async () => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const contentHash = await hashOf(task)
    const approved = await move(service.app, owner, task._id, { currentStatus: 'Approved', previewNo: 1, contentHash })
    expect(approved.json()).toMatchObject({ currentStatus: 'Approved', previewNo: 1, approvedPreviewNo: 1 })
    await move(service.app, owner, task._id, { currentStatus: 'Pending', previewNo: 1 })
    await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer' })
    await upload(service.app, task._id, { file1: png() })
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: 'Out' })
    const decision = { decidedBy: owner.id, channel: 'portal' }
    expect(await eventsAbout(task)).toMatchObject([
      { type: TaskApproved.type, data: { ...decision, previewNo: 1 } },
      { type: ApprovalWithdrawn.type, data: { ...decision, previewNo: 1 } },
      { type: TaskReferredBack.type, data: { ...decision, previewNo: 1 } },
      { type: TaskApproved.type, data: { ...decision, previewNo: 2 } },
      { type: TaskPosted.type, data: { previewNo: 2 } },
    ])
    const { rows } = await sql`
      select kind, preview_number as "previewNo", content_hash as "contentHash" from decision
      where task_id = ${task._id} order by task_version`.execute(service.db)
    expect(rows).toEqual([
      ...['approve', 'undo', 'refer-back'].map((kind) => ({ kind, previewNo: 1, contentHash })),
      { kind: 'approve', previewNo: 2, contentHash: await hashOf(task) },
    ])
  })

  test.each(['Approved', 'Roll Back'] as const)('%s on a replaced preview gets 409 with the current task', async (currentStatus) => {
    const task = await taskIn(service.app, owner, 'Previewed')
    const contentHash = await hashOf(task)
    await deliver(service.app, task._id)
    for (const seen of [{ previewNo: 1 }, { contentHash }, { previewNo: 2, contentHash }, { previewNo: 3 }]) {
      const response = await move(service.app, owner, task._id, { currentStatus, ...seen })
      expect(response.json()).toMatchObject({ status: 409, code: 'preview-replaced', task: await fresh(task) })
      expect(response.json().message).toBe('A newer preview is ready. Please look at it first.')
    }
    expect((await move(service.app, owner, task._id, { currentStatus, previewNo: 2 })).statusCode).toBe(200)
  })

  test('is void after the caption changed by one word', async () => {
    const task = await taskIn(service.app, owner, 'Pending')
    const picture = png()
    await upload(service.app, task._id, { file1: picture }, { caption: 'Bread from nine o’clock' })
    const seen = { currentStatus: 'Approved', previewNo: 1, contentHash: await hashOf(task) }
    await move(service.app, owner, task._id, seen)
    await upload(service.app, task._id, { file1: picture }, { caption: 'Bread from ten o’clock' })
    expect(await fresh(task)).toMatchObject({ currentStatus: 'Pending', previewNo: 2, approvedPreviewNo: null })
    // The approval fails if only the preview number is outdated, and also if only the content hash is outdated.
    for (const approval of [seen, { ...seen, previewNo: 2 }, { ...seen, contentHash: await hashOf(task) }])
      expect((await move(service.app, owner, task._id, approval)).json()).toMatchObject({ status: 409, code: 'preview-replaced' })
    expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).statusCode).toBe(409)
    const second = { currentStatus: 'Approved', previewNo: 2, contentHash: await hashOf(task) }
    expect((await move(service.app, owner, task._id, second)).json()).toMatchObject({ currentStatus: 'Approved', approvedPreviewNo: 2 })
  })

  test('that was made already does not succeed for another preview', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    expect((await move(service.app, owner, task._id, { currentStatus: 'Approved', previewNo: 1 })).statusCode).toBe(200)
    expect((await move(service.app, owner, task._id, { currentStatus: 'Approved', previewNo: 2 })).json().code).toBe('preview-replaced')
  })

  test.each([{ previewNo: 0 }, { previewNo: '1' }, { contentHash: 'A'.repeat(64) }, { contentHash: '' }])(
    'with %o gets 400',
    async (seen) => {
      const task = await taskIn(service.app, owner, 'Previewed')
      expect((await move(service.app, owner, task._id, { currentStatus: 'Approved', ...seen })).statusCode).toBe(400)
    },
  )
})

describe('an approval', () => {
  test('can be withdrawn until the task is posted', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    const response = await move(service.app, owner, task._id, { currentStatus: 'Pending' })
    expect(response.json()).toMatchObject({ currentStatus: 'Pending', previewNo: 1, approvedPreviewNo: null, version: task.version + 1 })
    expect((await move(service.app, owner, task._id, { currentStatus: 'Pending' })).json()).toEqual(response.json())
    expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).statusCode).toBe(409)
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    expect((await move(service.app, owner, task._id, { currentStatus: 'Pending' })).statusCode).toBe(409)
  })

  test('cannot be withdrawn by an admin or another owner', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    expect((await move(service.app, admin, task._id, { currentStatus: 'Pending' })).statusCode).toBe(409)
    const stranger = await ownerWithCompany(service.deps)
    expect((await move(service.app, stranger, task._id, { currentStatus: 'Pending' })).statusCode).toBe(404)
    expect(await fresh(task)).toEqual(task)
  })

  test.each([
    ['Pending', 'Posted'],
    ['Posted', 'Pending'],
  ] as const)('is withdrawn or posted, but not both: first %s, then %s', async (first, second) => {
    const task = await taskIn(service.app, owner, 'Approved')
    const send = (currentStatus: 'Pending' | 'Posted') =>
      move(service.app, currentStatus === 'Posted' ? admin : owner, task._id, { currentStatus })
    const replies: ReturnType<typeof send>[] = []
    await service.db.transaction().execute(async (trx) => {
      await lockTask(trx, task._id, undefined)
      for (const status of [first, second]) {
        replies.push(send(status))
        await expect.poll(() => lockWaits(service.db)).toBe(replies.length)
      }
    })
    const [won, lost] = await Promise.all(replies)
    expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409])
    expect(lost?.json().task).toEqual(await fresh(task))
    expect((await fresh(task)).currentStatus).toBe(first)
  })

  test('of another preview than the current one does not allow posting', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    // No request can cause this state.
    await sql`update task set preview_number = 2 where id = ${task._id}`.execute(service.db)
    const response = await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    expect(response.json()).toMatchObject({ status: 409, code: 'not-approved' })
  })
})
