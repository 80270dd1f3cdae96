import { connect } from '@app/chassis/db/connect.ts'
import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import { UserChanged } from '@app/contracts/events/identity.ts'
import {
  ApprovalConfirmed,
  ApprovalWithdrawn,
  PreviewCheckChanged,
  PreviewUploaded,
  TaskApproved,
  TaskCreated,
  TaskPosted,
  TaskReferredBack,
  TaskRemoved,
} from '@app/contracts/events/tasks.ts'
import { LISTED_IDS_MAX } from '@app/contracts/http/mail-content.ts'
import type { TaskEmailFrequency, TaskEmailScope } from '@app/contracts/rules/task-emails.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { purge } from '../src/purge.ts'
import { sendDueDigests } from '../src/task-emails/scheduler.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { type FakeComposer, startComposer } from './support/composer.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventHandler } from './support/event-handler.ts'
import { eventually } from './support/eventually.ts'
import { type Replica, startReplica } from './support/replica.ts'
import { RETENTION, testSettings } from './support/settings.ts'
import { newTask as anyTask, decisionData, previewData, referralData } from './support/task-events.ts'
import { userData } from './support/user-data.ts'

const MINUTE_MS = 60_000
const ada = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada' }
const ben = { userId: crypto.randomUUID(), email: 'ben@example.com', username: 'Ben' }
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }

let database: TestDatabase
let db: Kysely<Tables>
let relay: TestRelay
let composer: FakeComposer
let replicas: Replica[] = []
/** The simulated business clock. In New York, it is 10:00 on Monday, March 8, 2027. */
let clock = new Date()
const now = () => clock
const settings = testSettings(now)
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
  relay = await startRelay()
  composer = await startComposer()
  await handle(UserChanged, userData('verified', owner))
  await handle(UserChanged, userData('admin-added', ada))
})
afterEach(async () => {
  await stopReplicas()
  await relay.close()
  await composer.close()
  await clearTaskEmails(db)
})

const startReplicas = async (count = 2) => {
  const options = { databaseUrl: database.url, smtpUrl: relay.url, composerUrl: composer.url, now }
  replicas = await Promise.all(Array.from({ length: count }, () => startReplica(options)))
}
async function stopReplicas(): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.stop()))
  replicas = []
}

/** Titles of all tasks by id. */
const titles = new Map<string, string>()
function newTask(title = 'Winter bread', changes: Parameters<typeof anyTask>[0] = {}) {
  const task = anyTask({ title, ownerId: owner.userId, ...changes })
  titles.set(task._id, title)
  return task
}
type TestTask = ReturnType<typeof newTask>

const create = (task: TestTask) => handle(TaskCreated, { ...task, createdBy: 'owner' })
const deliver = (task: TestTask) => handle(PreviewUploaded, { ...task, ...previewData() })
const approve = (task: TestTask) => handle(TaskApproved, { ...task, ...decisionData() })
const referBack = (task: TestTask, changes: Partial<ReturnType<typeof referralData>> = {}) =>
  handle(TaskReferredBack, { ...task, ...referralData(), ...changes })

const log = { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never
const schedule = () => sendDueDigests({ db, settings, log })
const untilSent = () => eventually(async () => db.selectFrom('mail').select('id').where('state', '=', 'queued').execute()).toEqual([])
/** Runs the scheduler until no entry waits for the next digest. While a digest is being sent, the next digest cannot be queued. */
const untilGathered = () =>
  eventually(async () => {
    await schedule()
    return db.selectFrom('task_digest_entry').select('task_id').where('digest_id', 'is', null).execute()
  }).toEqual([])
const pass = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * MINUTE_MS)
}
/** Moves the clock in steps of five minutes, and runs the schedulers of two replicas after each step. */
async function passTime(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    pass(5)
    await Promise.all([schedule(), schedule()])
  }
}

const choose = async (admin: typeof ada, frequency: TaskEmailFrequency, scope?: TaskEmailScope) => {
  const { headers } = person('admin', admin.userId)
  const response = await replicas[0]?.app.inject({ method: 'PUT', url: '/admin/task-emails', payload: { frequency, scope }, headers })
  expect(response?.statusCode).toBe(200)
}
const chosen = async (admin: typeof ada) => {
  const response = await replicas[0]?.app.inject({ url: '/admin/task-emails', headers: person('admin', admin.userId).headers })
  return response?.json()
}

const titlesOf = (ids: readonly string[]): string =>
  ids
    .map((id) => titles.get(id) ?? id)
    .sort()
    .join(', ')

/**
 * Emails to an admin that were not withdrawn or given up, oldest first, each with its topic and its tasks. The tasks of a digest are those
 * of the newest request for its content or, before a request, those that it would list.
 */
async function emails(admin = ada): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['template', 'about'])
    .where('recipient_id', '=', admin.userId)
    .where('state', '!=', 'failed')
    .orderBy('created_at')
    .execute()
  const entries = await db.selectFrom('task_digest_entry').select(['task_id', 'digest_id']).where('user_id', '=', admin.userId).execute()
  return rows.map(({ template, about }) => {
    if (template !== 'task-digest') return `${template}: ${titlesOf([about ?? ''])}`
    const requested = composer.requests.findLast((request) => request.about === about)?.ids
    return `digest: ${titlesOf(requested ?? entries.filter(({ digest_id }) => digest_id === about).map(({ task_id }) => task_id))}`
  })
}
/** Emails that the mail relay received. The text of a digest contains the ids of its tasks. */
const received = (admin = ada) =>
  relay.mails
    .filter((mail) => [mail.to ?? []].flat()[0]?.text === admin.email)
    .map(({ subject, text = '' }) => {
      const [about = '', ...taskIds] = text.trim().split('\n')
      return subject === 'task-digest' ? `digest: ${titlesOf(taskIds)}` : `${subject}: ${titlesOf([about])}`
    })
const states = async (admin = ada) =>
  (
    await db.selectFrom('mail').select(['state', 'last_error']).where('recipient_id', '=', admin.userId).orderBy('created_at').execute()
  ).map(({ state, last_error }) => (last_error ? `${state}: ${last_error}` : state))
const entries = () => db.selectFrom('task_digest_entry').select('task_id').execute()

it('gathers the tasks of 15 minutes in one digest', async () => {
  const [bread, rye, cake] = [newTask(), newTask('Rye'), newTask('Cake')]
  await approve(bread)
  await create(rye)
  await referBack(cake)
  pass(14)
  await schedule()
  expect(await emails()).toEqual([])
  pass(1)
  await schedule()
  expect(await emails()).toEqual(['digest: Cake, Rye, Winter bread'])
  const [digest] = await db.selectFrom('mail').select(['event_id', 'about', 'composer', 'recipient', 'subject']).execute()
  expect(digest).toEqual({ event_id: digest?.about, about: digest?.about, composer: 'tasks', recipient: ada.email, subject: null })
})

describe('a digest', () => {
  const gathered = async () => {
    pass(15)
    await schedule()
    return emails()
  }

  it('lists a task once, and the composing service decides from its current state', async () => {
    const task = newTask()
    await create(task)
    await referBack(task)
    await deliver(task)
    await approve(task)
    expect(await gathered()).toEqual(['digest: Winter bread'])
  })

  it.each([
    ['a task of an admin', (task: TestTask) => handle(TaskCreated, { ...task, createdBy: 'admin' })],
    [
      'a later occurrence of a series',
      (task: TestTask) =>
        handle(TaskCreated, { ...task, createdBy: 'owner', occurrence: { seriesId: task._id, number: 2, date: '2027-03-20' } }),
    ],
    ['a delivered preview', deliver],
    ['a confirmed approval', (task: TestTask) => handle(ApprovalConfirmed, { ...task, ...decisionData() })],
    ['an approval that was undone', (task: TestTask) => handle(ApprovalWithdrawn, { ...task, ...decisionData() })],
    ['a launch', (task: TestTask) => handle(TaskPosted, { ...task, previewNo: 1 })],
    ['a removal', (task: TestTask) => handle(TaskRemoved, { ...task, removedBy: 'owner' })],
  ])('lists no task only because of %s', async (_name, change) => {
    await change(newTask())
    expect(await gathered()).toEqual([])
    expect(await entries()).toEqual([])
  })

  it('is not sent if none of its tasks needs an admin any more', async () => {
    composer.respond = () => ({ status: 410 })
    await startReplicas()
    await create(newTask())
    pass(15)
    await schedule()
    await eventually(() => states()).toEqual(['failed: obsolete'])
    expect([await entries(), relay.mails]).toEqual([[], []])
  })

  it('is not sent if all of its tasks moved to the next digest', async () => {
    const task = newTask()
    await create(task)
    expect(await gathered()).toEqual(['digest: Winter bread'])
    await referBack(task)
    await startReplicas()
    await eventually(() => states()).toEqual(['failed: obsolete'])
    expect(composer.requests).toEqual([])
    pass(15)
    await untilGathered()
    await untilSent()
    expect(received()).toEqual(['digest: Winter bread'])
  })

  it('lists a task again after a later event', async () => {
    const task = newTask()
    await startReplicas()
    await create(task)
    await gathered()
    await untilSent()
    await referBack(task)
    await gathered()
    await untilSent()
    expect(received()).toEqual(['digest: Winter bread', 'digest: Winter bread'])
  })

  it('lists a task that changed while the digest was queued in the next digest', async () => {
    const [bread, rye] = [newTask(), newTask('Rye')]
    await create(bread)
    await create(rye)
    await gathered()
    await referBack(bread)
    expect(await emails()).toEqual(['digest: Rye'])
    expect(await gathered()).toEqual(['digest: Rye, Winter bread'])
  })

  it('lists at most 1,000 tasks, and the next digest lists the others', { tags: 'nightly' }, async () => {
    await startReplicas()
    await sql`
      insert into task_digest_entry (user_id, task_id, company_id, added_at, ready_at)
      select ${ada.userId}, gen_random_uuid(), gen_random_uuid(), ${now().toISOString()}::timestamptz, ${now().toISOString()}::timestamptz
      from generate_series(1, 1500)`.execute(db)
    pass(15)
    await untilGathered()
    await untilSent()
    await eventually(() => relay.mails.length).toBe(2)
    const lists = composer.requests.map(({ ids = [] }) => ids)
    expect(lists.map((list) => list.length).sort()).toEqual([LISTED_IDS_MAX, 500])
    expect(new Set(lists.flat()).size).toBe(1_500)
  })
})

describe('a referral', () => {
  const today = { targetPostingDate: '2027-03-08' }

  it.each(['2027-03-08', '2027-03-07'])('of a task that is due on %s is sent at once, and in no digest', async (targetPostingDate) => {
    const task = newTask('Winter bread', { targetPostingDate })
    await create(task)
    await referBack(task)
    expect(await emails()).toEqual(['referred-back: Winter bread'])
    pass(60)
    await schedule()
    expect(await emails()).toHaveLength(1)
  })

  it('of a task that is due today in the time zone of the business is sent at once, although the day has changed in UTC', async () => {
    clock = new Date('2027-03-09T02:00:00Z')
    await referBack(newTask('Winter bread', { targetPostingDate: '2027-03-09' }))
    expect(await emails()).toEqual([])
    await referBack(newTask('Rye', today))
    expect(await emails()).toEqual(['referred-back: Rye'])
  })

  it('of a task without a posting date is not sent at once', async () => {
    await referBack(newTask('Winter bread', { targetPostingDate: null }))
    expect(await emails()).toEqual([])
  })

  it('that is sent at once is removed from a queued digest', async () => {
    const task = newTask('Winter bread', today)
    await create(task)
    pass(15)
    await schedule()
    await referBack(task)
    await startReplicas()
    await untilSent()
    expect(received()).toEqual(['referred-back: Winter bread'])
  })

  it.each([
    ['status first', [false, true]],
    ['feedback first', [true, false]],
  ])('with two events (%s) is listed once', async (_order, steps) => {
    const task = newTask()
    const referralId = crypto.randomUUID()
    for (const hasFeedback of steps) await referBack(task, { hasFeedback, referralId })
    const [entry] = await db.selectFrom('task_digest_entry').select('ready_at').execute()
    expect(Date.parse(entry?.ready_at ?? '')).toBe(clock.getTime())
    await passTime(60)
    expect(await emails()).toEqual(['digest: Winter bread'])
  })

  it('waits up to a minute for its feedback, and the digest with the other tasks does not wait', async () => {
    const referralId = crypto.randomUUID()
    await create(newTask())
    pass(14.5)
    await referBack(newTask('Rye'), { hasFeedback: false, referralId })
    pass(0.5)
    await schedule()
    expect(await emails()).toEqual(['digest: Winter bread'])
    pass(0.5)
    await db.deleteFrom('task_email_choice').execute()
    await emailAtOnce(db, ada.userId)
    await schedule()
    expect(await emails()).toEqual(['digest: Rye, Winter bread'])
  })

  it('whose email waits for the feedback is completed in this email, even if the admin now gets digests', async () => {
    const task = newTask()
    const referralId = crypto.randomUUID()
    await emailAtOnce(db, ada.userId)
    await referBack(task, { hasFeedback: false, referralId })
    await db.deleteFrom('task_email_choice').execute()
    await referBack(task, { referralId })
    await passTime(30)
    expect(await emails()).toEqual(['referred-back: Winter bread'])
    expect(await entries()).toEqual([])
  })
})

it('a queued email is sent even if the admin now gets digests', async () => {
  await emailAtOnce(db, ada.userId)
  await create(newTask())
  await db.deleteFrom('task_email_choice').execute()
  await startReplicas()
  await eventually(() => received()).toEqual(['task-assigned: Winter bread'])
})

describe('an admin', () => {
  beforeEach(async () => {
    await handle(UserChanged, userData('admin-added', ben))
    await startReplicas()
  })

  it('chooses how often the emails are sent, and other admins keep their own choice', async () => {
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly', scope: 'all' })
    await choose(ada, 'hourly')
    await choose(ada, 'daily')
    expect([await chosen(ada), await chosen(ben)]).toEqual([
      { frequency: 'daily', scope: 'all' },
      { frequency: 'quarter-hourly', scope: 'all' },
    ])
  })

  it('who wants emails at once gets one email per event', async () => {
    await choose(ada, 'at-once')
    const task = newTask()
    await create(task)
    await approve(task)
    expect(await emails()).toEqual(['task-assigned: Winter bread', 'approved: Winter bread'])
    await passTime(30)
    expect([(await emails()).length, await emails(ben)]).toEqual([2, ['digest: Winter bread']])
  })

  it('who wants an email every hour gets it an hour after the first event', async () => {
    await choose(ada, 'hourly')
    await create(newTask())
    await passTime(55)
    expect(await emails()).toEqual([])
    await create(newTask('Rye'))
    await passTime(5)
    expect(await emails()).toEqual(['digest: Rye, Winter bread'])
  })

  it('who wants an email once a day gets it at 9:00, also across the change to daylight saving time', async () => {
    await choose(ada, 'daily')
    clock = new Date('2027-03-13T20:00:00Z')
    await create(newTask())
    // On Sunday, March 14, daylight saving time begins in New York.
    clock = new Date('2027-03-14T12:59:00Z')
    await schedule()
    expect(await emails()).toEqual([])
    clock = new Date('2027-03-14T13:00:00Z')
    await create(newTask('Rye'))
    await schedule()
    expect(await emails()).toEqual(['digest: Rye, Winter bread'])
    await create(newTask('Cake'))
    await schedule()
    expect(await emails()).toHaveLength(1)
  })

  it('who wants no emails gets none, not even at once, and not about earlier news', async () => {
    await create(newTask())
    await choose(ada, 'none')
    await referBack(newTask('Rye', { targetPostingDate: '2027-03-08' }))
    await passTime(60)
    expect(await emails()).toEqual([])
    expect(await emails(ben)).toHaveLength(2)
    await choose(ada, 'quarter-hourly')
    await passTime(60)
    expect(await emails()).toEqual([])
  })

  it('who changes the choice gets the gathered news once, at the time of the new choice', async () => {
    await choose(ada, 'daily')
    await create(newTask())
    await choose(ada, 'hourly')
    await passTime(55)
    expect(await emails()).toEqual([])
    await passTime(5)
    expect(await emails()).toEqual(['digest: Winter bread'])
    await untilSent()
    await create(newTask('Rye'))
    await choose(ada, 'at-once')
    await schedule()
    expect(await emails()).toEqual(['digest: Winter bread', 'digest: Rye'])
    await passTime(24 * 60)
    expect(await emails()).toHaveLength(2)
  })

  it('who was removed gets no email, and a new admin gets only later news', async () => {
    await create(newTask())
    await handle(UserChanged, userData('admin-removed', ada), 2)
    const cleo = { userId: crypto.randomUUID(), email: 'cleo@example.com', username: 'Cleo' }
    await handle(UserChanged, userData('admin-added', cleo))
    await create(newTask('Rye'))
    await passTime(30)
    expect([await emails(), await emails(ben), await emails(cleo)]).toEqual([[], ['digest: Rye, Winter bread'], ['digest: Rye']])
    expect(await db.selectFrom('task_digest_entry').select('user_id').where('user_id', '=', ada.userId).execute()).toEqual([])
  })

  it('whose email address has changed gets the digest at the new address', async () => {
    await create(newTask())
    await handle(UserChanged, userData('none', { ...ada, email: 'ada@new.example' }, { role: 'admin' }), 2)
    await passTime(30)
    await untilSent()
    expect([received(), received({ ...ada, email: 'ada@new.example' })]).toEqual([[], ['digest: Winter bread']])
  })

  it('changes the choice once when the request is sent again with its idempotency key', async () => {
    const request = {
      method: 'PUT',
      url: '/admin/task-emails',
      payload: { frequency: 'hourly' },
      headers: person('admin', ada.userId).headers,
    } as const
    const app = replicas[0]?.app
    if (!app) return expect.unreachable()
    expect(await sendThreeTimes(app, request)).toEqual({ answers: ['200 {"frequency":"hourly","scope":"all"}'], replayed: 2 })
  })

  it('chooses only for the own account, owners cannot choose, and unknown values are rejected', async () => {
    const app = replicas[0]?.app
    if (!app) return expect.unreachable()
    expect(await findAccessViolations(app, 'notifications')).toEqual([])
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: '/admin/task-emails', payload, headers: person('admin', ada.userId).headers })
    const wrong = [put({ frequency: 'weekly' }), put({}), put({ frequency: 'daily', userId: ben.userId })]
    expect((await Promise.all(wrong)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly', scope: 'all' })
  })

  it('whose choice only a later release offers gets the default', async () => {
    await db.insertInto('task_email_choice').values({ user_id: ada.userId, frequency: 'weekly' }).execute()
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly', scope: 'all' })
    await create(newTask())
    await passTime(15)
    expect(await emails()).toHaveLength(1)
  })
})

describe('an admin who wants emails of the own companies only', () => {
  let version = 0
  const setManager = (companyProfileId: string, managerId: string | null) =>
    handle(CompanyManagerChanged, { companyProfileId, ownerId: owner.userId, managerId, change: 'changed' }, ++version)

  beforeEach(async () => {
    await startReplicas(1)
    await handle(UserChanged, userData('admin-added', ben))
  })

  it('gets those, and those of companies without an account manager, in digests and at once', async () => {
    await choose(ada, 'quarter-hourly', 'mine')
    await choose(ada, 'quarter-hourly')
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly', scope: 'mine' })
    await choose(ben, 'at-once', 'mine')
    const [own, others, nobodys] = [newTask('Own'), newTask('Others'), newTask('Nobodys')]
    await setManager(own.companyProfileId, ada.userId)
    await setManager(others.companyProfileId, ben.userId)
    for (const task of [own, others, nobodys]) await create(task)
    await passTime(15)
    expect(await emails()).toEqual(['digest: Nobodys, Own'])
    expect(await emails(ben)).toEqual(['task-assigned: Others', 'task-assigned: Nobodys'])
    await referBack({ ...own, targetPostingDate: '2027-03-08' })
    expect(await emails(ben)).toHaveLength(2)
  })

  it('gets no digest about a company that was handed over, or that belongs to others when the choice changes', async () => {
    await choose(ada, 'quarter-hourly', 'mine')
    const [handedOver, kept] = [newTask('Handed over'), newTask('Kept')]
    for (const task of [handedOver, kept]) await setManager(task.companyProfileId, ada.userId)
    for (const task of [handedOver, kept]) await create(task)
    await setManager(handedOver.companyProfileId, ben.userId)
    await choose(ben, 'quarter-hourly', 'mine')
    await passTime(15)
    expect([await emails(), await emails(ben)]).toEqual([['digest: Kept'], ['digest: Handed over']])
    await untilSent()
    // A company whose account manager was removed is everybody's again.
    await setManager(kept.companyProfileId, null)
    await create(newTask('Again', { companyProfileId: kept.companyProfileId }))
    await passTime(15)
    expect(await emails(ben)).toEqual(['digest: Handed over', 'digest: Again'])
  })
})

describe('exactly once', () => {
  it('50 parallel schedulers and two replicas queue one digest', { tags: 'nightly' }, async () => {
    await startReplicas()
    for (let n = 0; n < 10; n++) await create(newTask(`Post ${n}`))
    pass(15)
    await Promise.all(Array.from({ length: 50 }, schedule))
    await untilSent()
    expect(received()).toEqual([`digest: ${Array.from({ length: 10 }, (_, n) => `Post ${n}`).join(', ')}`])
    await eventually(entries).toEqual([])
  })

  it('events that are handled while digests are queued are in exactly one digest each', { tags: 'nightly' }, async () => {
    await startReplicas()
    const tasks = Array.from({ length: 40 }, (_, n) => newTask(`Post ${n}`))
    for (let begin = 0; begin < tasks.length; begin += 5) {
      pass(15)
      await Promise.all([schedule(), ...tasks.slice(begin, begin + 5).map(create), schedule()])
    }
    pass(15)
    await untilGathered()
    await untilSent()
    const lines = relay.mails.flatMap(({ text = '' }) => text.split('\n'))
    const times = ({ _id }: TestTask) => lines.filter((line) => line === _id).length
    expect(tasks.map(times)).toEqual(tasks.map(() => 1))
  })

  it('a clock that is set back delays no digest, and sends nothing twice', async () => {
    await create(newTask())
    await referBack(newTask('Rye'), { hasFeedback: false })
    pass(-120)
    await schedule()
    expect(await emails()).toEqual(['digest: Rye, Winter bread'])
    await passTime(180)
    expect(await emails()).toHaveLength(1)
  })

  it('after an outage of the mail relay of an hour, one digest is sent', { tags: 'nightly' }, async () => {
    relay.refuses.greeting = '421 4.3.2 Service not available'
    await startReplicas()
    const tasks = Array.from({ length: 12 }, (_, n) => newTask(`Post ${n}`))
    for (const task of tasks) {
      await create(task)
      await passTime(5)
    }
    await passTime(15)
    await untilGathered()
    await eventually(async () => (await states()).filter((state) => state.startsWith('queued')).length).toBe(1)
    delete relay.refuses.greeting
    // Starts new replicas, because the circuit breakers of the old replicas may still pause all emails.
    await stopReplicas()
    await sql`update work set due_at = now(), wait = '0' where state = 'queued'`.execute(db)
    await startReplicas()
    await untilSent()
    expect(received()).toEqual([`digest: ${titlesOf(tasks.map(({ _id }) => _id))}`])
  })

  it('a digest that is being sent is not replaced, and later tasks are in the next digest', async () => {
    relay.troubles.push('answers late')
    await startReplicas()
    await create(newTask())
    pass(15)
    await schedule()
    await eventually(() => relay.mails.length).toBe(1)
    await create(newTask('Rye'))
    await passTime(15)
    relay.answerNow()
    await passTime(15)
    await untilGathered()
    await untilSent()
    expect(received()).toEqual(['digest: Winter bread', 'digest: Rye'])
  })

  it('a digest whose outcome is unknown keeps its tasks, and is sent once more', async () => {
    relay.troubles.push('dies after the dot')
    await startReplicas()
    await create(newTask())
    pass(15)
    await schedule()
    await eventually(async () => (await db.selectFrom('work').select('state').execute()).map(({ state }) => state)).toEqual(['unknown'])
    await create(newTask('Rye'))
    pass(15)
    await untilGathered()
    await eventually(() => received()).toEqual(['digest: Winter bread', 'digest: Rye'])
    await sql`update work set due_at = now(), wait = '0' where state = 'unknown'`.execute(db)
    await sql`select pg_notify('work_notifications', '')`.execute(db)
    await eventually(() => received()).toEqual(['digest: Winter bread', 'digest: Rye', 'digest: Winter bread'])
    await untilSent()
    expect(await entries()).toEqual([])
  })

  it('a queued digest is replaced, also if its only task has moved to the next digest', async () => {
    const task = newTask()
    await create(task)
    pass(15)
    await schedule()
    await referBack(task)
    pass(15)
    await schedule()
    expect(await states()).toEqual(['failed: replaced by a newer digest', 'queued'])
    expect(await emails()).toEqual(['digest: Winter bread'])
  })

  it('a digest whose attempt just failed is replaced by the next digest', async () => {
    await create(newTask())
    pass(15)
    await schedule()
    await sql`update work set state = 'running'`.execute(db)
    await create(newTask('Rye'))
    pass(15)
    // The worker returns the email to the queue while the next digest is queued.
    let scheduled: Promise<unknown> | undefined
    await db.transaction().execute(async (worker) => {
      await sql`update work set state = 'queued'`.execute(worker)
      scheduled = schedule()
      await eventually(() => lockWaits(db)).toBe(1)
    })
    await scheduled
    expect(await emails()).toEqual(['digest: Rye, Winter bread'])
  })

  it('a digest that was given up does not stop the next digest', async () => {
    relay.refusals.push('550 5.1.1 unknown')
    await startReplicas()
    await create(newTask())
    await passTime(15)
    await eventually(() => states()).toEqual(['failed: EENVELOPE 550 5.1.1'])
    await create(newTask('Rye'))
    pass(15)
    await untilGathered()
    await untilSent()
    expect(received()).toEqual(['digest: Rye'])
  })
})

it('deletes old entries', async () => {
  await create(newTask())
  await sql`update task_digest_entry set added_at = now() - interval '91 days'`.execute(db)
  await purge(db, RETENTION)
  expect(await entries()).toEqual([])
})

it('setting up 60 companies in an hour sends an admin at most five emails instead of 335, and every task is in one of them', {
  tags: 'nightly',
}, async () => {
  await startReplicas()
  const waiting: TestTask[] = []
  let events = 0
  for (let n = 0; n < 60; n++) {
    const [posted, approved, removed] = [newTask(`Posted ${n}`), newTask(`Approved ${n}`), newTask(`Removed ${n}`)]
    // These are the events about a company's tasks. Seven of twelve companies also have a task that is removed again.
    await create(posted)
    await deliver(posted)
    await referBack(posted)
    await deliver(posted)
    await approve(posted)
    await handle(TaskPosted, { ...posted, previewNo: 1 })
    await create(approved)
    await deliver(approved)
    await approve(approved)
    events += 5
    if (n % 12 < 7) {
      await create(removed)
      await handle(TaskRemoved, { ...removed, removedBy: 'owner' })
      events += 1
    }
    waiting.push(approved)
    pass(1)
    await Promise.all([schedule(), schedule()])
  }
  pass(15)
  await untilGathered()
  await untilSent()
  expect(events).toBe(335)
  const digests = relay.mails.filter(({ subject }) => subject === 'task-digest')
  expect(received()).toHaveLength(digests.length)
  expect(digests.length).toBeLessThanOrEqual(5)
  const lines = digests.flatMap(({ text = '' }) => text.split('\n'))
  const times = ({ _id }: TestTask) => lines.filter((line) => line === _id).length
  expect(waiting.map(times)).toEqual(waiting.map(() => 1))
})

it('a change of the check by a second admin is emailed to all other admins at once, also to those who get no emails about tasks', async () => {
  await handle(UserChanged, userData('admin-added', ben))
  await startReplicas(1)
  await choose(ben, 'none')
  const { companyProfileId, companyName, ownerId } = newTask()
  await handle(PreviewCheckChanged, { companyProfileId, companyName, ownerId, requiresCheck: false, changedBy: ada.userId })
  await untilSent()
  expect(relay.mails.map(({ to, subject }) => [[to ?? []].flat()[0]?.text, subject])).toEqual([
    [ben.email, 'Second check switched off: Bakery'],
  ])
  const [entry] = await db
    .selectFrom('notification')
    .select(['message', 'audience_admins'])
    .where('type', '=', PreviewCheckChanged.type)
    .execute()
  expect(entry).toEqual({ message: 'Ada switched the check by a second admin off for Bakery.', audience_admins: true })
})
