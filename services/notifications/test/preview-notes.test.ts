import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventData } from '@app/contracts/define.ts'
import { AdminAdded, UserState } from '@app/contracts/events/identity.ts'
import { PreviewNoteChanged } from '@app/contracts/events/task-notes.ts'
import { PreviewUploaded, TaskApproved, TaskReferredBack, TaskRemoved } from '@app/contracts/events/tasks.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { sendDueDigests } from '../src/task-emails/scheduler.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventHandler } from './support/event-handler.ts'
import { PUBLIC_URL } from './support/replica.ts'
import { reviewMails } from './support/review-mails.ts'
import { decisionData, previewData, referralData } from './support/task-events.ts'

const MINUTE_MS = 60_000
const ada = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada' }
const ben = { userId: crypto.randomUUID(), email: 'ben@example.com', username: 'Ben' }
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }

let database: TestDatabase
let db: Kysely<Tables>
let clock = new Date()
const mails = reviewMails(PUBLIC_URL, { now: () => clock })
const handle = eventHandler(() => db, mails)

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
  await handle(UserState, { ...owner, role: 'owner', emailVerified: true })
  // Ada gets the default digests, and Ben gets each email at once.
  await emailAtOnce(db, ben.userId)
  for (const admin of [ada, ben]) await handle(AdminAdded, admin)
  await db.deleteFrom('mail').execute()
})
afterEach(async () => {
  await clearTaskEmails(db)
})

const task = {
  _id: crypto.randomUUID(),
  taskId: 42,
  companyProfileId: crypto.randomUUID(),
  companyName: 'Bakery',
  ownerId: owner.userId,
  title: 'Winter bread',
  currentStatus: 'Pending' as const,
  targetPostingDate: '2027-03-20',
  submissionForReview: null,
  doneTaskImage: null,
}
const previewId = crypto.randomUUID()

type NoteData = EventData<typeof PreviewNoteChanged>

/** Reports a note of the client on version 2 of the task, whose preview was delivered. */
const note = (changes: Partial<NoteData> = {}, version = 2) =>
  handle(
    PreviewNoteChanged,
    {
      ...task,
      previewId,
      previewNo: 1,
      noteId: crypto.randomUUID(),
      visibility: 'everyone',
      change: 'added',
      by: 'client',
      openNotes: 1,
      ...changes,
    },
    version,
  )
const deliver = (version = 2) => handle(PreviewUploaded, { ...previewData(), ...task, previewNo: 1 }, version)

const log = { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never
async function pass(minutes: number): Promise<void> {
  clock = new Date(clock.getTime() + minutes * MINUTE_MS)
  await sendDueDigests({ db, mails, log })
}
/** Emails to the admins in the ledger. The owner gets other emails, for example about the delivery. */
async function emails(): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['recipient', 'subject'])
    .where('recipient', '!=', owner.email)
    .orderBy('created_at')
    .execute()
  return rows.map(({ recipient, subject }) => `${recipient}: ${subject}`).sort()
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

const SUBJECT = 'Notes from Bakery: Winter bread'

describe('notes of a client', () => {
  it('written in a row cause one message and one email, also to admins who get emails at once', async () => {
    await deliver()
    for (let count = 1; count <= 5; count += 1) {
      await note({ openNotes: count })
      await pass(1)
    }
    expect(await shown(true)).toEqual(['Bakery wrote notes on "Winter bread".'])
    // Each note signals the open screens of the owner and the admins.
    expect(await messages()).toHaveLength(10)
    expect(await emails()).toEqual([])
    await pass(3)
    expect(await emails()).toEqual([`ben@example.com: ${SUBJECT}`])
    await pass(15)
    expect(await emails()).toEqual([`ada@example.com: ${SUBJECT}`, `ben@example.com: ${SUBJECT}`])
    const mail = await db.selectFrom('mail').select('text').where('recipient', '=', ada.email).executeTakeFirst()
    expect(mail?.text).toContain('5 notes are open.')
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

  it('are one line of a digest with other news', async () => {
    await note({ openNotes: 3 })
    const other = { ...task, _id: crypto.randomUUID(), taskId: 43, title: 'Rye' }
    await handle(TaskApproved, { ...decisionData(), ...other, currentStatus: 'Approved', previewNo: 1 }, 3)
    await pass(15)
    const mail = await db.selectFrom('mail').select(['subject', 'text']).where('recipient', '=', ada.email).executeTakeFirst()
    expect(mail?.subject).toBe('1 task with notes, 1 approved')
    expect(mail?.text).toContain(
      [
        '== Notes: please read and answer them (1) ==',
        '',
        'Bakery',
        '- Winter bread (#42)',
        '  Posting due Sat, Mar 20, 2027',
        '  3 notes are open.',
      ].join('\n'),
    )
  })

  it.each([
    [
      'referred back',
      () =>
        handle(
          TaskReferredBack,
          { ...referralData(), ...task, currentStatus: 'Roll Back', feedback: 'See note 1', clientSuggestImage: null },
          3,
        ),
      'Referred back by Bakery: Winter bread',
    ],
    [
      'approved',
      () => handle(TaskApproved, { ...decisionData(), ...task, currentStatus: 'Approved', previewNo: 1 }, 3),
      'Approved by Bakery: Winter bread',
    ],
  ])('are not listed after the preview was %s, in any order of the events', async (_what, decide, subject) => {
    await deliver()
    await note()
    await decide()
    await note()
    await pass(20)
    expect(await emails()).toEqual([`ada@example.com: ${subject}`, `ben@example.com: ${subject}`])
  })

  it('are not listed after the next preview was delivered, or the task was removed', async () => {
    await note()
    await deliver(3)
    await pass(20)
    await note({}, 3)
    await handle(TaskRemoved, task, 4)
    await pass(20)
    expect(await emails()).toEqual([])
  })

  it('are listed if the event about the delivery arrives later', async () => {
    await note()
    await deliver()
    await pass(20)
    expect(await emails()).toHaveLength(2)
  })

  it('are not listed after admins have marked all of them as done', async () => {
    await note({ openNotes: 2 })
    await note({ by: 'agency', change: 'resolved', openNotes: 1 })
    await note({ by: 'agency', change: 'resolved', openNotes: 0 })
    await pass(20)
    expect(await emails()).toEqual([])
  })

  it('that are accepted cause no message and no email, and reopened notes cause both', async () => {
    await note({ change: 'accepted', openNotes: 0 })
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
  await note({ by: 'agency', change: 'resolved', openNotes: 0 })
  await pass(20)
  expect(await shown(false)).toEqual([
    'Palmetto Works wrote notes on "Winter bread".',
    'Notes on "Winter bread" are marked as done. Please check them.',
  ])
  expect(await shown(true)).toEqual([])
  expect(await db.selectFrom('mail').select('subject').execute()).toEqual([])
})

it('a team note only signals the open screens of admins: the owner gets neither a message nor a signal', async () => {
  for (const change of ['added', 'replied', 'resolved', 'reopened'] as const) await note({ visibility: 'team', by: 'agency', change })
  await pass(20)
  expect(await messages()).toEqual(Array.from({ length: 4 }, () => ({ isForAdmins: true, message: '' })))
  expect(await db.selectFrom('notification').select('id').where('audience_user', 'is not', null).execute()).toEqual([])
  expect(await db.selectFrom('mail').select('subject').execute()).toEqual([])
})
