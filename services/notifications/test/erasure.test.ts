import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { internalErasure, tableDigests, tablesKept, tablesKeptOfPerson, tablesWith } from '@app/chassis/testing/erasure.ts'
import { CompanyManagerChanged, ErasureChanged } from '@app/contracts/events/company.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import { TaskCreated } from '@app/contracts/events/tasks.ts'
import { sendContact } from '@app/contracts/http/notifications.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import { companyErasure, erasePerson } from '../src/erasure.ts'
import { unconfirmedKey } from '../src/mail/prepare-mail.ts'
import { eventHandler } from './support/event-handler.ts'
import { INTERNAL_DATA_KEY, type Replica, startReplica } from './support/replica.ts'
import { testSettings } from './support/settings.ts'
import { newTask } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

let database: TestDatabase
let replica: Replica
let erase: ReturnType<typeof internalErasure>
const handle = eventHandler(() => replica.db, testSettings())
beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  replica = await startReplica({ databaseUrl: database.url, smtpUrl: 'smtp://127.0.0.1:9' })
  erase = internalErasure(replica.app, INTERNAL_DATA_KEY)
  await handle(UserChanged, userData('admin-added', { userId: crypto.randomUUID(), email: 'boss@palmetto.example', username: 'Boss' }))
})
afterAll(async () => {
  await replica.stop()
  await database.drop()
})

const contact = (mail: string) =>
  replica.app.inject({
    method: 'POST',
    url: sendContact.url,
    payload: { first_name: 'Maria', last_name: 'Lopez', mail, mobile: '8035550101', message: 'Please call me back' },
  })

/** Adds messages and emails about a company to its owner and to the admins. */
async function busyCompany(email: string, companyName: string) {
  const [companyProfileId, ownerId] = [crypto.randomUUID(), crypto.randomUUID()]
  const facts = { companyProfileId, companyName, ownerId }
  await handle(UserChanged, userData('registered', { userId: ownerId, email, username: 'Maria' }))
  await handle(CompanyManagerChanged, { companyProfileId, ownerId, managerId: null, change: 'none' })
  await handle(TaskCreated, { ...newTask({ ...facts, title: `Bread of ${companyName}` }), createdBy: 'owner' })
  await handle(ErasureChanged, { erasureId: crypto.randomUUID(), ...facts, change: 'waiting' })
  await contact(email)
  await sql`insert into rate_limits (key, used_until, counted_at) values (${unconfirmedKey(email)}, now(), now())`.execute(replica.db)
  return { companyProfileId, ownerId }
}

test('messages and emails about a company are erased, and those of another company stay as they were', async () => {
  const { db } = replica
  const changing = ['rate_limits', 'work', 'mail']
  await busyCompany('otto@elm.example', 'Elm Garage')
  const before = await tableDigests(db, changing)
  const { companyProfileId, ownerId } = await busyCompany('maria@pine.example', 'Harbor Pine')
  const hidden = [companyProfileId, ownerId, 'maria@pine', 'Harbor Pine']
  expect(await tablesWith(db, hidden)).toEqual(expect.arrayContaining(['contact', 'mail', 'notification', 'recipient']))
  await sql`update mail set subject = 'Harbor Pine assigned a task' where company_profile_id = ${companyProfileId}`.execute(db)

  const { tables } = await erase.company(companyProfileId, ownerId)
  expect(tables).toMatchObject({ contact: 1, recipient: 1 })
  expect(await tablesWith(db, hidden)).toEqual([])
  expect(await tableDigests(db, changing)).toEqual(before)
  expect(await tablesWith(db, ['otto@elm'])).toEqual(expect.arrayContaining(['contact', 'mail', 'recipient']))
})

test('the emails and contact messages of a person are erased', async () => {
  const { db } = replica
  await contact('kim@oak.example')
  expect(await tablesWith(db, ['kim@oak'])).toEqual(['contact', 'mail'])
  expect((await erase.person('Kim@Oak.example')).tables).toMatchObject({ contact: 1, mail: 1 })
  expect(await tablesWith(db, ['kim@oak'])).toEqual([])
})

test('every table is erased, or kept for a reason', async () => {
  const kept = { task_email_choice: 'choices of admins', web_error_hour: 'counts' }
  expect(await tablesKept(replica.db, companyErasure)).toEqual(Object.keys(kept))
  // Addresses of owners and admins: the erasure of a person refuses accounts.
  expect(await tablesKeptOfPerson(replica.db, erasePerson)).toEqual(['recipient'])
})
