import { connect } from '@app/chassis/db/connect.ts'
import { findAccessViolations } from '@app/chassis/testing/access.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { person } from '@app/chassis/testing/people.ts'
import { startRelay, type TestRelay } from '@app/chassis/testing/relay.ts'
import { sendThreeTimes } from '@app/chassis/testing/same-request.ts'
import { AdminAdded, AdminRemoved, UserState } from '@app/contracts/events/identity.ts'
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
  TaskState,
} from '@app/contracts/events/tasks.ts'
import type { TaskEmailFrequency } from '@app/contracts/rules/task-emails.ts'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { purge } from '../src/purge.ts'
import { sendDueDigests } from '../src/task-emails/scheduler.ts'
import { clearTaskEmails } from './support/clear-task-emails.ts'
import { emailAtOnce } from './support/email-at-once.ts'
import { eventHandler } from './support/event-handler.ts'
import { eventually } from './support/eventually.ts'
import { PUBLIC_URL, type Replica, startReplica } from './support/replica.ts'
import { reviewMails } from './support/review-mails.ts'
import { decisionData, launchData, previewData, referralData } from './support/task-events.ts'

const MINUTE_MS = 60_000
const ada = { userId: crypto.randomUUID(), email: 'ada@example.com', username: 'Ada' }
const ben = { userId: crypto.randomUUID(), email: 'ben@example.com', username: 'Ben' }
const owner = { userId: crypto.randomUUID(), email: 'maria@harborpine.example', username: 'Maria' }

let database: TestDatabase
let db: Kysely<Tables>
let relay: TestRelay
let replicas: Replica[] = []
/** The simulated business clock. In New York, it is 10:00 on Monday, March 8, 2027. */
let clock = new Date()
const now = () => clock
const mails = reviewMails(PUBLIC_URL, { now })
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
  relay = await startRelay()
  await handle(UserState, { ...owner, role: 'owner', emailVerified: true })
  await handle(AdminAdded, ada)
})
afterEach(async () => {
  await stopReplicas()
  await relay.close()
  await clearTaskEmails(db)
})

const startReplicas = async (count = 2) => {
  replicas = await Promise.all(Array.from({ length: count }, () => startReplica({ databaseUrl: database.url, smtpUrl: relay.url, now })))
}
async function stopReplicas(): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.stop()))
  replicas = []
}

let lastTaskId = 40
function newTask(
  title = 'Winter bread',
  { companyName = 'Bakery', companyProfileId = crypto.randomUUID(), targetPostingDate = '2027-03-20' } = {},
) {
  lastTaskId += 1
  return {
    _id: crypto.randomUUID(),
    taskId: lastTaskId,
    companyProfileId,
    companyName,
    ownerId: owner.userId,
    title,
    currentStatus: 'Pending' as const,
    targetPostingDate,
    submissionForReview: null,
    doneTaskImage: null,
  }
}
type TestTask = ReturnType<typeof newTask>

const create = (task: TestTask, version = 1) => handle(TaskCreated, { ...task, createdBy: 'owner' }, version)
const deliver = (task: TestTask, version = 2) => handle(PreviewUploaded, { ...previewData(), ...task }, version)
const approve = (task: TestTask, version = 3, isUnconfirmed = false) =>
  handle(TaskApproved, { ...decisionData(), ...task, currentStatus: 'Approved', isUnconfirmed }, version)
const referBack = (task: TestTask, feedback: string, version = 3, referralId?: string) =>
  handle(
    TaskReferredBack,
    { ...referralData(), ...task, currentStatus: 'Roll Back', feedback, clientSuggestImage: null, ...(referralId && { referralId }) },
    version,
  )

const log = { warn: (...line: unknown[]) => expect.fail(JSON.stringify(line)) } as never
const schedule = () => sendDueDigests({ db, mails, log })
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

const choose = async (admin: typeof ada, frequency: TaskEmailFrequency) => {
  const { headers } = person('admin', admin.userId)
  const response = await replicas[0]?.app.inject({ method: 'PUT', url: '/admin/task-emails', payload: { frequency }, headers })
  expect(response?.statusCode).toBe(200)
}
const chosen = async (admin: typeof ada) => {
  const response = await replicas[0]?.app.inject({ url: '/admin/task-emails', headers: person('admin', admin.userId).headers })
  return response?.json()
}

/** Emails to an admin in the ledger, oldest first. */
const queued = (admin = ada) =>
  db
    .selectFrom('mail')
    .select(['subject', 'text', 'html', 'state', 'template'])
    .where('recipient', '=', admin.email)
    .orderBy('created_at')
    .execute()
const subjects = async (admin = ada) => (await queued(admin)).filter(({ state }) => state !== 'failed').map(({ subject }) => subject)
/** Emails that the mail relay received. */
const received = (admin = ada) => relay.mails.filter((mail) => [mail.to ?? []].flat()[0]?.text === admin.email)

it('gathers the news of 15 minutes in one email, grouped by what an admin has to do and by company, each line with its link', async () => {
  const cafe = { companyName: 'Cafe', companyProfileId: crypto.randomUUID() }
  const [bread, rye, cake] = [newTask(), newTask('Rye', { targetPostingDate: '2027-03-25' }), newTask('Cake', cafe)]
  const [tea, latte] = [newTask('Tea', cafe), newTask('Latte', cafe)]
  await approve(tea, 3, true)
  await create(bread)
  await create(rye)
  await create(latte)
  await referBack(cake, 'Warmer & <b>bigger</b>')
  pass(14)
  await schedule()
  expect(await subjects()).toEqual([])
  pass(1)
  await schedule()
  const [mail, ...more] = await queued()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('1 task referred back, 3 new, 1 approved')
  const link = ({ taskId }: TestTask) => `  ${PUBLIC_URL}/admin/dashboard?task=${taskId}`
  const due = (date: string) => `  Posting due ${date}`
  const line = ({ title, taskId }: TestTask) => `- ${title} (#${taskId})`
  expect(mail?.text).toContain(
    [
      '== Referred back: please upload a new preview (1) ==',
      '',
      'Cafe',
      line(cake),
      due('Sat, Mar 20, 2027'),
      '  “Warmer & <b>bigger</b>”',
      link(cake),
      '',
      '== New tasks: please upload a preview (3) ==',
    ].join('\n'),
  )
  expect(mail?.text).toContain(
    [
      '== Approved: launch on the posting date (1) ==',
      '',
      'Cafe',
      line(tea),
      due('Sat, Mar 20, 2027'),
      '  Please do not launch yet: the company has not confirmed the approval.',
      link(tea),
    ].join('\n'),
  )
  for (const task of [bread, rye, latte]) expect(mail?.text).toContain(`${line(task)}\n`)
  expect(mail?.html).toContain('“Warmer &amp; &lt;b&gt;bigger&lt;/b&gt;”')
  expect(mail?.html).not.toContain('<b>bigger')
})

it('has the content of the single email if there is only one task', async () => {
  await create(newTask())
  pass(15)
  await schedule()
  expect(await subjects()).toEqual(['New task from Bakery: Winter bread'])
})

describe('lists each task once, in its last state', () => {
  const gathered = async () => {
    pass(15)
    await schedule()
    return subjects()
  }

  it('a task that was created and removed again is not listed', async () => {
    const task = newTask()
    await create(task)
    await handle(TaskRemoved, task, 2)
    expect(await gathered()).toEqual([])
    expect(await db.selectFrom('task_digest_entry').select('task_id').execute()).toEqual([])
  })

  it('a task that was referred back and approved again is listed as approved', async () => {
    const task = newTask()
    await referBack(task, 'Warmer')
    await deliver(task, 4)
    await approve(task, 5)
    expect(await gathered()).toEqual(['Approved by Bakery: Winter bread'])
  })

  it.each([
    ['a delivered preview', (task: TestTask) => deliver(task, 4)],
    ['an approval that was undone', (task: TestTask) => handle(ApprovalWithdrawn, { ...decisionData(), ...task }, 4)],
    ['a launch', (task: TestTask) => handle(TaskPosted, { ...launchData(), ...task, adminPostComment: '' }, 4)],
  ])('%s leaves nothing to do', async (_name, change) => {
    const task = newTask()
    await approve(task)
    await change(task)
    expect(await gathered()).toEqual([])
  })

  it('a confirmed approval is not listed as unconfirmed', async () => {
    const task = newTask()
    await approve(task, 3, true)
    await handle(ApprovalConfirmed, { ...decisionData(), ...task, currentStatus: 'Approved' }, 4)
    expect(await gathered()).toHaveLength(1)
    expect((await queued())[0]?.text).not.toContain('not confirmed')
  })

  it('events that arrive in another order, or repeatedly, have the same result', async () => {
    const task = newTask()
    await approve(task, 5)
    await create(task)
    await referBack(task, 'Warmer')
    await approve(task, 5)
    expect(await gathered()).toEqual(['Approved by Bakery: Winter bread'])
    await approve(task, 5)
    expect(await gathered()).toHaveLength(1)
  })

  it('a task of an admin is not listed', async () => {
    await handle(TaskCreated, { ...newTask(), createdBy: 'admin' }, 1)
    expect(await gathered()).toEqual([])
  })

  it('a later event is listed in the next digest', async () => {
    const task = newTask()
    await create(task)
    await gathered()
    await sql`update mail set state = 'sent'`.execute(db)
    await sql`update work set state = 'done'`.execute(db)
    await deliver(task)
    await referBack(task, 'Warmer')
    expect(await gathered()).toEqual(['New task from Bakery: Winter bread', 'Referred back by Bakery: Winter bread'])
  })
})

describe('a referral', () => {
  const today = { targetPostingDate: '2027-03-08' }

  it.each(['2027-03-08', '2027-03-07'])(
    'of a task that is due on %s is sent at once, with the feedback, and in no digest',
    async (targetPostingDate) => {
      const task = newTask('Winter bread', { targetPostingDate })
      await create(task)
      await referBack(task, 'Warmer', 3, crypto.randomUUID())
      expect(await queued()).toMatchObject([{ template: 'referred-back', text: expect.stringContaining('> Warmer') }])
      pass(60)
      await schedule()
      expect(await subjects()).toHaveLength(1)
    },
  )

  it('of a task that is due today in the time zone of the business is sent at once, although the day has changed in UTC', async () => {
    clock = new Date('2027-03-09T02:00:00Z')
    await referBack(newTask('Winter bread', { targetPostingDate: '2027-03-09' }), 'Warmer')
    expect(await subjects()).toEqual([])
    await referBack(newTask('Rye', today), 'Warmer')
    expect(await subjects()).toEqual(['Referred back by Bakery: Rye'])
  })

  it('that a newer event has replaced is not sent at once', async () => {
    const task = newTask('Winter bread', today)
    await approve(task, 5)
    await referBack(task, 'Warmer', 3)
    pass(15)
    await schedule()
    expect(await subjects()).toEqual(['Approved by Bakery: Winter bread'])
  })

  it.each([
    ['status first', ['', 'Warmer']],
    ['feedback first', ['Warmer', '']],
  ])('with two events (%s) is listed once, with the feedback', async (_order, words) => {
    const task = newTask()
    const referralId = crypto.randomUUID()
    for (const feedback of words) await referBack(task, feedback, feedback ? 4 : 3, referralId)
    await passTime(60)
    expect(await queued()).toMatchObject([{ subject: 'Referred back by Bakery: Winter bread', text: expect.stringContaining('> Warmer') }])
  })

  it('waits up to a minute for its feedback, and the digest with the other news does not wait', { tags: 'nightly' }, async () => {
    await startReplicas()
    const referralId = crypto.randomUUID()
    const task = newTask('Rye')
    await create(newTask())
    pass(14.5)
    await referBack(task, '', 3, referralId)
    pass(0.5)
    await schedule()
    await untilSent()
    expect(await subjects()).toEqual(['New task from Bakery: Winter bread'])
    await referBack(task, 'Warmer', 4, referralId)
    pass(15)
    await untilGathered()
    await untilSent()
    const [, second, ...more] = received()
    expect(more).toEqual([])
    expect(second).toMatchObject({ subject: 'Referred back by Bakery: Rye', text: expect.stringContaining('> Warmer') })
  })

  it('whose email waits for the feedback is completed in this email, even if the admin now gets digests', async () => {
    const task = newTask()
    const referralId = crypto.randomUUID()
    await emailAtOnce(db, ada.userId)
    await referBack(task, '', 3, referralId)
    await db.deleteFrom('task_email_choice').execute()
    await referBack(task, 'Warmer', 4, referralId)
    await passTime(30)
    expect(await queued()).toMatchObject([{ template: 'referred-back', text: expect.stringContaining('> Warmer') }])
  })
})

it('a republished state of a task changes no digest', async () => {
  const task = newTask()
  await create(task)
  await handle(TaskState, task, 1)
  pass(15)
  await schedule()
  expect(await subjects()).toHaveLength(1)
})

it('a queued email is sent even if the admin now gets digests', async () => {
  await emailAtOnce(db, ada.userId)
  await create(newTask())
  await db.deleteFrom('task_email_choice').execute()
  await startReplicas()
  await eventually(() => received().map(({ subject }) => subject)).toEqual(['New task from Bakery: Winter bread'])
})

describe('an admin', () => {
  beforeEach(async () => {
    await handle(AdminAdded, ben)
    await startReplicas()
  })

  it('chooses how often the emails are sent, and other admins keep their own choice', async () => {
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly' })
    await choose(ada, 'hourly')
    await choose(ada, 'daily')
    expect([await chosen(ada), await chosen(ben)]).toEqual([{ frequency: 'daily' }, { frequency: 'quarter-hourly' }])
  })

  it('who wants emails at once gets one email per event', async () => {
    await choose(ada, 'at-once')
    const task = newTask()
    await create(task)
    await approve(task)
    expect(await subjects()).toEqual(['New task from Bakery: Winter bread', 'Approved by Bakery: Winter bread'])
    await passTime(30)
    expect([(await subjects()).length, await subjects(ben)]).toEqual([2, ['Approved by Bakery: Winter bread']])
  })

  it('who wants an email every hour gets it an hour after the first event', async () => {
    await choose(ada, 'hourly')
    await create(newTask())
    await passTime(55)
    expect(await subjects()).toEqual([])
    await create(newTask('Rye'))
    await passTime(5)
    expect(await subjects()).toEqual(['2 new tasks'])
  })

  it('who wants an email once a day gets it at 9:00, also across the change to daylight saving time', async () => {
    await choose(ada, 'daily')
    clock = new Date('2027-03-13T20:00:00Z')
    await create(newTask())
    // On Sunday, March 14, daylight saving time begins in New York.
    clock = new Date('2027-03-14T12:59:00Z')
    await schedule()
    expect(await subjects()).toEqual([])
    clock = new Date('2027-03-14T13:00:00Z')
    await create(newTask('Rye'))
    await schedule()
    expect(await subjects()).toEqual(['2 new tasks'])
    await create(newTask('Cake'))
    await schedule()
    expect(await subjects()).toHaveLength(1)
  })

  it('who wants no emails gets none, not even at once, and not about earlier news', async () => {
    await create(newTask())
    await choose(ada, 'none')
    await referBack(newTask('Rye', { targetPostingDate: '2027-03-08' }), 'Warmer')
    await passTime(60)
    expect(await queued()).toEqual([])
    expect(await subjects(ben)).toHaveLength(2)
    await choose(ada, 'quarter-hourly')
    await passTime(60)
    expect(await queued()).toEqual([])
  })

  it('who changes the choice gets the gathered news once, at the time of the new choice', async () => {
    await choose(ada, 'daily')
    await create(newTask())
    await choose(ada, 'hourly')
    await passTime(55)
    expect(await subjects()).toEqual([])
    await passTime(5)
    expect(await subjects()).toEqual(['New task from Bakery: Winter bread'])
    await untilSent()
    await create(newTask('Rye'))
    await choose(ada, 'at-once')
    await schedule()
    expect(await subjects()).toEqual(['New task from Bakery: Winter bread', 'New task from Bakery: Rye'])
    await passTime(24 * 60)
    expect(await subjects()).toHaveLength(2)
  })

  it('who was removed gets no email, and a new admin gets only later news', async () => {
    await create(newTask())
    await handle(AdminRemoved, { ...ada, tokensInvalidBefore: 1 }, 2)
    const cleo = { userId: crypto.randomUUID(), email: 'cleo@example.com', username: 'Cleo' }
    await handle(AdminAdded, cleo)
    await create(newTask('Rye'))
    await passTime(30)
    expect([await queued(), await subjects(ben), await subjects(cleo)]).toEqual([[], ['2 new tasks'], ['New task from Bakery: Rye']])
    expect(await db.selectFrom('task_digest_entry').select('user_id').where('user_id', '=', ada.userId).execute()).toEqual([])
  })

  it('whose email address has changed gets the digest at the new address', async () => {
    await create(newTask())
    await handle(UserState, { ...ada, email: 'ada@new.example', role: 'admin', emailVerified: false }, 2)
    await passTime(30)
    expect([await subjects(), await subjects({ ...ada, email: 'ada@new.example' })]).toEqual([[], ['New task from Bakery: Winter bread']])
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
    expect(await sendThreeTimes(app, request)).toEqual({ answers: ['200 {"frequency":"hourly"}'], replayed: 2 })
  })

  it('chooses only for the own account, owners cannot choose, and unknown values are rejected', async () => {
    const app = replicas[0]?.app
    if (!app) return expect.unreachable()
    expect(await findAccessViolations(app, 'notifications')).toEqual([])
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: '/admin/task-emails', payload, headers: person('admin', ada.userId).headers })
    const wrong = [put({ frequency: 'weekly' }), put({}), put({ frequency: 'daily', userId: ben.userId })]
    expect((await Promise.all(wrong)).map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly' })
  })

  it('whose choice only a later release offers gets the default', async () => {
    await db.insertInto('task_email_choice').values({ user_id: ada.userId, frequency: 'weekly' }).execute()
    expect(await chosen(ada)).toEqual({ frequency: 'quarter-hourly' })
    await create(newTask())
    await passTime(15)
    expect(await subjects()).toHaveLength(1)
  })
})

describe('exactly once', () => {
  it('50 parallel schedulers and two replicas queue one digest', { tags: 'nightly' }, async () => {
    await startReplicas()
    for (let n = 0; n < 10; n++) await create(newTask(`Post ${n}`))
    pass(15)
    await Promise.all(Array.from({ length: 50 }, schedule))
    await untilSent()
    expect(received().map(({ subject }) => subject)).toEqual(['10 new tasks'])
    await eventually(() => db.selectFrom('task_digest_entry').select('task_id').execute()).toEqual([])
  })

  it('events that are handled while digests are queued are in exactly one digest each', { tags: 'nightly' }, async () => {
    await startReplicas()
    const tasks = Array.from({ length: 40 }, (_, n) => newTask(`Post ${n}`))
    for (let begin = 0; begin < tasks.length; begin += 5) {
      pass(15)
      await Promise.all([schedule(), ...tasks.slice(begin, begin + 5).map((task) => create(task)), schedule()])
    }
    pass(15)
    await untilGathered()
    await untilSent()
    const texts = received().map(({ text }) => text ?? '')
    const times = (task: TestTask) => texts.filter((text) => text.includes(`?task=${task.taskId}\n`)).length
    expect(tasks.map(times)).toEqual(tasks.map(() => 1))
  })

  it('a clock that is set back delays no digest, and sends nothing twice', async () => {
    await create(newTask())
    pass(-120)
    await schedule()
    expect(await subjects()).toHaveLength(1)
    await passTime(180)
    expect(await subjects()).toHaveLength(1)
  })

  it('after an outage of the mail relay of an hour, one digest is sent, with the last states', { tags: 'nightly' }, async () => {
    relay.refuses.greeting = '421 4.3.2 Service not available'
    await startReplicas()
    const [first, second] = [newTask('First'), newTask('Second')]
    await create(first)
    for (let n = 0; n < 12; n++) {
      await create(newTask(`Post ${n}`))
      await passTime(5)
    }
    await create(second)
    await handle(TaskRemoved, first, 2)
    await passTime(15)
    await untilGathered()
    await eventually(async () => (await queued()).filter(({ state }) => state === 'queued').length).toBe(1)
    delete relay.refuses.greeting
    // Starts new replicas, because the circuit breakers of the old replicas may still pause all emails.
    await stopReplicas()
    await sql`update work set due_at = now(), wait = '0' where state = 'queued'`.execute(db)
    await startReplicas()
    await untilSent()
    expect(received().map(({ subject }) => subject)).toEqual(['13 new tasks'])
    expect(received()[0]?.text).not.toContain('First')
  })

  it('a digest that is being sent is not replaced, and later news is in the next digest', async () => {
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
    expect(received().map(({ subject }) => subject)).toEqual(['New task from Bakery: Winter bread', 'New task from Bakery: Rye'])
  })

  it('a queued digest is replaced or withdrawn, also if its only task has changed', async () => {
    const task = newTask()
    await create(task)
    pass(15)
    await schedule()
    await referBack(task, 'Shorter.')
    pass(15)
    await schedule()
    expect(await subjects()).toEqual(['Referred back by Bakery: Winter bread'])
    await handle(TaskRemoved, task, 4)
    pass(15)
    await schedule()
    expect(await subjects()).toEqual([])
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
    expect(await subjects()).toEqual(['2 new tasks'])
  })

  it('a digest that was given up does not stop the next digest', async () => {
    relay.refusals.push('550 5.1.1 unknown')
    await startReplicas()
    await create(newTask())
    await passTime(15)
    await eventually(async () => (await queued()).map(({ state }) => state)).toEqual(['failed'])
    await create(newTask('Rye'))
    pass(15)
    await untilGathered()
    await untilSent()
    expect(received().map(({ subject }) => subject)).toEqual(['New task from Bakery: Rye'])
  })
})

it('lists at most 50 tasks, the most important first, and counts the others', { tags: 'nightly' }, async () => {
  for (let n = 0; n < 330; n++) await approve(newTask(`Post ${n}`))
  for (let n = 0; n < 5; n++) await referBack(newTask(`Referred ${n}`), 'x'.repeat(5_000))
  pass(15)
  await schedule()
  const [mail] = await queued()
  expect(mail?.subject).toBe('5 tasks referred back, 330 approved')
  expect(mail?.text?.match(/\?task=/g)).toHaveLength(50)
  for (let n = 0; n < 5; n++) expect(mail?.text).toContain(`- Referred ${n} (`)
  expect(mail?.text).toContain('And 285 more.')
  expect(mail?.html?.length).toBeLessThan(60_000)
})

it('deletes old news and entries', async () => {
  await create(newTask())
  await sql`update task_news set changed_at = now() - interval '91 days'`.execute(db)
  await sql`update task_digest_entry set added_at = now() - interval '91 days'`.execute(db)
  await purge(db)
  expect(await db.selectFrom('task_news').select('task_id').execute()).toEqual([])
  expect(await db.selectFrom('task_digest_entry').select('task_id').execute()).toEqual([])
})

it('setting up 60 companies in an hour sends an admin at most five emails instead of 335, and every task is in them', {
  tags: 'nightly',
}, async () => {
  await startReplicas()
  const waiting: TestTask[] = []
  let events = 0
  for (let n = 0; n < 60; n++) {
    const company = { companyName: `Company ${n}`, companyProfileId: crypto.randomUUID() }
    const [posted, approved, removed] = [
      newTask(`Posted ${n}`, company),
      newTask(`Approved ${n}`, company),
      newTask(`Removed ${n}`, company),
    ]
    // These are the events about a company's tasks. Seven of twelve companies also have a task that is removed again.
    await create(posted)
    await deliver(posted)
    await referBack(posted, 'Warmer', 3, crypto.randomUUID())
    await deliver(posted, 4)
    await approve(posted, 5)
    await handle(TaskPosted, { ...launchData(), ...posted, adminPostComment: '' }, 6)
    await create(approved)
    await deliver(approved)
    await approve(approved)
    events += 5
    if (n % 12 < 7) {
      await create(removed)
      await handle(TaskRemoved, removed, 2)
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
  const emails = received()
  expect(emails.length).toBeLessThanOrEqual(5)
  const lines = emails.flatMap(({ text = '' }) => text.split('\n'))
  const times = ({ title, taskId }: TestTask) => lines.filter((line) => line === `- ${title} (#${taskId})`).length
  expect(waiting.map(times)).toEqual(waiting.map(() => 1))
})

it('a change of the check by a second admin is emailed to all other admins at once, also to those who get no emails about tasks', async () => {
  await handle(AdminAdded, ben)
  await startReplicas(1)
  await choose(ben, 'none')
  const { companyProfileId, companyName, ownerId } = newTask()
  await handle(PreviewCheckChanged, { companyProfileId, companyName, ownerId, requiresCheck: false, changedBy: ada.userId })
  await untilSent()
  expect(received(ada)).toEqual([])
  expect(received(ben).map(({ subject }) => subject)).toEqual(['Second check switched off: Bakery'])
  const [entry] = await db
    .selectFrom('notification')
    .select(['message', 'audience_admins'])
    .where('type', '=', PreviewCheckChanged.type)
    .execute()
  expect(entry).toEqual({ message: 'Ada switched the check by a second admin off for Bakery.', audience_admins: true })
})
