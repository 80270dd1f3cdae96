import { person } from '@app/chassis/testing/people.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BotSignal } from '../../src/decisions/bot-signals.ts'
import { admin, deliver, giveFeedback, move, read, setUp, taskIn } from '../setup.ts'
import { byHand, type Reviewer, reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
let link: ReturnType<typeof reviewing>
beforeAll(async () => {
  service = await setUp()
  owner = await reviewer(service)
  link = reviewing(service)
})
afterAll(() => service.stop())

const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
const launch = (task: Task, body: object = {}) => move(service.app, admin, task._id, { currentStatus: 'Posted', ...body })
const confirmAs = (caller: Pick<Reviewer, 'headers'>, task: Task) =>
  service.app.inject({ method: 'POST', url: `/task/${task._id}/confirm-approval`, headers: caller.headers })

interface StoredDecision {
  id: string
  signs: BotSignal[]
  confirmedBy: string | null
}

async function decisionOf(task: Task): Promise<StoredDecision> {
  const { rows } = await sql<StoredDecision>`
    select id, signs, confirmed_by as "confirmedBy" from decision where task_id = ${task._id} order by task_version desc limit 1`.execute(
    service.db,
  )
  if (!rows[0]) throw new Error('There is no decision')
  return rows[0]
}

/** Returns a task that a machine approved through the link, and the code of the receipt. */
async function unconfirmed() {
  const linked = await link.linked(owner)
  await link.approve(linked.token, { interaction: undefined })
  const { id } = await decisionOf(linked.task)
  const code = service.deps.reviewKeys.codeOf('decision-code', id)
  return { ...linked, code, wrong: code === '000000' ? '000001' : '000000' }
}

const sentAgo = (task: Task, ago: string | null) =>
  sql`update review_link set sent_at = now() - ${ago}::interval where task_id = ${task._id}`.execute(service.db)

const openedBy = (token: string, ip: string) => link.get(token, { 'x-forwarded-for': ip })

const openedByAll = async (token: string, ...ips: string[]) => {
  for (const ip of ips) await openedBy(token, ip)
}

describe('an approval with a sign of a machine is unconfirmed', () => {
  const signs: [sign: BotSignal, approve: (linked: { task: Task; token: string }) => Promise<unknown>][] = [
    ['no-interaction', ({ token }) => link.approve(token, { interaction: undefined })],
    ['no-interaction', ({ token }) => link.approve(token, { interaction: { ...byHand, pointerOrKey: false } })],
    ['short-press', ({ token }) => link.approve(token, { interaction: { ...byHand, heldMs: 599 } })],
    ['automated', ({ token }) => link.approve(token, { interaction: { ...byHand, automated: true } })],
    ['headless', ({ token }) => link.approve(token, {}, { 'user-agent': 'Mozilla/5.0 (X11) HeadlessChrome/140.0.0.0 Safari/537.36' })],
    ['headless', ({ token }) => link.approve(token, {}, { 'user-agent': '' })],
    ['headless', ({ token }) => link.approve(token, {}, { 'user-agent': 'python-requests/2.32' })],
    ['early', async ({ task, token }) => [await sentAgo(task, '9 seconds'), await link.approve(token)]],
    ['early', async ({ task, token }) => [await sentAgo(task, null), await link.approve(token)]],
    ['early', async ({ task, token }) => [await sentAgo(task, '-1 hour'), await link.approve(token)]],
    [
      'several-addresses',
      async ({ token }) => [await openedByAll(token, '203.0.113.1', '198.51.100.1', '192.0.2.1'), await link.approve(token)],
    ],
    [
      'several-addresses',
      async ({ token }) => [
        await openedByAll(token, '203.0.113.1', '198.51.100.1', '192.0.2.1'),
        await link.approve(token, {}, { 'x-forwarded-for': '198.51.100.1' }),
      ],
    ],
  ]
  test.each(signs)('%s (case %#)', async (sign, approve) => {
    const linked = await link.linked(owner)
    await approve(linked)
    expect((await decisionOf(linked.task)).signs).toEqual([sign])
    expect(await fresh(linked.task)).toMatchObject({ currentStatus: 'Approved', approvedPreviewNo: 1, approvalUnconfirmed: true })
    expect(await link.review(linked.token)).toMatchObject({ state: 'decided', decision: { isUnconfirmed: true } })
    const [{ data } = {}] = await link.decisions(linked.task)
    expect(data).toMatchObject({ isUnconfirmed: true, decisionId: (await decisionOf(linked.task)).id })
  })

  test.each<[how: string, open: (token: string) => Promise<unknown>]>([
    ['has not been opened', async () => {}],
    ['got only a HEAD request', (token) => link.head(token)],
    ['was requested only by a program', (token) => link.get(token, { 'user-agent': 'python-requests/2.32' })],
  ])('through a link that %s', async (_how, open) => {
    const { task, token } = await link.linked(owner, undefined, false)
    await open(token)
    await link.approve(token)
    expect((await decisionOf(task)).signs).toEqual(['not-opened'])
    expect(await fresh(task)).toMatchObject({ currentStatus: 'Approved', approvalUnconfirmed: true })
  })

  test('but not through a link that a browser opened', async () => {
    const { task, token } = await link.linked(owner, undefined, false)
    await link.get(token)
    await link.approve(token)
    expect((await decisionOf(task)).signs).toEqual([])
  })

  const people: [how: string, approve: (linked: { task: Task; token: string }) => Promise<unknown>][] = [
    ['a press', ({ token }) => link.approve(token)],
    ['a press of exactly the required duration', ({ token }) => link.approve(token, { interaction: { ...byHand, heldMs: 600 } })],
    ['a typed answer', ({ token }) => link.approve(token, { interaction: { ...byHand, heldMs: 0 } })],
    ['ten seconds after the email', async ({ task, token }) => [await sentAgo(task, '10.1 seconds'), await link.approve(token)]],
    [
      'one client that opens it twice',
      async ({ token }) => [await openedBy(token, '1.2.3.4'), await openedBy(token, '1.2.3.4'), await link.approve(token)],
    ],
    [
      'a scanner that opens it when the person clicks on it',
      async ({ token }) => [
        await openedByAll(token, '203.0.113.1', '198.51.100.1'),
        await link.approve(token, {}, { 'x-forwarded-for': '198.51.100.1' }),
      ],
    ],
    [
      'three clients, one after the other',
      async ({ token }) => {
        await openedByAll(token, '203.0.113.1', '192.0.2.1')
        await sql`update review_open set opened_at = opened_at - interval '6 seconds'`.execute(service.db)
        await openedBy(token, '198.51.100.1')
        await link.approve(token)
      },
    ],
    [
      'three clients at once, and another one that decides later',
      async ({ token }) => {
        await openedByAll(token, '203.0.113.1', '198.51.100.1', '192.0.2.1')
        await sql`update review_open set opened_at = opened_at - interval '6 seconds'`.execute(service.db)
        await openedBy(token, '192.0.2.9')
        await link.approve(token, {}, { 'x-forwarded-for': '192.0.2.9' })
      },
    ],
    [
      'three clients at once, long ago',
      async ({ token }) => {
        await openedByAll(token, '203.0.113.1', '198.51.100.1', '192.0.2.1')
        await sql`update review_open set opened_at = opened_at - interval '1 hour'`.execute(service.db)
        await link.approve(token)
      },
    ],
  ]
  test.each(people)('but not after %s', async (_how, approve) => {
    const linked = await link.linked(owner)
    await approve(linked)
    expect(await decisionOf(linked.task)).toMatchObject({ signs: [] })
    expect(await fresh(linked.task)).toMatchObject({ currentStatus: 'Approved', approvalUnconfirmed: false })
  })
})

describe('an unconfirmed approval', () => {
  test('is not launched, unless an admin accepts it', async () => {
    const { task } = await unconfirmed()
    const refused = await launch(task)
    expect(refused.json()).toMatchObject({ status: 409, code: 'approval-unconfirmed', task: await fresh(task) })
    expect(refused.json().message).toMatch(/^This approval may come from an email app/)
    expect((await launch(task, { acceptUnconfirmed: true, adminPostComment: 'By phone' })).json()).toMatchObject({
      currentStatus: 'Posted',
      approvalUnconfirmed: false,
    })
    expect((await decisionOf(task)).confirmedBy).toBe('admin')
  })

  test('is accepted only by a request to launch', async () => {
    const { task } = await unconfirmed()
    const asOwner = await move(service.app, owner, task._id, { currentStatus: 'Approved', acceptUnconfirmed: true })
    expect(asOwner.json()).toMatchObject({ status: 422, errors: [{ field: 'acceptUnconfirmed' }] })
    expect((await fresh(task)).approvalUnconfirmed).toBe(true)
  })

  test('is confirmed with the code of the receipt', async () => {
    const { task, token, code } = await unconfirmed()
    const confirmed = await link.confirm(token, code)
    expect(confirmed.json()).toMatchObject({ state: 'decided', decision: { kind: 'approve', isUnconfirmed: false } })
    expect((await link.confirm(token, code)).json()).toEqual(confirmed.json())
    expect((await decisionOf(task)).confirmedBy).toBe('review-link')
    expect((await link.decisions(task)).map(({ type }) => type)).toEqual(['tasks.task-approved.v1', 'tasks.approval-confirmed.v1'])
    expect((await launch(task)).statusCode).toBe(200)
  })

  test('is confirmed in the portal by its owner only', async () => {
    const { task } = await unconfirmed()
    const stranger = await reviewer(service)
    expect((await confirmAs(stranger, task)).statusCode).toBe(404)
    expect((await confirmAs(admin, task)).statusCode).toBe(403)
    expect((await fresh(task)).approvalUnconfirmed).toBe(true)
    const confirmed = await confirmAs(owner, task)
    expect(confirmed.json()).toMatchObject({ currentStatus: 'Approved', approvalUnconfirmed: false })
    expect((await confirmAs(owner, task)).json()).toEqual(confirmed.json())
    expect((await decisionOf(task)).confirmedBy).toBe('owner')
    const [, event] = await link.decisions(task)
    expect(event).toMatchObject({ type: 'tasks.approval-confirmed.v1', data: { channel: 'portal', decidedBy: owner.id } })
  })

  test('allows five wrong codes, and after that only the portal', async () => {
    const { task, token, code, wrong } = await unconfirmed()
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await link.confirm(token, wrong)).json()).toMatchObject({ status: 422, code: 'code-wrong', errors: [{ field: 'code' }] })
    for (const one of [wrong, code]) expect((await link.confirm(token, one)).json()).toMatchObject({ status: 422, code: 'code-exhausted' })
    expect((await confirmAs(owner, task)).statusCode).toBe(200)
  })

  test('allows five wrong codes in parallel', async () => {
    const { token, wrong } = await unconfirmed()
    const codes = (await Promise.all(Array.from({ length: 12 }, () => link.confirm(token, wrong)))).map((response) => response.json().code)
    expect(codes.filter((code) => code === 'code-wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'code-exhausted')).toHaveLength(7)
  })

  test('is cleared by a withdrawal, a new preview and a referral', async () => {
    const [withdrawn, undone, replaced] = [await unconfirmed(), await unconfirmed(), await unconfirmed()]
    await move(service.app, owner, withdrawn.task._id, { currentStatus: 'Pending' })
    await link.undo(undone.token)
    await deliver(service.app, replaced.task._id)
    for (const { task, token, code } of [withdrawn, undone, replaced]) {
      expect(await fresh(task)).toMatchObject({ currentStatus: 'Pending', approvalUnconfirmed: false })
      expect((await link.confirm(token, code)).statusCode).toBeGreaterThanOrEqual(409)
    }
    await giveFeedback(service.app, owner, undone.task._id, { feedback: 'Warmer' })
    expect(await fresh(undone.task)).toMatchObject({ currentStatus: 'Roll Back', approvalUnconfirmed: false })
    expect((await confirmAs(owner, undone.task)).json()).toMatchObject({ status: 409, code: 'not-approved' })
  })

  test('is on the card of the board', async () => {
    const { task } = await unconfirmed()
    const { headers } = person('admin')
    const cards = (await service.app.inject({ url: `/admin/board/tasks?search=${task.taskId}`, headers })).json<{ taskId: number }[]>()
    expect(cards.find(({ taskId }) => taskId === task.taskId)).toMatchObject({ approvalUnconfirmed: true })
  })
})

test('decisions in the portal are recorded', async () => {
  const task = await taskIn(service.app, owner, 'Approved')
  await move(service.app, owner, task._id, { currentStatus: 'Pending' })
  await move(service.app, owner, task._id, { currentStatus: 'Roll Back' })
  await giveFeedback(service.app, owner, task._id, { feedback: 'Warmer' })
  await giveFeedback(service.app, owner, task._id, { feedback: 'And brighter' })
  const { rows } = await sql`
    select kind, channel, decided_by as "decidedBy", preview_number as "previewNo", content_hash is not null as "hasHash"
    from decision where task_id = ${task._id} order by task_version`.execute(service.db)
  const common = { channel: 'portal', decidedBy: owner.id, previewNo: 1, hasHash: true }
  expect(rows).toEqual(['approve', 'undo', 'refer-back'].map((kind) => ({ kind, ...common })))
})
