import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import type { EventData } from '@app/contracts/define.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import { AdminAdded, EmailVerified, PasswordChanged, UserState } from '@app/contracts/events/identity.ts'
import { ReminderSent } from '@app/contracts/events/notifications.ts'
import {
  ApprovalWithdrawn,
  PreviewUploaded,
  ReminderRequested,
  ReviewSettingsChanged,
  ReviewSnoozed,
  TaskApproved,
  TaskPosted,
  TaskReferredBack,
  TaskRemoved,
  TaskState,
} from '@app/contracts/events/tasks.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { markBounced } from '../src/mail/bounced-address.repository.ts'
import { purge } from '../src/purge.ts'
import { sendDueReminders } from '../src/reminders/scheduler.ts'
import { eventHandler } from './support/event-handler.ts'
import { eventually } from './support/eventually.ts'
import { PUBLIC_URL, type Replica, startReplica } from './support/replica.ts'
import { reviewKeys, reviewMails } from './support/review-mails.ts'
import { decisionData, launchData, previewData, referralData } from './support/task-events.ts'

const OWNER = 'maria@harborpine.example'
const ADMIN = 'ada@example.com'

let database: TestDatabase
let db: Kysely<Tables>
let relay: TestRelay
let replicas: Replica[] = []
/** The simulated business clock. */
let clock = new Date()
const now = () => clock
const mails = reviewMails(PUBLIC_URL, { now })
const handle = eventHandler(() => db, mails)

let owner: { userId: string; email: string; username: string }
let company: { id: string; name: string }

beforeAll(async () => {
  database = await createTestDatabase('notifications', migrations)
  db = connect({ url: database.url, schema: 'notifications', max: 10, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  relay = await startRelay()
  owner = { userId: crypto.randomUUID(), email: OWNER, username: 'Maria' }
  company = { id: crypto.randomUUID(), name: 'Harbor Pine' }
  await handle(UserState, { ...owner, role: 'owner', emailVerified: false })
  await handle(EmailVerified, owner, 2)
  await handle(AdminAdded, { userId: crypto.randomUUID(), email: ADMIN, username: 'Ada' })
})
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  replicas = []
  await relay.close()
  const tables = [
    'mail',
    'work',
    'recipient',
    'outbox',
    'waiting_preview',
    'reminder',
    'review_setting',
    'company',
    'bounced_address',
  ] as const
  for (const table of tables) await db.deleteFrom(table).execute()
})

async function startReplicas(count = 2): Promise<void> {
  replicas = await Promise.all(Array.from({ length: count }, () => startReplica({ databaseUrl: database.url, smtpUrl: relay.url, now })))
}

/** A UUIDv7 with the time of the simulated clock. */
const newLinkId = (): string => {
  const hex = clock.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

let lastTaskId = 40
function newTask(title = 'Winter bread', targetPostingDate: string | null = null) {
  lastTaskId += 1
  return {
    _id: crypto.randomUUID(),
    taskId: lastTaskId,
    companyProfileId: company.id,
    companyName: company.name,
    ownerId: owner.userId,
    title,
    currentStatus: 'Pending' as const,
    targetPostingDate,
    submissionForReview: null,
    doneTaskImage: null,
  }
}
type TestTask = ReturnType<typeof newTask>
const approved = (task: TestTask) => ({ ...task, currentStatus: 'Approved' as const, previewNo: 1 })

async function deliver(task: TestTask, previewNo = 1, version = 2): Promise<string> {
  const id = newLinkId()
  const reviewLinks = [{ id, recipientKind: 'owner' as const, recipientId: owner.userId }]
  await handle(PreviewUploaded, { ...previewData(), ...task, previewNo, deliveredAt: clock.toISOString(), reviewLinks }, version)
  return id
}

const log = { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never
const schedule = () => sendDueReminders({ db, mails, log })

/** Reminders to the owner, in the order in which they were queued. */
const reminders = async () => {
  const { rows } = await sql<{ day: string; at: string; state: string; tasks: number }>`
    select day, due_at as at, state, jsonb_array_length(previews) as tasks from reminder where recipient_id is not null order by created_at`.execute(
    db,
  )
  return rows
}
const untilSent = () => eventually(async () => db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()).toEqual([])
const remindersTo = (address: string, template = 'reminder') =>
  db.selectFrom('mail').select(['subject', 'state']).where('template', '=', template).where('recipient', '=', address).execute()
const received = (address: string, subject: RegExp) =>
  relay.mails.filter((mail) => [mail.to ?? []].flat()[0]?.text === address && subject.test(mail.subject ?? ''))

/** Moves the clock in steps, and runs the schedulers of two replicas after each step. */
async function passTime(until: string, stepMinutes = 60): Promise<void> {
  while (clock < new Date(until)) {
    clock = new Date(Math.min(clock.getTime() + stepMinutes * 60_000, Date.parse(until)))
    await Promise.all([schedule(), schedule()])
    await untilSent()
  }
}

it('across the change to daylight saving time, each reminder is sent once, at 9:00 of the company, not on Sundays, and at most five times', {
  tags: 'nightly',
}, async () => {
  await startReplicas()
  clock = new Date('2027-03-09T20:00:00Z')
  await deliver(newTask())
  await passTime('2027-03-24T00:00:00Z')
  expect((await reminders()).map(({ day, at, state }) => [day, at, state])).toEqual([
    ['2027-03-10', '2027-03-10T14:00:00Z', 'sent'],
    ['2027-03-12', '2027-03-12T14:00:00Z', 'sent'],
    // Sunday, March 14, is the first day of daylight saving time.
    ['2027-03-15', '2027-03-15T13:00:00Z', 'sent'],
    ['2027-03-17', '2027-03-17T13:00:00Z', 'sent'],
    ['2027-03-19', '2027-03-19T13:00:00Z', 'sent'],
  ])
  expect(received(OWNER, /^Waiting for your review: Winter bread$/)).toHaveLength(5)
  expect(await outboxOf(db as never, ReminderSent)).toHaveLength(5)
})

it('is due on each of the two days before the posting date, and keeps two of the five reminders for these days', {
  tags: 'nightly',
}, async () => {
  await startReplicas()
  clock = new Date('2027-03-01T20:00:00Z')
  await deliver(newTask('Winter bread', '2027-03-20'))
  await passTime('2027-03-25T00:00:00Z')
  expect((await reminders()).map(({ day }) => day)).toEqual(['2027-03-02', '2027-03-04', '2027-03-06', '2027-03-18', '2027-03-19'])
})

it('with a posting date tomorrow, the owner is reminded today, and the admins get one list with the phone number', async () => {
  await startReplicas()
  clock = new Date('2027-03-08T20:00:00Z')
  await saveProfile({ phone: '(803) 555-0142' })
  await deliver(newTask('Winter bread', '2027-03-10'))
  await deliver(newTask('Rye', '2027-03-12'))
  const decided = newTask('Cake', '2027-03-10')
  await deliver(decided)
  await handle(TaskApproved, { ...decisionData(), ...approved(decided) }, 3)
  await passTime('2027-03-10T03:00:00Z')
  expect((await reminders()).map(({ day, tasks }) => [day, tasks])).toEqual([['2027-03-09', 2]])
  const [list, ...more] = received(ADMIN, /^Please call/)
  expect(more).toEqual([])
  expect(list?.subject).toBe('Please call Harbor Pine today: no decision on Winter bread')
  expect(list?.text?.replaceAll(/\s+/g, ' ')).toMatch(
    /Company: Harbor Pine Phone: \(803\) 555-0142 Task: Winter bread \(#\d+\), version 1 Posting due: Wed, Mar 10, 2027/,
  )
})

it('the admins get the list for Saturday, Sunday and Monday on Friday, and never on a weekend', { tags: 'nightly' }, async () => {
  await startReplicas(1)
  clock = new Date('2027-03-11T20:00:00Z')
  for (const date of ['2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16']) await deliver(newTask(date, date))
  await passTime('2027-03-12T15:00:00Z')
  expect((await remindersTo(ADMIN, 'posting-soon')).map(({ subject }) => subject)).toEqual([
    'Please call today: 3 previews without a decision',
  ])
  await passTime('2027-03-15T12:00:00Z')
  expect(await remindersTo(ADMIN, 'posting-soon')).toHaveLength(1)
})

async function saveProfile(profile: Partial<CompanyProfile>, version = 1): Promise<void> {
  const data = { ownerId: owner.userId, created: version === 1, profile: { _id: company.id, companyName: company.name, ...profile } }
  await handle(CompanyProfileSaved, data as EventData<typeof CompanyProfileSaved>, version)
}

it('is due at 9:00 in the time zone of the company, also after the time zone has changed', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await saveProfile({ timeZone: 'Asia/Tokyo' })
  await deliver(newTask())
  await saveProfile({ timeZone: 'America/Los_Angeles' }, 2)
  clock = new Date('2027-03-09T16:59:00Z')
  await schedule()
  expect(await reminders()).toEqual([])
  clock = new Date('2027-03-09T17:00:00Z')
  await schedule()
  expect(await reminders()).toHaveLength(1)
})

it('an unknown time zone counts as the default time zone', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await saveProfile({ timeZone: 'Mars/Olympus' })
  await deliver(newTask())
  clock = new Date('2027-03-09T14:00:00Z')
  await schedule()
  expect(await reminders()).toHaveLength(1)
})

it('50 parallel schedulers and two replicas send one email a day that lists all ten previews', { tags: 'nightly' }, async () => {
  await startReplicas()
  clock = new Date('2027-03-08T20:00:00Z')
  const links: string[] = []
  for (let n = 1; n <= 10; n++) links.push(await deliver(newTask(`Post ${n}`, `2027-04-${10 + n}`)))
  clock = new Date('2027-03-09T14:00:00Z')
  await Promise.all(Array.from({ length: 50 }, schedule))
  await untilSent()
  const [mail, ...more] = received(OWNER, /previews are waiting/)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('10 previews are waiting for your review')
  for (const link of links) expect(mail?.text).toContain(`${PUBLIC_URL}/review/${reviewKeys.tokenOf(link)}`)
  await Promise.all(Array.from({ length: 50 }, schedule))
  expect(await remindersTo(OWNER)).toHaveLength(1)
  const [sent] = await outboxOf(db as never, ReminderSent)
  expect(sent?.data.previews.map(({ reviewLinkId }) => reviewLinkId)).toEqual(links)
})

it('a clock that is set back an hour sends nothing twice', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await deliver(newTask())
  for (const time of ['2027-03-09T14:30:00Z', '2027-03-09T13:30:00Z', '2027-03-09T14:00:00Z', '2027-03-09T14:30:00Z']) {
    clock = new Date(time)
    await schedule()
  }
  expect(await remindersTo(OWNER)).toHaveLength(1)
})

it('decisions made while the relay is down leave no reminder after the recovery', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [first, second, third] = [newTask('Bread'), newTask('Rye'), newTask('Cake')]
  for (const task of [first, second, third]) await deliver(task)
  for (const table of ['mail', 'work'] as const) await db.deleteFrom(table).execute()
  relay.refuses.greeting = '554 no service'
  await startReplicas()
  clock = new Date('2027-03-09T14:00:00Z')
  await schedule()
  await eventually(async () => (await db.selectFrom('work').select('last_error').execute())[0]?.last_error).toBeTruthy()
  await handle(TaskApproved, { ...decisionData(), ...approved(first) }, 3)
  await handle(
    TaskReferredBack,
    { ...referralData(), ...approved(second), currentStatus: 'Roll Back', feedback: 'x', clientSuggestImage: null },
    3,
  )
  await handle(TaskRemoved, third, 3)
  delete relay.refuses.greeting
  // An attempt that was running during a decision ends without sending the final dot of the email. The next attempt does not send the
  // email, because the email has expired.
  await eventually(async () => {
    await makeDue()
    return db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()
  }).toEqual([])
  expect(received(OWNER, /waiting/i)).toEqual([])
  expect(await outboxOf(db as never, ReminderSent)).toEqual([])
})

const makeDue = async () => {
  await sql`update work set due_at = now(), wait = '0' where state in ('queued', 'unknown')`.execute(db)
  await sql`select pg_notify('work_notifications', '')`.execute(db)
}

it('a queued reminder lists only the previews that still wait when it is sent', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [first, second] = [newTask('Bread'), newTask('Rye')]
  for (const task of [first, second]) await deliver(task)
  clock = new Date('2027-03-09T14:00:00Z')
  await schedule()
  await handle(TaskApproved, { ...decisionData(), ...approved(first) }, 3)
  await startReplicas()
  await untilSent()
  expect(received(OWNER, /waiting/i).map(({ subject }) => subject)).toEqual(['Waiting for your review: Rye'])
  expect((await reminders()).map(({ state }) => state).sort()).toEqual(['cancelled', 'sent'])
})

it('a reminder whose outcome is unknown is not sent again after a decision', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = newTask()
  await deliver(task)
  for (const table of ['mail', 'work'] as const) await db.deleteFrom(table).execute()
  relay.troubles.push('dies after the dot')
  await startReplicas(1)
  clock = new Date('2027-03-09T14:00:00Z')
  await schedule()
  const outcomes = () => db.selectFrom('work').select(['key', 'state', 'last_error']).execute()
  await eventually(outcomes).toMatchObject([{ state: 'unknown', last_error: 'ECONNECTION' }])
  await handle(TaskApproved, { ...decisionData(), ...approved(task) }, 3)
  await makeDue()
  await untilSent()
  expect(received(OWNER, /waiting/i)).toHaveLength(1)
})

it('after a week without the relay, only the newest reminder is sent', { tags: 'nightly' }, async () => {
  await startReplicas()
  clock = new Date('2027-03-08T20:00:00Z')
  await deliver(newTask())
  await untilSent()
  await Promise.all(replicas.map((replica) => replica.stop()))
  for (let day = 9; day <= 15; day++) {
    clock = new Date(`2027-03-${String(day).padStart(2, '0')}T18:00:00Z`)
    await schedule()
  }
  await startReplicas()
  await untilSent()
  expect(received(OWNER, /^Waiting for your review/)).toHaveLength(1)
  expect((await reminders()).map(({ day, state }) => [day, state])).toEqual([
    ['2027-03-09', 'cancelled'],
    ['2027-03-11', 'cancelled'],
    ['2027-03-13', 'cancelled'],
    ['2027-03-15', 'sent'],
  ])
  // Reminders that were not sent do not count towards the limit.
  expect((await db.selectFrom('waiting_preview').select('reminded').execute())[0]?.reminded).toBe(1)
})

it('after a week without the scheduler, one reminder is sent', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await deliver(newTask())
  clock = new Date('2027-03-16T18:00:00Z')
  await schedule()
  await schedule()
  expect((await reminders()).map(({ day }) => day)).toEqual(['2027-03-16'])
})

it('a reminder that waits for the relay is not sent on a Sunday', async () => {
  clock = new Date('2027-03-11T20:00:00Z')
  await deliver(newTask())
  clock = new Date('2027-03-12T14:00:00Z')
  await schedule()
  const [{ seconds } = { seconds: 0 }] = (
    await sql<{
      seconds: number
    }>`select extract(epoch from expires_at - now())::float as seconds from mail where template = 'reminder'`.execute(db)
  ).rows
  const untilSunday = (Date.parse('2027-03-14T05:00:00Z') - clock.getTime()) / 1000
  expect(Math.abs(seconds - untilSunday)).toBeLessThan(60)
})

it('a snoozed preview is not listed before the chosen day', async () => {
  await startReplicas(1)
  clock = new Date('2027-03-08T20:00:00Z')
  const task = newTask()
  const id = await deliver(task)
  const reviewLink = { id, recipientKind: 'owner' as const, recipientId: owner.userId }
  await handle(ReviewSnoozed, { ...task, previewNo: 1, reviewLink, until: '2027-03-11' })
  await passTime('2027-03-11T20:00:00Z')
  expect((await reminders()).map(({ day }) => day)).toEqual(['2027-03-11'])
})

it('a newer preview, an undo and a repeated state do not send more than one email a day', { tags: 'nightly' }, async () => {
  await startReplicas(1)
  clock = new Date('2027-03-08T20:00:00Z')
  const task = newTask()
  await deliver(task)
  await handle(TaskApproved, { ...decisionData(), ...approved(task) }, 3)
  await passTime('2027-03-09T20:00:00Z')
  expect(await reminders()).toEqual([])
  await handle(ApprovalWithdrawn, { ...decisionData(), ...task, previewNo: 1 }, 4)
  await passTime('2027-03-10T20:00:00Z')
  expect(await reminders()).toHaveLength(1)
  await handle(TaskState, { ...task, previewNo: 1 }, 4)
  await deliver(task, 2, 5)
  // This event is older than the stored version.
  await handle(TaskApproved, { ...decisionData(), ...approved(task) }, 3)
  await passTime('2027-03-11T20:00:00Z')
  expect((await reminders()).map(({ day }) => day)).toEqual(['2027-03-10', '2027-03-11'])
  await handle(TaskApproved, { ...decisionData(), ...approved(task), previewNo: 2 }, 6)
  await handle(TaskPosted, { ...launchData(), ...approved(task), currentStatus: 'Posted', adminPostComment: '' }, 7)
  await passTime('2027-03-20T00:00:00Z')
  expect(await reminders()).toHaveLength(2)
})

it('fills the projection of an older installation from republished states', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const reviewLinks = [{ id: newLinkId(), recipientKind: 'owner' as const, recipientId: owner.userId }]
  const state = { ...newTask(), previewNo: 3, deliveredAt: '2027-03-05T20:00:00.000Z', reviewLinks }
  await handle(TaskState, state, 9)
  await handle(TaskState, state, 9)
  clock = new Date('2027-03-09T14:00:00Z')
  await schedule()
  expect((await remindersTo(OWNER)).map(({ subject }) => subject)).toEqual(['Waiting for your review: Winter bread'])
})

it.each([
  [
    'switched-off review links',
    () => handle(ReviewSettingsChanged, { companyProfileId: company.id, ownerId: owner.userId, reviewLinks: false }),
  ],
  ['an unconfirmed address', () => db.updateTable('recipient').set({ email_verified: false }).execute()],
  ['a removed owner', () => db.deleteFrom('recipient').where('user_id', '=', owner.userId).execute()],
  ['an address that bounced', () => db.transaction().execute((trx) => markBounced(trx, { address: OWNER.toUpperCase(), reason: '5.1.1' }))],
])('no reminder is sent with %s', async (_, change) => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = newTask()
  await deliver(task)
  await change()
  for (const day of ['09', '10', '11']) {
    clock = new Date(`2027-03-${day}T15:00:00Z`)
    await schedule()
  }
  await handle(ReminderRequested, { ...task, previewNo: 1 })
  expect(await remindersTo(OWNER)).toEqual([])
})

it('without a review link, or after a new preview without a link, no reminder is sent', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [never, before] = [newTask(), newTask()]
  await handle(PreviewUploaded, { ...previewData(), ...never, previewNo: 1 }, 2)
  await deliver(before)
  await handle(PreviewUploaded, { ...previewData(), ...before, previewNo: 2 }, 3)
  clock = new Date('2027-03-09T15:00:00Z')
  await schedule()
  expect(await remindersTo(OWNER)).toEqual([])
})

it('after a password reset, the button opens the portal', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = newTask()
  const link = await deliver(task)
  await handle(PasswordChanged, owner as EventData<typeof PasswordChanged>)
  clock = new Date('2027-03-09T15:00:00Z')
  await schedule()
  const mail = await db.selectFrom('mail').select('text').where('template', '=', 'reminder').executeTakeFirstOrThrow()
  expect(mail.text).toContain(`${PUBLIC_URL}/management?show=task-${task.taskId}`)
  expect(mail.text).not.toContain(reviewKeys.tokenOf(link))
})

it('a reminder that an admin asks for is sent at once, also on a Sunday, and replaces the automatic reminder of the day', async () => {
  await startReplicas(1)
  clock = new Date('2027-03-12T13:00:00Z')
  const [first, second] = [newTask('Bread', '2027-04-01'), newTask('Rye')]
  await deliver(first)
  await deliver(second)
  clock = new Date('2027-03-15T12:00:00Z')
  await handle(ReminderRequested, { ...second, previewNo: 1 })
  await untilSent()
  const [mail] = received(OWNER, /^2 previews/)
  expect(mail?.text?.indexOf('Rye')).toBeLessThan(mail?.text?.indexOf('Bread') ?? -1)
  await passTime('2027-03-16T20:00:00Z')
  expect((await reminders()).map(({ day }) => day)).toEqual(['2027-03-15'])
  await passTime('2027-03-17T20:00:00Z')
  expect((await reminders()).map(({ day }) => day)).toEqual(['2027-03-15', '2027-03-17'])
})

it('deletes old reminders and old previews that no longer wait', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [waiting, decided, recent] = [newTask(), newTask(), newTask()]
  for (const task of [waiting, decided, recent]) await deliver(task)
  clock = new Date('2027-03-09T14:00:00Z')
  await schedule()
  for (const task of [decided, recent]) await handle(TaskApproved, { ...decisionData(), ...approved(task) }, 3)
  const old = sql`now() - interval '91 days'`
  await sql`update waiting_preview set changed_at = ${old} where task_id <> ${recent._id}`.execute(db)
  await sql`update reminder set created_at = ${old}`.execute(db)
  await purge(db)
  const kept = await db.selectFrom('waiting_preview').select('task_id').execute()
  expect(kept.map(({ task_id }) => task_id).sort()).toEqual([waiting._id, recent._id].sort())
  expect(await reminders()).toEqual([])
})
