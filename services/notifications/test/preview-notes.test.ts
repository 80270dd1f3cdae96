import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventData } from '@app/contracts/define.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import { TaskApproved, TaskReferredBack } from '@app/contracts/events/tasks.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { sendDueDigests } from '../src/task-emails/scheduler.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'
import { decisionData, newTask, referralData } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

const MINUTE_MS = 60_000
const ada = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada' }
const ben = { userId: crypto.randomUUID(), email: 'ben@example.com', username: 'Ben' }
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }

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
afterEach(async () => {
  await clearTaskEmails(db)
})

const task = newTask({ ownerId: owner.userId })
const previewId = crypto.randomUUID()

type NoteData = EventData<typeof PreviewNoteChanged>

/** Reports a note of the client on a delivered preview. */
const note = (changes: Partial<NoteData> = {}) =>
  handle(PreviewNoteChanged, {
    ...task,
    previewId,
    previewNo: 1,
    noteId: crypto.randomUUID(),
    visibility: 'everyone',
    change: 'added',
    by: 'client',
    isWaiting: true,
    ...changes,
  })

const log = { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never
async function pass(minutes: number): Promise<void> {
  clock = new Date(clock.getTime() + minutes * MINUTE_MS)
  await sendDueDigests({ db, settings, log })
}
/** Emails to the admins in the ledger, for example "ada@example.com: task-digest". */
async function emails(): Promise<string[]> {
  const rows = await db.selectFrom('mail').select(['recipient', 'template']).execute()
  return rows.map(({ recipient, template }) => `${recipient}: ${template}`).sort()
}
const messages = () =>
  db
    .selectFrom('notification')
    .select(['audience_admins as isForAdmins', 'message'])
    .where('type', '=', PreviewNoteChanged.type)
    .orderBy('id')
    .execute()
const shown = async (isForAdmins: boolean) =>
  (await messages()).filter((row) => row.isForAdmins === isForAdmins && row.message).map(({ message }) => message)

describe('notes of a client', () => {
  it('written in a row cause one message and one digest, also to admins who get emails at once', async () => {
    for (let count = 1; count <= 5; count += 1) {
      await note()
      await pass(1)
    }
    expect(await shown(true)).toEqual(['Bakery wrote notes on "Winter bread".'])
    // Each note signals the open screens of the owner and the admins.
    expect(await messages()).toHaveLength(10)
    expect(await emails()).toEqual([])
    await pass(3)
    expect(await emails()).toEqual(['ben@example.com: task-digest'])
    await pass(15)
    expect(await emails()).toEqual(['ada@example.com: task-digest', 'ben@example.com: task-digest'])
    const listed = await db.selectFrom('task_digest_entry').select('task_id').where('digest_id', 'is not', null).execute()
    expect(listed).toEqual([{ task_id: task._id }, { task_id: task._id }])
  })

  it('on a preview that no longer waits for a decision cause a message, but no email', async () => {
    await note({ isWaiting: false })
    await pass(20)
    expect(await shown(true)).toHaveLength(1)
    expect(await emails()).toEqual([])
  })

  it('cause another message after 15 minutes', async () => {
    await note()
    await sql`update notification set created_at = created_at - interval '16 minutes'`.execute(db)
    await note()
    expect(await shown(true)).toHaveLength(2)
  })

  it('cause one message if two events arrive at the same time', async () => {
    await Promise.all([note(), note(), note()])
    expect(await shown(true)).toHaveLength(1)
  })

  it.each([
    ['referral', 'referred-back', () => handle(TaskReferredBack, { ...task, ...referralData() })],
    ['approval', 'approved', () => handle(TaskApproved, { ...task, ...decisionData() })],
  ])('that precede a %s cause no digest besides its email at once', async (_what, topic, decide) => {
    await note()
    await decide()
    await pass(20)
    expect(await emails()).toEqual(['ada@example.com: task-digest', `ben@example.com: ${topic}`])
  })

  it('that are accepted cause no message and no email, and reopened notes cause both', async () => {
    await note({ change: 'accepted' })
    await pass(20)
    expect([await shown(true), await emails()]).toEqual([[], []])
    await note({ change: 'reopened' })
    await pass(20)
    expect(await shown(true)).toEqual(['Bakery reopened notes on "Winter bread".'])
    expect(await emails()).toHaveLength(2)
  })
})

it('notes of admins are shown in the list of the owner, without an email', async () => {
  await note({ by: 'agency' })
  await note({ by: 'agency', change: 'replied' })
  await note({ by: 'agency', change: 'resolved' })
  await pass(20)
  expect(await shown(false)).toEqual([
    'Palmetto Works wrote notes on "Winter bread".',
    'Notes on "Winter bread" are marked as done. Please check them.',
  ])
  expect(await shown(true)).toEqual([])
  expect(await emails()).toEqual([])
})

it('a team note only signals the open screens of admins: the owner gets neither a message nor a signal', async () => {
  for (const change of ['added', 'replied', 'resolved', 'reopened'] as const) await note({ visibility: 'team', by: 'agency', change })
  await pass(20)
  expect(await messages()).toEqual(Array.from({ length: 4 }, () => ({ isForAdmins: true, message: '' })))
  expect(await db.selectFrom('notification').select('id').where('audience_user', 'is not', null).execute()).toEqual([])
  expect(await emails()).toEqual([])
})
