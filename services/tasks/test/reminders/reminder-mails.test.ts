import { envelope } from '@app/chassis/testing/envelope.ts'
import { PasswordChanged } from '@app/contracts/events/identity.ts'
import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { composePostingSoon } from '../../src/mail/reminders.ts'
import { revokeAfterReset } from '../../src/reviews/reactions.ts'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { admin, deliver, move, NOON, setUp } from '../setup.ts'
import { reminderSteps } from './reminder-steps.ts'

const ORIGIN = 'https://portal.example'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let steps: ReturnType<typeof reminderSteps>
let colleagues: ReturnType<typeof colleagueSteps>
let owner: Reviewer
let clock = NOON
beforeAll(async () => {
  service = await setUp({ now: () => clock })
  link = reviewing(service)
  colleagues = colleagueSteps(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  clock = NOON
  steps = reminderSteps(service)
  owner = await reviewer(service)
})

const idIn = (token: string): string => service.deps.reviewKeys.linkIdOf(token) ?? expect.unreachable()
const toOwner = (): MailRecipient => ({ kind: 'owner', id: owner.id })
const toColleague = ({ _id: id }: { _id: string }): MailRecipient => ({ kind: 'colleague', id })

/** Adds a reminder that lists the preview of a task first. Returns its id. */
async function remind({ _id }: Task): Promise<string> {
  const url = `/admin/tasks/${_id}/remind`
  expect((await service.app.inject({ method: 'POST', url, headers: admin.headers })).statusCode).toBe(200)
  return (await steps.dueReminders()).findLast(({ ownerId }) => ownerId === owner.id)?.reminderId ?? expect.unreachable()
}

const listedIn = async (id: string): Promise<object> => {
  const { rows } = await sql<{ listed: object }>`select listed from reminder where id = ${id}`.execute(service.db)
  return rows[0]?.listed ?? expect.unreachable()
}

describe('a reminder to the owner', () => {
  test('of one preview has its link, takes replies and belongs to the thread of the task', async () => {
    const { task, token } = await link.linked(owner)
    const id = await remind(task)
    const mail = await steps.compose(id, toOwner())
    expect(mail).toMatchObject({
      subject: `Waiting for your review: ${task.title}`,
      threadId: task._id,
      returnId: idIn(token),
      takesReplies: true,
      isTracked: true,
    })
    expect(mail?.text).toContain(`${ORIGIN}/review/${token}`)
    for (const name of ['to', 'unsubscribeUrl', 'parts']) expect(mail).not.toHaveProperty(name)
    expect(await listedIn(id)).toEqual({ [owner.id]: [{ taskId: task._id, previewNo: 1, reviewLinkId: idIn(token) }] })
  })

  test('of several previews lists the wanted one first, and is a thread of its own', async () => {
    const [other, wanted] = [await link.linked(owner), await link.linked(owner)]
    const mail = await steps.compose(await remind(wanted.task), toOwner())
    expect(mail).toMatchObject({
      subject: '2 previews are waiting for your review',
      threadId: owner.id,
      returnId: idIn(wanted.token),
    })
    expect(mail?.text.indexOf(wanted.token)).toBeLessThan(mail?.text.indexOf(other.token) ?? -1)
    expect(mail?.text).toContain(`${ORIGIN}/review/${other.token}`)
  })

  test('lists a postponed preview only if an admin asked for a reminder of this preview', async () => {
    const [postponed, other] = [await link.linked(owner), await link.linked(owner)]
    await sql`update review_link set snoozed_until = '2026-11-24' where task_id = ${postponed.task._id}`.execute(service.db)
    expect(await steps.compose(await remind(postponed.task), toOwner())).toMatchObject({
      subject: '2 previews are waiting for your review',
    })
    expect(await steps.compose(await remind(other.task), toOwner())).toMatchObject({ threadId: other.task._id })
    clock = new Date('2026-11-24T17:00:00Z')
    expect(await steps.compose(await remind(other.task), toOwner())).toMatchObject({
      subject: '2 previews are waiting for your review',
    })
  })

  test.each<[string, (task: Task) => Promise<unknown>]>([
    [
      'after a password reset',
      async () => {
        const data = { userId: owner.id, role: 'owner' as const, tokensInvalidBefore: 1 }
        await service.db.transaction().execute((trx) => revokeAfterReset(trx, { ...envelope(PasswordChanged, data), data }))
      },
    ],
    [
      'after the link has expired',
      ({ _id }) => sql`update review_link set expires_at = ${NOON.toISOString()} where task_id = ${_id}`.execute(service.db),
    ],
  ])('opens the portal %s', async (_when, end) => {
    const { task, token } = await link.linked(owner)
    const id = await remind(task)
    await end(task)
    const mail = await steps.compose(id, toOwner())
    expect(mail?.text).toContain(`${ORIGIN}/management?show=task-${task.taskId}`)
    expect(mail?.text).not.toContain(token)
    expect(mail).toMatchObject({ isTracked: true })
    for (const name of ['returnId', 'takesReplies']) expect(mail).not.toHaveProperty(name)
    expect(await listedIn(id)).toEqual({ [owner.id]: [{ taskId: task._id, previewNo: 1 }] })
  })

  test('uses the newest link', async () => {
    const { task, token } = await link.linked(owner)
    await sql`update review_link set expires_at = ${NOON.toISOString()} where task_id = ${task._id}`.execute(service.db)
    await link.resend(token)
    const mail = await steps.compose(await remind(task), toOwner())
    expect(mail?.returnId).toEqual(expect.any(String))
    expect(mail?.returnId).not.toBe(idIn(token))
  })

  test('is composed again with what waits then, and counted once', async () => {
    const [first, second] = [await link.linked(owner), await link.linked(owner)]
    const id = await remind(first.task)
    await steps.compose(id, toOwner())
    await link.approve(first.token)
    const mail = await steps.compose(id, toOwner())
    expect(mail).toMatchObject({ threadId: second.task._id })
    const sentAt = '2099-11-21T17:00:05.000Z'
    for (let count = 0; count < 2; count += 1) await steps.sent({ topic: 'reminder', about: id, recipient: toOwner(), sentAt })
    const { rows } = await sql`
      select reminders_sent as count, sent_at = ${sentAt} as "isSent" from task join review_link on review_link.task_id = task.id
      where company_id = ${owner.company._id} order by task.task_id`.execute(service.db)
    expect(rows).toEqual([
      { count: 0, isSent: false },
      { count: 1, isSent: true },
    ])
  })

  test('is obsolete for other people, after a newer reminder, and when nothing waits', async () => {
    const { task, token } = await link.linked(owner)
    const id = await remind(task)
    const stranger = await reviewer(service)
    const others: MailRecipient[] = [
      { kind: 'owner', id: stranger.id },
      { kind: 'admin', id: admin.id },
      { kind: 'colleague', id: owner.id },
    ]
    for (const other of others) expect(await steps.compose(id, other)).toBeUndefined()
    expect(await steps.compose(crypto.randomUUID(), toOwner())).toBeUndefined()
    expect(await steps.compose(id, toOwner())).toBeDefined()
    clock = new Date(NOON.getTime() + 4 * 3_600_000)
    const newer = await remind(task)
    expect(await steps.compose(id, toOwner())).toBeUndefined()
    expect(await steps.compose(newer, toOwner())).toBeDefined()
    await link.approve(token)
    expect(await steps.compose(newer, toOwner())).toBeUndefined()
    await move(service.app, owner, task._id, { currentStatus: 'Pending' })
    expect(await steps.compose(newer, toOwner())).toBeDefined()
    clock = new Date(clock.getTime() + 60_000)
    await deliver(service.app, task._id)
    expect(await steps.compose(newer, toOwner())).toBeUndefined()
  })
})

describe('a reminder to a colleague', () => {
  async function waiting() {
    await colleagues.delivered(owner)
    const colleague = await colleagues.colleagueOf(owner)
    const { task, owners, tokenFor } = await colleagues.delivered(owner)
    return { colleague, task, owners, own: tokenFor(colleague) }
  }

  test('has the colleague’s own links, the address, and how to end the emails', async () => {
    const { colleague, task, owners, own } = await waiting()
    const id = await remind(task)
    await steps.compose(id, toOwner())
    const mail = await steps.compose(id, toColleague(colleague))
    const invitation = service.deps.reviewKeys.invitationTokenOf(colleague._id)
    expect(mail).toMatchObject({
      subject: `Waiting for your review: ${task.title}`,
      to: colleague.email,
      threadId: task._id,
      returnId: idIn(own),
      takesReplies: true,
      isTracked: true,
      unsubscribeUrl: `${ORIGIN}/api/review/invitation/${invitation}/leave`,
    })
    expect(mail?.text).toContain(`${ORIGIN}/review/${own}`)
    expect(mail?.text).toContain(`${ORIGIN}/review/invitation/${invitation}`)
    expect(mail?.text).not.toContain(owners)
    const sentAt = '2099-11-21T17:00:05.000Z'
    await steps.sent({ topic: 'reminder', about: id, recipient: toColleague(colleague), returnId: idIn(own), sentAt })
    const { rows } = await sql<{ id: string }>`
      select review_link.id from review_link join task on task.id = review_link.task_id
      where company_id = ${owner.company._id} and sent_at = ${sentAt} and reminders_sent = 0`.execute(service.db)
    expect(rows).toEqual([{ id: idIn(own) }])
  })

  test.each<[string, (given: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>]>([
    ['the removal', ({ colleague }) => colleagues.remove(owner, colleague)],
    ['leaving', ({ colleague }) => colleagues.leave(colleagues.tokenOf(colleague))],
    ['the loss of the right to decide', ({ colleague }) => colleagues.change(owner, colleague, 'look')],
    ['a bounce', ({ colleague }) => sql`update colleague set bounced_at = now() where id = ${colleague._id}`.execute(service.db)],
    ['postponing the reminders', ({ own }) => link.snooze(own, '2026-11-23')],
    ['a decision of the owner', ({ owners }) => link.approve(owners)],
    [
      'a password reset of the owner',
      ({ own }) => sql`update review_link set revoked_at = now() where id = ${idIn(own)}`.execute(service.db),
    ],
  ])('is obsolete after %s', async (_what, change) => {
    const given = await waiting()
    await sql`update task set target_posting_date = '2026-12-24' where company_id = ${owner.company._id}`.execute(service.db)
    const id = await remind(given.task)
    expect(await steps.compose(id, toColleague(given.colleague))).toBeDefined()
    await change(given)
    expect(await steps.compose(id, toColleague(given.colleague))).toBeUndefined()
    expect(await steps.compose(id, toOwner())).toBeDefined()
  })
})

test('the list for the admins is only for admins, and only about its own reminder', async () => {
  const { task } = await link.linked(owner)
  const compose = composePostingSoon(service.deps)
  const about = await remind(task)
  for (const recipient of [{ kind: 'admin', id: admin.id } as const, toOwner()])
    expect(await compose({ about, recipient, ids: [] })).toBe('obsolete')
})
