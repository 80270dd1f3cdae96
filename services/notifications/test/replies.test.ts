import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { EventData } from '@app/contracts/define.ts'
import { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { eventHandler } from './support/event-handler.ts'
import { testSettings } from './support/settings.ts'
import { newLink, newTask } from './support/task-events.ts'

const task = newTask()

let database: TestDatabase
let db: Kysely<Tables>
const handle = eventHandler(() => db, testSettings())

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect<Tables>({ url: database.url, schema: 'notifications', max: 10, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
afterEach(() => clearTaskEmails(db))

/** Reports a note about a reply of the owner. */
const addNote = (changes: Partial<EventData<typeof TaskNoteAdded>> = {}) =>
  handle(TaskNoteAdded, {
    ...task,
    previewNo: 2,
    noteId: crypto.randomUUID(),
    source: 'email',
    authorSide: 'client',
    reviewLink: newLink('owner', task.ownerId),
    isFromRecipient: true,
    isAutomatic: false,
    mayAnswer: true,
    ...changes,
  })
const answers = () => db.selectFrom('mail').select(['template', 'about', 'recipient_kind', 'recipient_id']).execute()
const adminsList = async () => {
  const rows = await db
    .selectFrom('notification')
    .select('message')
    .where('audience_admins', '=', true)
    .where('message', '<>', '')
    .execute()
  return rows.map(({ message }) => message)
}

it('a reply is answered to the recipient of the link, and the admins get a message', async () => {
  const [noteId, reviewLink] = [crypto.randomUUID(), newLink('colleague', crypto.randomUUID())]
  await addNote({ noteId, reviewLink })
  const { recipientId: recipient_id } = reviewLink
  expect(await answers()).toEqual([{ template: 'reply-received', about: noteId, recipient_kind: 'colleague', recipient_id }])
  expect(await adminsList()).toEqual(['Bakery replied by email about "Winter bread".'])
})

it('replies through one link are answered at most once an hour, also if they arrive at the same time', async () => {
  const reviewLink = newLink('owner', task.ownerId)
  await Promise.all(Array.from({ length: 20 }, () => addNote({ reviewLink })))
  await addNote()
  expect(await answers()).toHaveLength(2)
  expect(await adminsList()).toHaveLength(21)
})

it('a note that must not be answered is not, and only notes of people are in the list of admins', async () => {
  await addNote({ mayAnswer: false, isFromRecipient: false })
  await addNote({ mayAnswer: false, isAutomatic: true })
  expect(await answers()).toEqual([])
  expect(await adminsList()).toEqual(['Someone at another address than Bakery replied by email about "Winter bread".'])
})
