import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { type NewMail, queueMails } from '../src/mail/mail.repository.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { runbookStatement } from './support/runbook-statement.ts'

let database: TestDatabase
let db: Kysely<Tables>
let relay: TestRelay
let replica: Replica | undefined

const start = async () => {
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: relay.url })
}
const stop = async () => {
  await replica?.stop()
  replica = undefined
}

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(async () => {
  relay.answerNow()
  await stop()
  await relay.close()
  for (const table of ['mail', 'work'] as const) await db.deleteFrom(table).execute()
})

const content = { subject: 'Hello', text: 'plain', html: '<p>rich</p>' }
const queue = (count: number, mail: Partial<NewMail> = {}) =>
  db.transaction().execute((trx) =>
    queueMails(
      trx,
      Array.from({ length: count }, (_, n) => ({
        eventId: crypto.randomUUID(),
        template: 'welcome',
        recipient: `person${n}@example.com`,
        content,
        ...mail,
      })),
    ),
  )
const states = async () => (await db.selectFrom('mail').select('state').execute()).map(({ state }) => state)
const workStates = async () => (await db.selectFrom('work').select('state').orderBy('id').execute()).map(({ state }) => state)
/** Counts how many copies of each email the mail relay received. */
const copies = () => Object.values(Object.groupBy(relay.mails, ({ messageId = '' }) => messageId)).map((same) => same?.length)
const makeDue = async () => {
  await sql`update work set due_at = now(), wait = '0' where state in ('queued', 'unknown')`.execute(db)
  await sql`select pg_notify('work_notifications', '')`.execute(db)
}

it('does not resend emails at once if the service stopped before the response of the relay', async () => {
  relay.troubles.push(...Array(6).fill('answers late'))
  await start()
  await queue(6)
  await eventually(() => relay.mails.length).toBe(6)
  await stop()
  expect(await workStates()).toEqual(Array(6).fill('unknown'))
  await start()
  await queue(1, { recipient: 'late@example.com' })
  await eventually(() => relay.mails.length).toBe(7)
  expect(copies()).toEqual(Array(7).fill(1))
})

it('marks an email unknown if the connection breaks after the final dot, and retries it if the connection breaks before', async () => {
  relay.troubles.push('dies after the dot', 'dies in the body')
  await start()
  await queue(1)
  await eventually(workStates).toEqual(['unknown'])
  await queue(1, { content: { ...content, text: 'x'.repeat(5_000_000) } })
  await eventually(async () => (await db.selectFrom('mail').select('last_error').execute()).filter((row) => row.last_error)).toHaveLength(2)
  expect(await workStates()).toEqual(['unknown', 'queued'])
  await makeDue()
  await eventually(states).toEqual(['sent', 'sent'])
  expect(copies().sort()).toEqual([1, 2])
  expect(await db.selectFrom('mail').select('id').where('may_be_duplicate', '=', true).execute()).toHaveLength(1)
})

it.each([
  ['greeting', '554 no service'],
  ['sender', '550 5.7.1 not you'],
  ['recipient', '550 no'],
  ['body', '554 5.7.1 not today'],
] as const)('loses no email while the relay rejects everything (%s: %s)', async (point, rejection) => {
  relay.refuses[point] = rejection
  await start()
  await queue(12)
  await eventually(async () => (await db.selectFrom('mail').select('last_error').execute()).some((row) => row.last_error)).toBe(true)
  await stop()
  delete relay.refuses[point]
  expect(new Set(await states())).toEqual(new Set(['queued']))
  await start()
  await makeDue()
  await eventually(async () => new Set(await states())).toEqual(new Set(['sent']))
  expect(copies()).toEqual(Array(12).fill(1))
})

it('resends a failed email with the statement in the runbook', async () => {
  await start()
  relay.refuses.body = '554 5.6.0 refused'
  await queue(1)
  await eventually(states).toEqual(['failed'])
  delete relay.refuses.body
  const [mail] = await db.selectFrom('mail').select('id').execute()
  await sql.raw(runbookStatement('notifications.mail').replace('…', mail?.id ?? '')).execute(db)
  await eventually(states).toEqual(['sent'])
  expect(relay.mails).toHaveLength(1)
})
