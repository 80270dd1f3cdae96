import { multipart } from '@app/chassis/testing/multipart.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Review } from '@app/contracts/http/reviews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, deliver, move, NOON, read, remove, setUp, storedKeys } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

const DAY_MS = 86_400_000

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
let link: ReturnType<typeof reviewing>
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  owner = await reviewer(service)
  link = reviewing(service)
})
afterAll(() => service.stop())

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()

async function at<T>(time: Date, work: () => Promise<T>): Promise<T> {
  now = time
  try {
    return await work()
  } finally {
    now = NOON
  }
}

const inDays = (days: number): Date => new Date(NOON.getTime() + days * DAY_MS)

/** Expects that the review contains `outcome`, and that each decision through the link gets 410 with this review. */
async function expectEnded(token: string, outcome: Partial<Review>): Promise<void> {
  const review = await link.review(token)
  expect(review).toMatchObject(outcome)
  for (const response of [await link.approve(token), await link.referBack(token)])
    expect(response.json()).toMatchObject({ status: 410, code: 'review-ended', review })
}

test('a link shows the preview, and neither GET nor HEAD changes the task or the link', async () => {
  const { task, token } = await link.linked(owner)
  const review = await link.review(token)
  expect(review).toMatchObject({
    state: 'open',
    sentTo: 'm…@harborpine.example',
    expiresAt: '2026-12-21T17:00:00Z',
    company: { name: 'Palm Bakery', logo: null, color: null },
    task: { taskId: task.taskId, title: task.title },
    preview: { number: 1, isCurrent: true },
    currentPreviewNo: 1,
    decision: null,
    canUndo: false,
    canResend: false,
  })
  const responses = await Promise.all(Array.from({ length: 100 }, (_, n) => (n % 2 ? link.get(token) : link.head(token))))
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await fresh(task)).toEqual(task)
  expect(await link.review(token)).toEqual(review)
})

test('one POST approves, and the next gets 410 with the outcome', async () => {
  const { task, token } = await link.linked(owner)
  const approved = await link.approve(token)
  expect(approved.statusCode).toBe(200)
  const decision = { kind: 'approve', channel: 'review-link', sentTo: 'm…@harborpine.example', isUnconfirmed: false } as const
  expect(approved.json()).toMatchObject({ state: 'decided', decision, canUndo: true })
  expect(await fresh(task)).toMatchObject({ currentStatus: 'Approved', approvedPreviewNo: 1, approvalUnconfirmed: false })
  const { next: _, ...outcome } = approved.json()
  await expectEnded(token, outcome)
  const [event, ...others] = await link.decisions(task)
  expect(others).toEqual([])
  const { _id, taskId, companyProfileId, title } = task
  expect(event?.data).toEqual({
    _id,
    taskId,
    companyProfileId,
    companyName: owner.company.companyName,
    ownerId: owner.id,
    title,
    targetPostingDate: task.occurrenceDate,
    channel: 'review-link',
    previewNo: 1,
    decisionId: expect.any(String),
  })
  expect(event).not.toHaveProperty('actorid')
})

test('of 50 parallel decisions one succeeds, and one event is published', { tags: 'nightly' }, async () => {
  const { task, token } = await link.linked(owner)
  const decisions = Array.from({ length: 50 }, (_, n) => (n % 2 ? link.approve(token) : link.referBack(token)))
  const statuses = (await Promise.all(decisions)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 410)).toHaveLength(49)
  expect(await link.decisions(task)).toHaveLength(1)
})

test('of parallel decisions in the portal and through the link one succeeds', async () => {
  const { task, token } = await link.linked(owner)
  const decisions = Array.from({ length: 20 }, (_, n) =>
    n % 2 ? link.approve(token) : move(service.app, owner, task._id, { currentStatus: 'Roll Back', previewNo: 1 }),
  )
  const statuses = (await Promise.all(decisions)).map(({ statusCode }) => statusCode)
  expect(await link.decisions(task)).toHaveLength(1)
  const isReferredBack = (await fresh(task)).currentStatus === 'Roll Back'
  // If the preview was referred back, all ten requests of the portal succeed: the nine repeated requests for the same status change
  // nothing.
  expect(statuses.filter((status) => status === 200)).toHaveLength(isReferredBack ? 10 : 1)
  expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set(isReferredBack ? [410] : [409, 410]))
})

test('a preview can be referred back with feedback and a picture', async () => {
  const { task, token } = await link.linked(owner)
  for (const feedback of ['', '  ']) expect((await link.referBack(token, { feedback })).statusCode).toBe(422)
  expect((await link.referBack(token, { previewNo: '2' })).json()).toMatchObject({ code: 'preview-replaced', review: { state: 'open' } })
  const response = await link.referBack(token, { feedback: 'Warmer' }, { clientSuggestImage: png() })
  expect(response.json()).toMatchObject({ state: 'decided', decision: { kind: 'refer-back', channel: 'review-link' }, canUndo: false })
  const after = await fresh(task)
  expect(after).toMatchObject({ currentStatus: 'Roll Back', rollbackFeedback: [{ feedback: 'Warmer', previewNo: 1 }] })
  expect(after.rollbackFeedback[0]?.clientSuggestImage).toMatch(/\/files\/public\/tasks\//)
  expect((await link.undo(token)).json()).toMatchObject({ status: 410, review: { state: 'decided' } })
})

describe('a referral', () => {
  test.each([
    ['with the observations of a person', {}, []],
    ['with a typed number', { heldMs: '0' }, []],
    ['with a short press', { heldMs: '10' }, ['short-press']],
    ['without input', { pointerOrKey: 'false' }, ['no-interaction']],
    ['by an automated browser', { automated: 'true' }, ['automated']],
  ])('%s is stored with its feedback', async (_how, fields, signs) => {
    const { task, token } = await link.linked(owner)
    expect((await link.referBack(token, fields)).statusCode).toBe(200)
    const { rows } = await sql`select signs from decision where task_id = ${task._id}`.execute(service.db)
    expect(rows).toEqual([{ signs }])
    const after = await fresh(task)
    const mark = signs.length > 0 ? { isUnconfirmed: true } : {}
    expect(after).toMatchObject({
      currentStatus: 'Roll Back',
      approvalUnconfirmed: false,
      rollbackFeedback: [{ feedback: 'Warmer', ...mark }],
    })
    expect('isUnconfirmed' in (after.rollbackFeedback[0] ?? {})).toBe(signs.length > 0)
    const [event] = await link.decisions(task)
    expect(event?.data).toMatchObject({ hasFeedback: true, ...mark })
    expect(JSON.stringify(event)).not.toContain('Warmer')
    expect('isUnconfirmed' in (event?.data ?? {})).toBe(signs.length > 0)
  })

  test('of a request without the page has signs of a machine, and an admin can deliver the preview again', async () => {
    const { task, token } = await link.linked(owner)
    const form = await multipart({ previewNo: '1', feedback: 'test' })
    const headers = { ...form.headers, 'user-agent': 'python-requests/2.32' }
    await service.app.inject({ method: 'POST', url: `/review/${token}/refer-back`, payload: form.payload, headers })
    expect((await fresh(task)).rollbackFeedback).toMatchObject([{ feedback: 'test', isUnconfirmed: true }])
    const again = await link.linked(owner, task)
    expect((await link.approve(again.token, { previewNo: 2 })).json()).toMatchObject({
      decision: { kind: 'approve', isUnconfirmed: false },
    })
  })

  test.each<Record<string, string>>([{ heldMs: '-1' }, { heldMs: '1234567' }, { pointerOrKey: 'yes' }, { automated: '' }])(
    'with %o gets 400',
    async (fields) => {
      const { task, token } = await link.linked(owner)
      expect((await link.referBack(token, fields)).statusCode).toBe(400)
      expect(await fresh(task)).toEqual(task)
    },
  )
})

test('an ended link accepts no files', async () => {
  const { token } = await link.linked(owner)
  await link.approve(token)
  const before = await storedKeys(service.deps)
  expect((await link.referBack(token, {}, { clientSuggestImage: png() })).statusCode).toBe(410)
  expect(await storedKeys(service.deps)).toEqual(before)
})

describe('an approval', () => {
  test('can be undone with a reason, and then the link is open again', async () => {
    const { task, token } = await link.linked(owner)
    expect((await link.undo(token)).json()).toMatchObject({ status: 409, code: 'not-approved', review: { state: 'open' } })
    await link.approve(token)
    expect((await link.undo(token, { reason: '  ' })).json()).toMatchObject({ status: 422, errors: [{ field: 'reason' }] })
    expect((await link.undo(token, { previewNo: 2 })).json()).toMatchObject({ status: 409, code: 'preview-replaced' })
    const undone = await link.undo(token)
    expect(undone.json()).toMatchObject({ state: 'open', decision: null, canUndo: false })
    expect((await link.undo(token)).statusCode).toBe(409)
    expect((await link.approve(token)).json()).toMatchObject({ state: 'decided', canUndo: true })
    const events = await link.decisions(task)
    expect(events.map(({ type }) => type)).toEqual(['tasks.task-approved.v1', 'tasks.approval-withdrawn.v1', 'tasks.task-approved.v1'])
    expect(events[1]?.data).toMatchObject({ reason: 'Wrong price', channel: 'review-link' })
  })

  test('can be undone three times by a recipient, and then only in the portal', async () => {
    const { task, token } = await link.linked(owner)
    for (const left of [2, 1, 0]) {
      await link.approve(token)
      expect((await link.undo(token)).statusCode).toBe(200)
      expect((await link.review(token)).undosLeft).toBeUndefined()
      expect((await link.approve(token)).json()).toMatchObject({ canUndo: left > 0, undosLeft: left })
      await move(service.app, owner, task._id, { currentStatus: 'Pending' })
    }
    await link.approve(token)
    const events = (await link.decisions(task)).length
    expect((await link.undo(token)).json()).toMatchObject({
      status: 409,
      code: 'undo-limit',
      message: expect.stringContaining('please sign in, or call us'),
      review: { canUndo: false, undosLeft: 0 },
    })
    expect((await link.decisions(task)).length).toBe(events)
    expect((await move(service.app, owner, task._id, { currentStatus: 'Pending' })).statusCode).toBe(200)
  })

  test('cannot be undone after the task was posted', async () => {
    const { task, token } = await link.linked(owner)
    await link.approve(token)
    expect((await move(service.app, admin, task._id, { currentStatus: 'Posted' })).statusCode).toBe(200)
    expect((await link.undo(token)).json()).toMatchObject({ status: 410, review: { state: 'decided', canUndo: false } })
  })

  test('in the portal ends the link, and the page names no person', async () => {
    const { task, token } = await link.linked(owner)
    await move(service.app, owner, task._id, { currentStatus: 'Approved' })
    await expectEnded(token, { state: 'decided', decision: expect.objectContaining({ kind: 'approve', channel: 'portal', sentTo: null }) })
    expect(JSON.stringify(await link.review(token))).not.toContain(owner.id)
    expect((await link.undo(token)).json()).toMatchObject({ state: 'open' })
  })
})

describe('a link', () => {
  test('of a replaced preview ends', async () => {
    const first = await link.linked(owner)
    const second = await link.linked(owner, first.task)
    await expectEnded(first.token, { state: 'replaced', currentPreviewNo: 2, canResend: true })
    expect(await link.review(first.token)).toMatchObject({ preview: { number: 1, isCurrent: false } })
    expect((await link.approve(second.token, { previewNo: 1 })).json()).toMatchObject({ status: 409, code: 'preview-replaced' })
    expect((await link.approve(second.token, { previewNo: 2 })).statusCode).toBe(200)
    expect(await link.review(first.token)).toMatchObject({ state: 'replaced', canResend: false })
  })

  test('expires after 30 days, and then shows nothing', async () => {
    const { token } = await link.linked(owner)
    await at(inDays(29.9), async () => expect(await link.review(token)).toMatchObject({ state: 'open' }))
    await at(inDays(30), () => expectEnded(token, { state: 'expired', preview: null, task: null, company: null, canResend: true }))
    expect(await link.review(token)).toMatchObject({ state: 'open' })
    await link.approve(token)
    await at(inDays(30), () => expectEnded(token, { state: 'decided', preview: null, canUndo: false }))
  })

  test('works if the clock is set back by an hour', async () => {
    const { token } = await link.linked(owner)
    await at(new Date(NOON.getTime() - 3_600_000), async () => {
      expect((await link.approve(token)).json()).toMatchObject({ state: 'decided', decision: { isUnconfirmed: false } })
      expect((await link.undo(token)).json()).toMatchObject({ state: 'open' })
    })
    await sql`update decision set created_at = created_at + interval '1 hour'`.execute(service.db)
    expect((await link.approve(token)).json()).toMatchObject({ state: 'decided', decision: { kind: 'approve' } })
  })

  test('ends when the task is removed', async () => {
    const { task, token } = await link.linked(owner)
    expect((await remove(service.app, owner, task._id)).statusCode).toBe(200)
    await expectEnded(token, { state: 'removed', preview: null, decision: null, sentTo: '' })
    for (const act of [link.undo(token), link.confirm(token, '123456'), link.resend(token)])
      expect((await act).json()).toMatchObject({ status: 410, review: { state: 'removed' } })
    const { rows } = await sql`select from review_link where task_id = ${task._id}`.execute(service.db)
    expect(rows).toEqual([])
  })

  test('is not created for an unconfirmed email address', async () => {
    const stranger = await reviewer(service, { isConfirmed: false })
    await expect(link.linked(stranger)).rejects.toThrow('no review link')
  })

  test('is recorded as opened at most 20 times, and only by GET', async () => {
    const { task, token } = await link.linked(owner, undefined, false)
    await link.head(token)
    const opens = async () =>
      (
        await sql<{ client: string; first: boolean }>`
          select client_key_hash as client, first_opened_at is not null as first from review_link
          join review_open on link_id = review_link.id where task_id = ${task._id}`.execute(service.db)
      ).rows
    expect(await opens()).toEqual([])
    for (let n = 0; n < 25; n++) await link.get(token, { 'x-forwarded-for': `203.0.113.${n}` })
    expect(await opens()).toHaveLength(20)
    expect((await opens())[0]).toEqual({ client: expect.stringMatching(/^[\w-]{43}$/), first: true })
  })

  test('is recorded as opened by all clients that open it at the same time', async () => {
    const { task, token } = await link.linked(owner)
    await Promise.all(Array.from({ length: 15 }, (_, n) => link.get(token, { 'x-forwarded-for': `198.51.100.${n}` })))
    const { rows } = await sql`
      select distinct client_key_hash from review_link join review_open on link_id = review_link.id
      where task_id = ${task._id}`.execute(service.db)
    expect(rows).toHaveLength(15)
  })

  test('can be read while its task and the link are locked', async () => {
    const { task, token } = await link.linked(owner)
    await service.db.transaction().execute(async (trx) => {
      await sql`select from task where id = ${task._id} for update`.execute(trx)
      await sql`select from review_link where task_id = ${task._id} for update`.execute(trx)
      expect(await link.review(token)).toMatchObject({ state: 'open' })
    })
  })
})

test.each([
  ['approve', {}],
  ['approve', { previewNo: 0 }],
  ['approve', { previewNo: 1, interaction: { pointerOrKey: true } }],
  ['approve', { previewNo: 1, interaction: { pointerOrKey: true, heldMs: -1, automated: false } }],
  ['approve', { previewNo: 1, code: '12345' }],
  ['approve', { previewNo: 1, currentStatus: 'Posted' }],
  ['undo', { previewNo: 1 }],
  ['undo', { previewNo: 1, reason: 'x'.repeat(1_001) }],
  ['confirm', { code: 'ABCDEF' }],
])('%s rejects the body %j', async (action, payload) => {
  const { task, token } = await link.linked(owner)
  const response = await service.app.inject({ method: 'POST', url: `/review/${token}/${action}`, payload })
  expect(response.statusCode).toBe(400)
  expect(await fresh(task)).toEqual(task)
})

test('each delivery creates a link, and a link to one preview is not a link to the next', async () => {
  const { task } = await link.linked(owner)
  await deliver(service.app, task._id)
  const { rows } = await sql<{ previewNo: number }>`
    select preview_number as "previewNo" from review_link where task_id = ${task._id} order by preview_number`.execute(service.db)
  expect(rows).toEqual([{ previewNo: 1 }, { previewNo: 2 }])
})
