import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventData } from '@app/contracts/define.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { sendDueDigests } from '../src/task-emails/scheduler.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'
import { newTask } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

const MINUTE_MS = 60_000
const ada = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada' }
const ben = { userId: crypto.randomUUID(), email: 'ben@example.com', username: 'Ben' }
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }
const task = newTask({ ownerId: owner.userId })

let database: TestDatabase
let db: Kysely<Tables>
let clock = new Date()
const settings = testSettings(() => clock)
const handle = eventHandler(() => db, settings)

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 10, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  clock = new Date('2027-03-08T15:00:00Z')
  await handle(UserChanged, userData('verified', owner))
  // Ada gets the default digests, and Ben gets each email at once.
  await emailAtOnce(db, ben.userId)
  for (const admin of [ada, ben]) await handle(UserChanged, userData('admin-added', admin))
})
afterEach(() => clearTaskEmails(db))

/** Reports a message. Messages with the same `burstId` were written in a row. */
const write = (authorSide: 'agency' | 'client', burstId: string, changes: Partial<EventData<typeof TaskNoteAdded>> = {}) =>
  handle(TaskNoteAdded, {
    ...task,
    noteId: crypto.randomUUID(),
    source: 'portal',
    authorSide,
    burstId,
    isFromRecipient: true,
    isAutomatic: false,
    mayAnswer: false,
    ...changes,
  })

async function pass(minutes: number): Promise<void> {
  clock = new Date(clock.getTime() + minutes * MINUTE_MS)
  await sendDueDigests({ db, settings, log: { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never })
}
const mails = () => db.selectFrom('mail').select(['template', 'about', 'recipient']).orderBy('recipient').execute()
const rows = () => db.selectFrom('notification').select(['audience_admins as isForAdmins', 'message']).orderBy('id').execute()
const shown = async (isForAdmins: boolean) =>
  (await rows()).filter((row) => row.isForAdmins === isForAdmins && row.message).map(({ message }) => message)

it('messages of the agency in a row cause one message and one email to the owner, eleven minutes after the first', async () => {
  const [first, later] = [crypto.randomUUID(), crypto.randomUUID()]
  await Promise.all([write('agency', first), write('agency', first), write('agency', first)])
  expect(await shown(false)).toEqual(['Palmetto Works wrote to you about "Winter bread".'])
  expect(await shown(true)).toEqual([])
  // Each message makes the open screens of both sides refetch their data.
  expect(await rows()).toHaveLength(6)
  expect(await mails()).toEqual([{ template: 'messages-written', about: first, recipient: owner.email }])
  const { rows: works } = await sql<{ minutes: number }>`
    select round(extract(epoch from due_at - now()) / 60)::integer as minutes from work`.execute(db)
  expect(works).toEqual([{ minutes: 11 }])
  await write('agency', later)
  expect((await mails()).map(({ about }) => about).sort()).toEqual([first, later].sort())
  expect(await shown(false)).toHaveLength(2)
})

it('messages of the owner in a row cause one message and one line in the digest of each admin, also of those with emails at once', async () => {
  const burstId = crypto.randomUUID()
  for (let count = 1; count <= 3; count += 1) {
    await write('client', burstId)
    await pass(1)
  }
  expect(await shown(true)).toEqual(['Bakery wrote to you about "Winter bread".'])
  expect(await shown(false)).toEqual([])
  expect(await mails()).toEqual([])
  await pass(3)
  expect((await mails()).map(({ recipient, template }) => `${recipient}: ${template}`)).toEqual(['ben@example.com: task-digest'])
  await pass(15)
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada@example.com', 'ben@example.com'])
  const listed = await db.selectFrom('task_digest_entry').select('task_id').where('digest_id', 'is not', null).execute()
  expect(listed).toEqual([{ task_id: task._id }, { task_id: task._id }])
})
