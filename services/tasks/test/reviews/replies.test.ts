import { envelope } from '@app/chassis/testing/envelope.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { EventContract, EventData } from '@app/contracts/define.ts'
import { EmailSettled } from '@app/contracts/events/notifications.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { MailReply } from '@app/contracts/http/inbound-mail.ts'
import type { TaskNote } from '@app/contracts/http/notes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '../../src/consumers.ts'
import { bounceOf, inboundSteps, OWNER, replyOf } from '../inbound/inbound-steps.ts'
import { admin, NOON, read, remove, setUp } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

const DAY_MS = 86_400_000

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let inbound: ReturnType<typeof inboundSteps>
let now = NOON
beforeAll(async () => {
  service = await setUp({ now: () => now })
  link = reviewing(service)
  inbound = inboundSteps(service)
})
afterAll(() => service.stop())

/** Handles an event in a transaction, as the consumer does. */
async function handle<E extends EventContract>(event: E, data: EventData<E>): Promise<void> {
  const subscription = subscriptions(service.deps).find((one) => one.event.type === event.type)
  await service.db.transaction().execute(async (trx) => subscription?.handle(trx, envelope(event, data) as never))
}

const idOf = (token: string): string => service.deps.reviewKeys.linkIdOf(token) ?? ''

const receive = (token: string, changes: Partial<MailReply> = {}) => inbound.reply(idOf(token), replyOf(changes))

const notesOf = async (caller: Pick<Reviewer, 'headers'>, task: Task, query = '') =>
  service.app.inject({ url: `/task/${task._id}/notes${query}`, headers: caller.headers })
const listed = async (caller: Pick<Reviewer, 'headers'>, task: Task): Promise<TaskNote[]> => (await notesOf(caller, task)).json()
const fresh = async (owner: Reviewer, task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()

const eventsOf = async <E extends typeof TaskNoteAdded | typeof RecipientUnreachable>(event: E, { _id }: Task) =>
  (await outboxOf(service.db as never, event)).filter(({ subject }) => subject === _id).map(({ data }) => data)

describe('a reply', () => {
  test('becomes a note that the owner and admins see, and decides nothing', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await receive(token, { text: 'Approved!', hasAttachments: true })
    const [note] = await listed(owner, task)
    expect(note).toEqual({
      _id: expect.any(String),
      previewNo: 1,
      source: 'email',
      authorSide: 'client',
      isUnread: false,
      author: OWNER,
      isFromRecipient: true,
      isAutomatic: false,
      hasAttachments: true,
      text: 'Approved!',
      createdAt: expect.any(String),
    })
    expect(await listed(admin, task)).toEqual([{ ...note, isUnread: true }])
    expect(await fresh(owner, task)).toEqual(task)
    expect(await link.decisions(task)).toEqual([])
    expect(await link.review(token)).toMatchObject({ state: 'open' })
    expect(await eventsOf(TaskNoteAdded, task)).toEqual([
      expect.objectContaining({
        noteId: note?._id,
        previewNo: 1,
        reviewLink: { id: idOf(token), recipientKind: 'owner', recipientId: owner.id },
        isFromRecipient: true,
        mayAnswer: true,
      }),
    ])
  })

  test('that arrives twice, also at the same time, is one note with one event', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    const reply = replyOf()
    await Promise.all(Array.from({ length: 8 }, () => inbound.reply(idOf(token), reply)))
    expect(await listed(owner, task)).toHaveLength(1)
    expect(await eventsOf(TaskNoteAdded, task)).toHaveLength(1)
  })

  test('from another address becomes a note that is not answered', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await receive(token, { author: 'eve@elsewhere.example' })
    await receive(token, { author: '' })
    const notes = await listed(owner, task)
    expect(notes.map(({ author, isFromRecipient }) => [author, isFromRecipient])).toEqual([
      [null, false],
      ['eve@elsewhere.example', false],
    ])
    expect((await eventsOf(TaskNoteAdded, task)).map(({ mayAnswer }) => mayAnswer)).toEqual([false, false])
  })

  const unanswered: [string, (owner: Reviewer, token: string) => Promise<unknown>][] = [
    ['that is automatic', (_owner, token) => receive(token, { isAutomatic: true })],
    [
      'through a revoked link',
      async (owner, token) => {
        await sql`update review_link set revoked_at = now() where recipient_id = ${owner.id}`.execute(service.db)
        await receive(token)
      },
    ],
    [
      'through an expired link',
      async (_owner, token) => {
        now = new Date(NOON.getTime() + 31 * DAY_MS)
        await receive(token).finally(() => {
          now = NOON
        })
      },
    ],
  ]
  test.each(unanswered)('%s becomes a note that is not answered', async (_what, act) => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await act(owner, token)
    expect(await listed(owner, task)).toHaveLength(1)
    expect((await eventsOf(TaskNoteAdded, task)).map(({ mayAnswer }) => mayAnswer)).toEqual([false])
  })

  test('to the email of an earlier preview names this preview', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await link.linked(owner, task)
    await receive(token)
    expect((await listed(owner, task)).map(({ previewNo }) => previewNo)).toEqual([1])
  })

  test('about a removed task, or with an unknown link, is dropped; notes are removed with their task', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await receive(token)
    await remove(service.app, owner, task._id)
    await receive(token)
    await inbound.reply(crypto.randomUUID(), replyOf())
    const { rows } = await sql`
      select note.id from task_note as note where task_id = ${task._id}
      union all select note_id from task_note_author left join task_note on id = note_id where id is null`.execute(service.db)
    expect(rows).toEqual([])
  })
})

describe('the notes of a task', () => {
  test('are listed in pages, newest first', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    for (const text of ['one', 'two', 'three']) await receive(token, { text })
    const texts: string[] = []
    for (let url: string | undefined = `/task/${task._id}/notes?limit=2`; url; ) {
      const { body, headers }: { body: string; headers: Record<string, unknown> } = await service.app.inject({
        url,
        headers: owner.headers,
      })
      texts.push(...(JSON.parse(body) as TaskNote[]).map(({ text }) => text))
      url = /<(.*)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(texts).toEqual(['three', 'two', 'one'])
    expect((await notesOf(owner, task, '?limit=51')).statusCode).toBe(400)
    expect((await notesOf(owner, task, '?cursor=x')).statusCode).toBe(400)
  })

  test('are hidden from other owners', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await receive(token)
    expect((await notesOf(await reviewer(service), task)).statusCode).toBe(404)
  })

  test('stay when the address of their author is erased', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await receive(token, { author: 'Leaving@Elsewhere.example' })
    await sql`delete from task_note_author where email = 'leaving@elsewhere.example'`.execute(service.db)
    expect(await listed(owner, task)).toMatchObject([{ author: null, text: 'Please use the warmer photo.' }])
  })
})

describe('a bounce', () => {
  const bounce = (token: string) => inbound.report(idOf(token), bounceOf())
  /** The data of the events about an email with a review link to the owner. */
  const mailOf = (token: string) => ({
    topic: 'preview-ready',
    about: crypto.randomUUID(),
    recipient: { kind: 'owner' as const, id: crypto.randomUUID() },
    returnId: idOf(token),
  })
  const sent = (token: string, sentAt: Date) => handle(EmailSettled, { ...mailOf(token), sentAt: sentAt.toISOString() })

  test('marks the task on the board without a new version, and is published once', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await Promise.all(Array.from({ length: 5 }, () => bounce(token)))
    expect(await fresh(owner, task)).toEqual({ ...task, emailBounced: true })
    const listedTasks: Task[] = (await service.app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })).json()
    expect(listedTasks.find(({ _id }) => _id === task._id)).toMatchObject({ emailBounced: true })
    const cards = await service.app.inject({ url: `/admin/board/tasks?companyProfileId=${owner.company._id}`, headers: admin.headers })
    expect(cards.json()).toMatchObject([{ emailBounced: true }])
    const [event, ...others] = await eventsOf(RecipientUnreachable, task)
    expect(others).toEqual([])
    expect(event).toMatchObject({ _id: task._id, ownerId: owner.id, status: '5.1.1' })
    expect(JSON.stringify(event)).not.toContain(OWNER)
    expect((await link.approve(token)).statusCode).toBe(200)
  })

  test('and a rejection by the mail relay have the same effect', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await handle(EmailSettled, { ...mailOf(token), status: '5.1.1' })
    expect((await fresh(owner, task)).emailBounced).toBe(true)
    expect(await eventsOf(RecipientUnreachable, task)).toHaveLength(1)
  })

  test('no longer counts after the next preview, and a late bounce of an earlier email does not count', async () => {
    const owner = await reviewer(service)
    const first = await link.linked(owner)
    await bounce(first.token)
    const second = await link.linked(owner, first.task)
    expect((await fresh(owner, first.task)).emailBounced).toBe(false)
    await sql`update review_link set bounced_at = null where id = ${idOf(first.token)}`.execute(service.db)
    await bounce(first.token)
    expect((await fresh(owner, first.task)).emailBounced).toBe(false)
    await bounce(second.token)
    expect((await fresh(owner, first.task)).emailBounced).toBe(true)
  })

  test('no longer counts after a later email was accepted, in any order of the events', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
    await bounce(token)
    await sent(token, at(-10))
    expect((await fresh(owner, task)).emailBounced).toBe(true)
    await sent(token, at(10))
    expect((await fresh(owner, task)).emailBounced).toBe(false)
    await bounce(token)
    expect((await fresh(owner, task)).emailBounced).toBe(true)
    const { rows } = await sql<{ sentAt: string }>`select sent_at as "sentAt" from review_link where id = ${idOf(token)}`.execute(
      service.db,
    )
    expect(Date.parse(rows[0]?.sentAt ?? '')).toBeGreaterThan(Date.now() + 5_000)
  })

  test('about a removed task is dropped', async () => {
    const owner = await reviewer(service)
    const { task, token } = await link.linked(owner)
    await remove(service.app, owner, task._id)
    await bounce(token)
    expect(await eventsOf(RecipientUnreachable, task)).toEqual([])
  })
})
