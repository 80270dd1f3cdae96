import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { type Replica, startReplica } from './support/replica.ts'

const OTHERS = 20_000
let database: TestDatabase
let replica: Replica

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:9' })
  await sql`
    insert into mail (id, event_id, template, recipient, subject, state, attempts, last_error, sent_at, created_at)
    select gen_random_uuid(), n::text, 'welcome', case when n <= 5 then 'Zoe@example.com' else n || '@example.com' end, 'Mail ' || n,
      case n when 1 then 'failed' else 'sent' end, 2, case n when 1 then '550 5.1.1 no such user' end,
      case n when 1 then null else now() end, now() - interval '1 day' + n * interval '1 microsecond'
    from generate_series(1, ${OTHERS}) as n`.execute(replica.db)
})
afterAll(async () => {
  await replica.stop()
  await database.drop()
})

interface Found {
  mails: FoundMail[]
  keptDays: number
}
const search = (query: string, { headers }: { headers: Record<string, string> } = operator()) =>
  replica.app.inject({ url: `/admin/operations/notifications/mails?${query}`, headers })

test('returns the emails to an address with their outcomes, newest first, regardless of case', async () => {
  const { mails, keptDays } = (await search('address=%20ZOE@example.com')).json<Found>()
  expect(keptDays).toBe(90)
  expect(mails.map(({ subject }) => subject)).toEqual(['Mail 5', 'Mail 4', 'Mail 3', 'Mail 2', 'Mail 1'])
  expect(mails.at(-1)).toEqual({
    _id: expect.any(String),
    what: 'welcome',
    company: null,
    subject: 'Mail 1',
    state: 'failed',
    answer: '550 5.1.1 no such user',
    attempts: 2,
    maybeTwice: false,
    createdAt: expect.stringMatching(/Z$/),
    settledAt: null,
    bouncedAt: null,
    complainedAt: null,
  })
  expect(mails[0]).toMatchObject({ state: 'sent', answer: null, settledAt: expect.stringMatching(/Z$/) })
  expect((await search('address=nobody@example.com')).json<Found>().mails).toEqual([])
})

test('returns an email that was no longer needed as not sent', async () => {
  await sql`
    insert into mail (id, event_id, template, recipient, composer, about, recipient_kind, recipient_id, state, last_error)
    values (gen_random_uuid(), 'e1', 'reminder', 'ann@example.com', 'tasks', gen_random_uuid(), 'owner', gen_random_uuid(), 'failed', 'obsolete')`.execute(
    replica.db,
  )
  const { mails } = (await search('address=ann@example.com')).json<Found>()
  expect(mails).toMatchObject([{ what: 'reminder', subject: '', state: 'suppressed' }])
})

test('returns every email once over all pages, even if all were created in the same millisecond', async () => {
  const seen: string[] = []
  for (let query: string | undefined = 'address=zoe@example.com&limit=2'; query; ) {
    const response = await search(query)
    seen.push(...response.json<Found>().mails.map(({ subject }) => subject))
    query = /\?([^>]*)>/.exec(String(response.headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(['Mail 5', 'Mail 4', 'Mail 3', 'Mail 2', 'Mail 1'])
  expect((await search('address=zoe@example.com&limit=51')).statusCode).toBe(400)
  expect((await search('')).statusCode).toBe(400)
})

test('uses the index for the search', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from mail where lower(recipient) = 'zoe@example.com' order by created_at desc, id desc limit 51`.execute(replica.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('mail_recipient')
  expect(plan).not.toContain('Seq Scan')
})

test('only operators can search', async () => {
  for (const user of [person('owner'), person('admin')]) expect((await search('address=zoe@example.com', user)).statusCode).toBe(403)
  expect((await search('address=zoe@example.com', { headers: {} as Record<string, string> })).statusCode).toBe(401)
})
