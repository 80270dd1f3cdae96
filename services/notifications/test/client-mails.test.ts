import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { person } from '@app/chassis/testing/people.ts'
import type { ClientMail } from '@app/contracts/http/client-mails.ts'
import type { MailReport } from '@app/contracts/http/inbound-mail.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { recordReport } from '../src/mail/reported-mail.repository.ts'
import { type Replica, startReplica } from './support/replica.ts'

const OTHERS = 20_000
const admin = person('admin')
let database: TestDatabase
let replica: Replica

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:9' })
  await sql`
    insert into mail (id, event_id, template, composer, about, recipient_kind, recipient_id, recipient, state, return_id)
    select gen_random_uuid(), n::text, 'posted', 'tasks', gen_random_uuid(), 'owner', gen_random_uuid(), n || '@example.com', 'sent',
      gen_random_uuid()
    from generate_series(1, ${OTHERS}) as n`.execute(replica.db)
  await sql`analyze mail`.execute(replica.db)
})
afterAll(async () => {
  await replica.stop()
  await database.drop()
})

interface Changes {
  kind?: string
  topic?: string
  state?: string
  error?: string
  returnId?: string
  sentAt?: string
}

/** Adds an email to a person. All emails have the same creation time. */
async function addMail(recipientId: string, { kind = 'owner', topic = 'posted', state = 'sent', ...more }: Changes = {}): Promise<void> {
  await sql`
    insert into mail (id, event_id, template, composer, about, recipient_kind, recipient_id, recipient, subject, state, last_error, sent_at,
      return_id, created_at)
    values (gen_random_uuid(), gen_random_uuid(), ${topic}, 'tasks', gen_random_uuid(), ${kind}, ${recipientId}, 'zoe@example.com', ${topic},
      ${state}, ${more.error ?? null}, ${more.sentAt ?? null}, ${more.returnId ?? null}, '2026-11-28T09:00:00Z')`.execute(replica.db)
}

const list = (recipientId: string, query = '', { headers } = admin) =>
  replica.app.inject({ url: `/admin/client-mails/${recipientId}${query}`, headers })
const mailsTo = async (recipientId: string) => (await list(recipientId)).json<{ mails: ClientMail[] }>().mails

it('every admin sees the emails to an owner or a colleague, with what became of them, and none to others', async () => {
  const [owner, colleague] = [crypto.randomUUID(), crypto.randomUUID()]
  await addMail(owner, { topic: 'preview-ready', sentAt: '2026-11-28T09:01:00Z' })
  await addMail(colleague, { kind: 'colleague', topic: 'reminder', state: 'failed', error: 'obsolete' })
  const response = await list(owner)
  expect(response.json()).toEqual({
    mails: [
      {
        _id: expect.any(String),
        topic: 'preview-ready',
        address: 'zoe@example.com',
        subject: 'preview-ready',
        state: 'sent',
        answer: null,
        attempts: 0,
        maybeTwice: false,
        createdAt: '2026-11-28T09:00:00Z',
        sentAt: '2026-11-28T09:01:00Z',
        bouncedAt: null,
        complainedAt: null,
      },
    ],
    keptDays: 90,
  })
  expect(await mailsTo(colleague)).toMatchObject([{ topic: 'reminder', state: 'suppressed', sentAt: null }])
  expect(await mailsTo(crypto.randomUUID())).toEqual([])
})

it('emails to admins are not listed, and only admins may call the route', async () => {
  await addMail(admin.id, { kind: 'admin', topic: 'approved' })
  expect(await mailsTo(admin.id)).toEqual([])
  expect((await list(admin.id, '', person('owner'))).statusCode).toBe(403)
})

it('returns every email once over all pages, even if all were created in the same millisecond', async () => {
  const owner = crypto.randomUUID()
  for (let n = 0; n < 5; n += 1) await addMail(owner, { topic: 'reminder' })
  const seen: string[] = []
  for (let query: string | undefined = '?limit=2'; query; ) {
    const response = await list(owner, query)
    seen.push(...response.json<{ mails: ClientMail[] }>().mails.map(({ _id }) => _id))
    query = /(\?[^>]*)>/.exec(String(response.headers.link ?? ''))?.[1]
  }
  expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  expect((await list(owner, '?limit=51')).statusCode).toBe(400)
})

it('a report counts once, and for the last email that was sent with the id', async () => {
  const [owner, returnId] = [crypto.randomUUID(), crypto.randomUUID()]
  await addMail(owner, { topic: 'preview-ready', returnId, sentAt: '2026-11-28T09:01:00Z' })
  await addMail(owner, { topic: 'reminder', returnId, sentAt: '2026-11-28T10:00:00Z' })
  const bounce = (action: 'failed' | 'delayed', status: string): MailReport => ({ kind: 'delivery', action, status })
  const facts = async () => {
    const mails = (await mailsTo(owner)).toSorted((a, b) => a.topic.localeCompare(b.topic))
    return mails.map(({ topic, answer, bouncedAt, complainedAt }) => [topic, answer, bouncedAt !== null, complainedAt !== null])
  }
  await recordReport(replica.db, returnId, bounce('delayed', '4.4.1'))
  expect(await facts()).toEqual([
    ['preview-ready', null, false, false],
    ['reminder', null, false, false],
  ])
  await recordReport(replica.db, returnId, bounce('failed', '5.1.1'))
  await recordReport(replica.db, returnId, bounce('failed', '5.2.2'))
  await recordReport(replica.db, returnId, { kind: 'complaint' })
  expect(await facts()).toEqual([
    ['preview-ready', null, false, false],
    ['reminder', '5.1.1', true, true],
  ])
})

it('uses an index for the list, and for a report', async () => {
  const statements = [
    sql`select id from mail where recipient_id = ${crypto.randomUUID()}::uuid and recipient_kind in ('owner', 'colleague')
      order by created_at desc, id desc limit 51`,
    sql`select id from mail where return_id = ${crypto.randomUUID()}::uuid and state = 'sent' order by sent_at desc limit 1`,
  ]
  for (const [at, statement] of statements.entries()) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(replica.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(['mail_of_client', 'mail_by_return'][at])
    expect(plan).not.toContain('Seq Scan')
  }
})
