import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { PasswordChanged, UserChanged } from '@app/contracts/events/identity.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import { ReviewLinkIssued } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { SEPARATE_EMAILS_MAX } from '@app/contracts/rules/reviews.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '../../src/consumers.ts'
import { purgeReviews } from '../../src/reviews/start-purging.ts'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { reminderSteps } from '../reminders/reminder-steps.ts'
import { admin, deliver, NOON, onDraft, setUp, taskIn, upload } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  link = reviewing(service)
})
afterAll(() => service.stop())

/** Handles an event in a transaction, as the consumer does. */
async function handle<E extends EventContract>(event: E, data: EventData<E>, version = 1): Promise<void> {
  const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
  await service.db.transaction().execute(async (trx) => subscription?.handle(trx, envelope(event, data, version) as never))
}

/** The data of the events about further links to previews of an owner. */
const issuedTo = async ({ id }: Reviewer) =>
  (await outboxOf(service.db as never, ReviewLinkIssued)).filter(({ data }) => data.ownerId === id).map(({ data }) => data)

const settingsUrl = (owner: Reviewer) => `/task/review-settings/${owner.company._id}`
const set = (caller: Pick<Reviewer, 'headers'>, owner: Reviewer, payload: object) =>
  service.app.inject({ method: 'PUT', url: settingsUrl(owner), payload, headers: caller.headers })

test('a password reset revokes all links of the user, and no other links', async () => {
  const [owner, other] = [await reviewer(service), await reviewer(service)]
  const links = [await link.linked(owner), await link.linked(owner)]
  const unaffected = await link.linked(other)
  await link.approve(links[1]?.token ?? '')
  await handle(PasswordChanged, { userId: owner.id, role: 'owner', tokensInvalidBefore: 1 })
  for (const { token } of links) {
    expect(await link.review(token)).toMatchObject({ state: 'revoked', preview: null, task: null, company: null, decision: null })
    for (const act of [link.approve(token), link.referBack(token), link.undo(token), link.confirm(token, '123456'), link.resend(token)])
      expect((await act).json()).toMatchObject({ status: 410, review: { state: 'revoked', canResend: false } })
  }
  expect(await link.review(unaffected.token)).toMatchObject({ state: 'open' })
})

describe('the settings', () => {
  test('are on, and can be read by the owner and admins, and changed by the owner only', async () => {
    const [owner, stranger] = [await reviewer(service), await reviewer(service)]
    const readAs = (caller: Pick<Reviewer, 'headers'>) => service.app.inject({ url: settingsUrl(owner), headers: caller.headers })
    for (const caller of [owner, admin]) expect((await readAs(caller)).json()).toEqual({ reviewLinks: true, codeForNewBrowser: false })
    expect((await readAs(stranger)).statusCode).toBe(404)
    const payload = { reviewLinks: true, codeForNewBrowser: true }
    expect((await set(stranger, owner, payload)).statusCode).toBe(404)
    expect((await set(admin, owner, payload)).statusCode).toBe(403)
    expect((await set(owner, owner, payload)).json()).toEqual(payload)
    expect((await readAs(owner)).json()).toEqual(payload)
    for (const refused of [{}, { reviewLinks: 'yes', codeForNewBrowser: true }, { ...payload, requiresCheck: true }])
      expect((await set(owner, owner, refused)).statusCode).toBe(400)
  })

  test('end all links when the links are switched off, also after they are switched on again', async () => {
    const owner = await reviewer(service)
    const { token, task } = await link.linked(owner)
    await set(owner, owner, { reviewLinks: false, codeForNewBrowser: false })
    expect(await link.review(token)).toMatchObject({ state: 'revoked', preview: null })
    await expect(link.linked(owner)).rejects.toThrow('no review link')
    await set(owner, owner, { reviewLinks: true, codeForNewBrowser: false })
    expect(await link.review(token)).toMatchObject({ state: 'revoked' })
    expect(await link.review((await link.linked(owner, task)).token)).toMatchObject({ state: 'open' })
  })
})

describe('a new link', () => {
  test('replaces an expired link or a link to an earlier preview', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    expect((await link.resend(token)).json()).toMatchObject({ status: 410, review: { state: 'open' } })
    await link.linked(owner, task)
    const response = await link.resend(token)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ message: 'We sent a new link to m…@harborpine.example.' })
    const [issued] = await issuedTo(owner)
    expect(issued).toMatchObject({ _id: task._id, previewNo: 2, ownerId: owner.id })
    expect(await link.review(service.deps.reviewKeys.tokenOf(issued?.reviewLink.id ?? ''))).toMatchObject({
      state: 'open',
      preview: { number: 2 },
    })
  })

  test('is sent at most three times an hour for a task, so that links of other tasks still work', { tags: 'nightly' }, async () => {
    const owner = await reviewer(service)
    const links = [await link.linked(owner), await link.linked(owner)]
    now = new Date(NOON.getTime() + 31 * 86_400_000)
    try {
      for (const at of [0, 1, 0, 1, 0]) expect((await link.resend(links[at]?.token ?? '')).statusCode).toBe(202)
      const refused = await link.resend(links[0]?.token ?? '')
      expect(refused.json()).toMatchObject({ status: 429, code: 'too-many' })
      expect((await link.resend(links[1]?.token ?? '')).statusCode).toBe(202)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
      const other = await reviewer(service)
      now = NOON
      const { token } = await link.linked(other)
      now = new Date(NOON.getTime() + 31 * 86_400_000)
      expect((await link.resend(token)).statusCode).toBe(202)
    } finally {
      now = NOON
    }
  })

  test('is not sent for a preview that was decided', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    const second = await link.linked(owner, task)
    await link.approve(second.token, { previewNo: 2 })
    expect((await link.resend(token)).json()).toMatchObject({ status: 410, review: { state: 'replaced' } })
  })
})

describe('the address of an owner', () => {
  const registered = (userId: string, email = 'new@harborpine.example'): EventData<typeof UserChanged> => ({
    change: 'registered',
    userId,
    email,
    username: 'Maria',
    role: 'owner',
    emailVerified: false,
  })
  const verified = (userId: string): EventData<typeof UserChanged> => ({ ...registered(userId), change: 'verified', emailVerified: true })
  const republished = (userId: string): EventData<typeof UserChanged> => ({ ...verified(userId), change: 'none' })
  async function ownerWithout(): Promise<Reviewer> {
    const owner = await reviewer(service)
    await sql`delete from owner_address where owner_id = ${owner.id}`.execute(service.db)
    return owner
  }
  const hasLink = async (owner: Reviewer): Promise<boolean> =>
    link.linked(owner).then(
      () => true,
      () => false,
    )

  test('is used after it was confirmed, in any order of the events', async () => {
    const owner = await ownerWithout()
    expect(await hasLink(owner)).toBe(false)
    await handle(UserChanged, registered(owner.id), 1)
    expect(await hasLink(owner)).toBe(false)
    await handle(UserChanged, verified(owner.id), 2)
    expect(await hasLink(owner)).toBe(true)

    const late = await ownerWithout()
    await handle(UserChanged, verified(late.id), 2)
    await handle(UserChanged, registered(late.id, 'old@harborpine.example'), 1)
    const { token } = await link.linked(late)
    expect(await link.review(token)).toMatchObject({ sentTo: 'n…@harborpine.example' })
  })

  test('when it is confirmed, the waiting previews get their links, once', async () => {
    const owner = await reviewer(service, { isConfirmed: false })
    const waiting = await taskIn(service.app, owner, 'Previewed')
    for (const status of ['Pending', 'Roll Back', 'Approved'] as const) await taskIn(service.app, owner, status)
    await handle(UserChanged, verified(owner.id), 2)
    await handle(UserChanged, verified(owner.id), 2)
    await handle(UserChanged, republished(owner.id), 3)
    const [issued, ...others] = await issuedTo(owner)
    expect(others).toEqual([])
    expect(issued).toMatchObject({
      _id: waiting._id,
      companyProfileId: owner.company._id,
      previewNo: 1,
      reviewLink: { recipientKind: 'owner', recipientId: owner.id },
    })
    const token = service.deps.reviewKeys.tokenOf(issued?.reviewLink.id ?? '')
    expect(await link.review(token)).toMatchObject({ state: 'open', sentTo: 'n…@harborpine.example' })
  })

  test('creates no links for owners who switched them off, until they switch them on', async () => {
    const off = await reviewer(service, { isConfirmed: false })
    await taskIn(service.app, off, 'Previewed')
    await set(off, off, { reviewLinks: false, codeForNewBrowser: false })
    await handle(UserChanged, verified(off.id), 2)
    expect(await issuedTo(off)).toEqual([])
    for (let count = 0; count < 2; count++) await set(off, off, { reviewLinks: true, codeForNewBrowser: false })
    expect(await issuedTo(off)).toHaveLength(1)
  })

  test('if it is confirmed while many previews wait, one reminder lists them all', async () => {
    const { sendReminders } = reminderSteps(service)
    const busy = await reviewer(service, { isConfirmed: false })
    const tasks: Task[] = []
    for (let count = 0; count <= SEPARATE_EMAILS_MAX; count++) tasks.push(await taskIn(service.app, busy, 'Previewed'))
    await handle(UserChanged, verified(busy.id), 2)
    await handle(UserChanged, verified(busy.id), 2)
    expect(await issuedTo(busy)).toEqual([])
    const [mail, ...others] = (await sendReminders()).filter(({ recipient }) => recipient.id === busy.id)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`${tasks.length} previews are waiting for your review`)
    const { rows } = await sql<{ id: string }>`select id from review_link where recipient_id = ${busy.id}`.execute(service.db)
    expect(rows).toHaveLength(tasks.length)
    for (const { id } of rows) expect(mail?.text).toContain(service.deps.reviewKeys.tokenOf(id))
  })

  test('ends the links to the former address when it changes, and the waiting previews get one to the new address', async () => {
    const colleagues = colleagueSteps(service)
    const owner = await colleagues.ownerWithPreview()
    await colleagues.colleagueOf(owner)
    const { task, token } = await link.linked(owner)
    await sql`update task set email_bounced = true where id = ${task._id}`.execute(service.db)
    const before = (await issuedTo(owner)).length
    const moved = { ...verified(owner.id), change: 'email-changed' as const, email: 'olive@second.example' }
    for (let count = 0; count < 2; count++) await handle(UserChanged, moved, 9)
    expect(await link.review(token)).toMatchObject({ state: 'revoked' })
    const issued = (await issuedTo(owner)).slice(before).filter(({ _id }) => _id === task._id)
    expect(issued.map(({ reviewLink }) => reviewLink.recipientId)).toEqual([owner.id])
    const fresh = service.deps.reviewKeys.tokenOf(issued[0]?.reviewLink.id ?? '')
    expect(await link.review(fresh)).toMatchObject({ state: 'open', sentTo: 'o…@second.example' })
    const { rows } = await sql`select from task where id = ${task._id} and email_bounced`.execute(service.db)
    expect(rows).toEqual([])
  })

  test('gets no link after an admin corrected it, until the owner confirms it', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    const corrected = { ...registered(owner.id, 'right@harborpine.example'), change: 'email-changed' as const }
    await handle(UserChanged, corrected, 8)
    expect(await link.review(token)).toMatchObject({ state: 'revoked' })
    expect(await hasLink(owner)).toBe(false)
    await handle(UserChanged, { ...corrected, change: 'verified', emailVerified: true }, 9)
    const issued = (await issuedTo(owner)).find(({ _id }) => _id === task._id)
    const fresh = service.deps.reviewKeys.tokenOf(issued?.reviewLink.id ?? '')
    expect(await link.review(fresh)).toMatchObject({ state: 'open', sentTo: 'r…@harborpine.example' })
  })

  test('is not marked as bounced by an email to the former address', async () => {
    const owner = await reviewer(service)
    const { task } = await link.linked(owner)
    const { rows } = await sql<{ id: string }>`select id from review_link where task_id = ${task._id}`.execute(service.db)
    await handle(UserChanged, { ...verified(owner.id), change: 'email-changed', email: 'olive@second.example' }, 9)
    const mail = { topic: 'preview-ready', about: crypto.randomUUID(), recipient: { kind: 'owner' as const, id: owner.id } }
    await handle(EmailSettled, { ...mail, returnId: rows[0]?.id ?? '', status: '5.1.1' })
    const { rows: bounced } = await sql`select from task where id = ${task._id} and email_bounced`.execute(service.db)
    expect(bounced).toEqual([])
  })

  test('each recipient of a preview gets an event about the link', async () => {
    const colleagues = colleagueSteps(service)
    const owner = await colleagues.ownerWithPreview()
    const colleague = await colleagues.colleagueOf(owner)
    const task = await taskIn(service.app, owner, 'Previewed')
    await sql`delete from review_link where task_id = ${task._id}`.execute(service.db)
    await set(owner, owner, { reviewLinks: true, codeForNewBrowser: false })
    expect((await issuedTo(owner)).map(({ _id, reviewLink }) => [_id, reviewLink.recipientId])).toEqual([
      [task._id, owner.id],
      [task._id, colleague._id],
    ])
  })

  test('a preview that is delivered while the address is confirmed gets exactly one link', async () => {
    const owner = await reviewer(service, { isConfirmed: false })
    const tasks = await Promise.all(Array.from({ length: 4 }, () => taskIn(service.app, owner, 'Pending')))
    await Promise.all([
      ...tasks.map(({ _id }) => deliver(service.app, _id)),
      inTransaction(service.db, async (trx) => {
        const confirm = subscriptions(service.deps).find(({ event }) => event.type === UserChanged.type)
        await confirm?.handle(trx, envelope(UserChanged, verified(owner.id), 2) as never)
      }),
    ])
    const { rows } = await sql<{ links: number }>`
      select count(*)::int as links from review_link join task on task.id = review_link.task_id where company_id = ${owner.company._id} group by task.id`.execute(
      service.db,
    )
    expect(rows.map(({ links }) => links)).toEqual([1, 1, 1, 1])
  })

  test('is filled by republished states of owners, but not of admins', async () => {
    const [owner, other] = [await ownerWithout(), await ownerWithout()]
    await handle(UserChanged, republished(owner.id), 3)
    await handle(UserChanged, { ...republished(other.id), role: 'admin' }, 3)
    expect([await hasLink(owner), await hasLink(other)]).toEqual([true, false])
  })
})

test('a draft has no link until it is delivered', async () => {
  const owner = await reviewer(service)
  const task = await taskIn(service.app, owner, 'Pending')
  const { preview } = (await upload(service.app, task._id, { file1: png() }, { deliver: 'false' })).json()
  await expect(link.tokenOf(task)).rejects.toThrow('no review link')
  await onDraft(service.app, admin, preview._id, 'deliver')
  expect(await link.review(await link.tokenOf(task))).toMatchObject({ state: 'open', preview: { number: 1 } })
})

test('a preview of several files has a link', async () => {
  const owner = await reviewer(service)
  const task = await taskIn(service.app, owner, 'Pending')
  await upload(service.app, task._id, { file1: png(), file2: png() }, { caption: 'Bread' })
  const review = await link.review(await link.tokenOf(task))
  expect(review).toMatchObject({ state: 'open', preview: { number: 1, caption: 'Bread', files: [{ kind: 'image' }, { kind: 'image' }] } })
})

test('the time of the email is stored, and an event about a removed link is ignored', async () => {
  const owner = await reviewer(service)
  const { task } = await link.linked(owner)
  const { rows } = await sql<{ id: string }>`select id from review_link where task_id = ${task._id}`.execute(service.db)
  const sentAt = '2099-11-21T16:00:00Z'
  const mail = { topic: 'preview-ready', about: crypto.randomUUID(), recipient: { kind: 'owner' as const, id: owner.id } }
  for (const returnId of [rows[0]?.id ?? '', crypto.randomUUID()]) await handle(EmailSettled, { ...mail, returnId, sentAt })
  await handle(EmailSettled, { ...mail, sentAt })
  const stored = await sql<{ sentAt: string }>`select sent_at as "sentAt" from review_link where task_id = ${task._id}`.execute(service.db)
  expect(stored.rows).toEqual([{ sentAt }])
})

test('opens are deleted after seven days', async () => {
  const owner = await reviewer(service)
  const { token } = await link.linked(owner)
  await link.get(token)
  await link.get(token)
  await sql`update review_open set opened_at = now() - interval '8 days' where id = (select max(id) from review_open)`.execute(service.db)
  const count = async () => (await sql`select from review_open`.execute(service.db)).rows.length
  const before = await count()
  await purgeReviews(service.db)
  expect(await count()).toBe(before - 1)
})

test('an invalid token gets 404, and a token is in no log line and in no event', async () => {
  const owner = await reviewer(service)
  const { token } = await link.linked(owner)
  const other = Buffer.from(token, 'base64url')
  other[20] = (other[20] ?? 0) ^ 1
  for (const invalid of [other.toString('base64url'), 'x'.repeat(43)]) {
    expect((await link.get(invalid)).json()).toMatchObject({ status: 404, code: 'review-not-found' })
    for (const act of [
      link.approve(invalid),
      link.referBack(invalid),
      link.undo(invalid),
      link.confirm(invalid, '123456'),
      link.resend(invalid),
    ])
      expect((await act).statusCode).toBe(404)
  }
  await link.get('short')
  await link.approve(token)
  await link.referBack(token)
  await link.undo(token)
  await link.confirm(token, '123456')
  await link.resend(token)
  const { rows } = await sql<{ event: object }>`select event from outbox`.execute(service.db)
  expect(service.lines.length).toBeGreaterThan(0)
  expect(service.lines.join('\n') + JSON.stringify(rows)).not.toContain(token)
})
