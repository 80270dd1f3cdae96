import { connect } from '@app/chassis/db/connect.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ReminderDue } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Tables } from '../../src/db/tables.ts'
import { composePostingSoon } from '../../src/mail/reminders.ts'
import { companiesToCheck } from '../../src/reminders/reminder-check.repository.ts'
import { addDueReminders } from '../../src/reminders/start-reminders.ts'
import { purgeReviews } from '../../src/reviews/start-purging.ts'
import { colleagueSteps } from '../colleagues/colleague-steps.ts'
import { type Reviewer, reviewer, reviewing } from '../reviews/reviewing.ts'
import { addTaskRows, admin, deliver, move, read, setUp } from '../setup.ts'
import { reminderSteps } from './reminder-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let steps: ReturnType<typeof reminderSteps>
let owner: Reviewer
/** The simulated business clock. */
let clock = new Date()
beforeAll(async () => {
  service = await setUp({ now: () => clock })
  link = reviewing(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  for (const table of ['task', 'reminder', 'outbox'] as const) await service.db.deleteFrom(table).execute()
  steps = reminderSteps(service)
  owner = await reviewer(service)
})

/** Delivers a preview of a new task. Its link has the time of the simulated clock. */
async function delivered(title = 'Winter bread', target?: string, to = owner): Promise<Task> {
  await addTaskRows(service.db, to.company._id, { title, target })
  const { rows } = await sql<{ id: string }>`select id from task order by task_id desc limit 1`.execute(service.db)
  const id = rows[0]?.id ?? ''
  expect((await deliver(service.app, id)).statusCode).toBe(200)
  return (await read(service.app, to, id)).json()
}

const failures: object[] = []
/** Runs the job, as one replica does. */
const run = async (): Promise<void> => {
  const log = { warn: (failure: object) => failures.push(failure) } as never
  await addDueReminders({ ...service.deps, log }, new AbortController().signal)
}
beforeEach(() => void failures.splice(0))

const at = async (time: string): Promise<void> => {
  clock = new Date(time)
  await run()
  expect(failures).toEqual([])
}

interface Row {
  day: string
  at: string
  isManual: boolean
  sentAt: string | null
}

/** Reminders to owners, in the order in which they were added. */
async function reminders(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select day, created_clock as at, is_manual as "isManual", sent_at as "sentAt" from reminder
    where company_id is not null order by created_at`.execute(service.db)
  return rows
}
const days = async () => (await reminders()).map(({ day }) => day)
const remind = (task: Task) => service.app.inject({ method: 'POST', url: `/admin/tasks/${task._id}/remind`, headers: admin.headers })
const approve = (task: Task) => move(service.app, owner, task._id, { currentStatus: 'Approved' })
const setTimeZone = (timeZone: string) =>
  sql`update company set profile = profile || jsonb_build_object('timeZone', ${timeZone}::text) where id = ${owner.company._id}`.execute(
    service.db,
  )
const sentCount = async (task: Task) => {
  const { rows } = await sql<{ count: number }>`select reminders_sent as count from task where id = ${task._id}`.execute(service.db)
  return rows[0]?.count
}

/** Moves the clock in steps of an hour. After each step, two replicas run the job, and the emails are sent. Returns the emails. */
async function passTime(until: string) {
  const mails: Awaited<ReturnType<typeof steps.sendReminders>> = []
  while (clock < new Date(until)) {
    clock = new Date(Math.min(clock.getTime() + 3_600_000, Date.parse(until)))
    await Promise.all([run(), run()])
    mails.push(...(await steps.sendReminders()))
  }
  expect(failures).toEqual([])
  return mails
}

/** Composes the emails to an admin about previews that must be posted soon. */
async function adminMails() {
  const events = (await outboxOf(service.db as never, ReminderDue)).filter(({ data }) => data.isToAdmins)
  const recipient = { kind: 'admin', id: admin.id } as const
  const compose = composePostingSoon(service.deps)
  return Promise.all(events.map(({ data }) => compose({ about: data.reminderId, recipient, ids: [] })))
}

it('across the change to daylight saving time, each reminder is sent once, at 9:00 of the company, not on Sundays, and at most five times', {
  tags: 'nightly',
}, async () => {
  clock = new Date('2027-03-09T20:00:00Z')
  const task = await delivered()
  const mails = await passTime('2027-03-24T00:00:00Z')
  expect((await reminders()).map((row) => [row.day, row.at, row.sentAt])).toEqual(
    [
      ['2027-03-10', '2027-03-10T14:00:00Z'],
      ['2027-03-12', '2027-03-12T14:00:00Z'],
      // Sunday, March 14, is the first day of daylight saving time.
      ['2027-03-15', '2027-03-15T13:00:00Z'],
      ['2027-03-17', '2027-03-17T13:00:00Z'],
      ['2027-03-19', '2027-03-19T13:00:00Z'],
    ].map(([day, time]) => [day, time, time]),
  )
  expect(mails.map(({ subject }) => subject)).toEqual(Array.from({ length: 5 }, () => 'Waiting for your review: Winter bread'))
  expect(await sentCount(task)).toBe(5)
})

it('is due on each of the two days before the posting date, and keeps two of the five reminders for these days', {
  tags: 'nightly',
}, async () => {
  clock = new Date('2027-03-01T20:00:00Z')
  await delivered('Winter bread', '2027-03-20')
  await passTime('2027-03-25T00:00:00Z')
  expect(await days()).toEqual(['2027-03-02', '2027-03-04', '2027-03-06', '2027-03-18', '2027-03-19'])
})

it('with a posting date tomorrow, the owner is reminded today, and the admins get one list with the phone number', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await sql`update company set profile = profile || '{"phone": "(803) 555-0142"}' where id = ${owner.company._id}`.execute(service.db)
  await delivered('Winter bread', '2027-03-10')
  await delivered('Rye', '2027-03-12')
  await approve(await delivered('Cake', '2027-03-10'))
  const mails = await passTime('2027-03-10T03:00:00Z')
  expect(await days()).toEqual(['2027-03-09'])
  expect(mails.map(({ subject }) => subject)).toEqual(['2 previews are waiting for your review'])
  const [list, ...more] = await adminMails()
  expect(more).toEqual([])
  expect(list).toMatchObject({ subject: 'Please call Palm Bakery today: no decision on Winter bread' })
  expect(JSON.stringify(list)).toContain('(803) 555-0142')
  await approve((await service.app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })).json()[2])
  expect(await adminMails()).toEqual(['obsolete'])
})

it('the admins get the list for Saturday, Sunday and Monday on Friday, and never on a weekend', { tags: 'nightly' }, async () => {
  clock = new Date('2027-03-11T20:00:00Z')
  for (const date of ['2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16']) await delivered(date, date)
  await passTime('2027-03-12T15:00:00Z')
  expect(await adminMails()).toMatchObject([{ subject: 'Please call today: 3 previews without a decision' }])
  await passTime('2027-03-15T12:00:00Z')
  expect(await adminMails()).toHaveLength(1)
})

it('the admins are not asked to call about a preview that began to wait after 9:00', async () => {
  clock = new Date('2027-03-09T14:01:00Z')
  await delivered('Winter bread', '2027-03-10')
  await at('2027-03-09T15:00:00Z')
  expect(await adminMails()).toEqual([])
})

it('a preview without a review link is in the list for the admins', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const stranger = await reviewer(service, { isConfirmed: false })
  const task = await delivered('Winter bread', '2027-03-10', stranger)
  await sql`update preview set delivered_at = ${clock.toISOString()} where task_id = ${task._id}`.execute(service.db)
  await at('2027-03-09T14:00:00Z')
  expect(await adminMails()).toMatchObject([{ subject: 'Please call Palm Bakery today: no decision on Winter bread' }])
  expect(await days()).toEqual([])
})

it('is due at 9:00 in the time zone of the company, also after the time zone has changed', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await setTimeZone('Asia/Tokyo')
  await delivered()
  await at('2027-03-09T00:00:00Z')
  await setTimeZone('America/Los_Angeles')
  await at('2027-03-09T16:59:00Z')
  expect(await days()).toEqual([])
  await at('2027-03-09T17:00:00Z')
  expect(await days()).toEqual(['2027-03-09'])
})

it('an unknown time zone counts as the default time zone', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await setTimeZone('Mars/Olympus')
  await delivered()
  await at('2027-03-09T13:59:00Z')
  expect(await days()).toEqual([])
  await at('2027-03-09T14:00:00Z')
  expect(await days()).toEqual(['2027-03-09'])
})

it('50 parallel jobs add one reminder a day that lists all ten previews', { tags: 'nightly' }, async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const tokens: string[] = []
  for (let n = 1; n <= 10; n++) tokens.push(await link.tokenOf(await delivered(`Post ${n}`, `2027-04-${10 + n}`)))
  clock = new Date('2027-03-09T14:00:00Z')
  await Promise.all(Array.from({ length: 50 }, run))
  const [mail, ...more] = await steps.sendReminders()
  expect(more).toEqual([])
  expect(mail?.subject).toBe('10 previews are waiting for your review')
  for (const token of tokens) expect(mail?.text).toContain(`https://portal.example/review/${token}`)
  await Promise.all(Array.from({ length: 50 }, run))
  expect(await days()).toHaveLength(1)
  const { rows } = await sql`select from review_link where sent_at = ${clock.toISOString()}`.execute(service.db)
  expect(rows).toHaveLength(10)
})

it('a company is checked once a day, and a company without a due reminder gets none', async () => {
  clock = new Date('2027-03-09T16:00:00Z')
  await delivered()
  const toCheck = () => companiesToCheck(service.db, clock, '00000000-0000-0000-0000-000000000000', 10)
  expect((await toCheck()).map(({ id }) => id)).toEqual([owner.company._id])
  for (const time of ['2027-03-09T16:01:00Z', '2027-03-10T13:59:00Z']) {
    await at(time)
    expect(await toCheck()).toEqual([])
  }
  expect(await days()).toEqual([])
  clock = new Date('2027-03-10T14:00:00Z')
  expect(await toCheck()).toHaveLength(1)
})

it('a clock that is set back an hour adds nothing twice, and one that is set back a month stops no reminders', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await delivered()
  for (const time of ['2027-03-09T14:30:00Z', '2027-03-09T13:30:00Z', '2027-03-09T14:00:00Z', '2027-03-09T14:30:00Z']) await at(time)
  expect(await days()).toEqual(['2027-03-09'])
  clock = new Date('2027-02-08T20:00:00Z')
  await delivered('Rye')
  await at('2027-02-09T14:00:00Z')
  expect(await days()).toEqual(['2027-03-09', '2027-02-09'])
})

it('if the reminder of one company fails, the others are added, and the failed one with the next run', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [first, second] = [owner, await reviewer(service)]
  for (const one of [first, second]) await delivered('Winter bread', undefined, one)
  const superuser = connect<Tables>({ url: service.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  await sql.raw(`alter table reminder add constraint refused check (company_id <> '${first.company._id}')`).execute(superuser)
  clock = new Date('2027-03-09T14:00:00Z')
  await run()
  await sql`alter table reminder drop constraint refused`.execute(superuser)
  await superuser.destroy()
  expect(failures).toMatchObject([{ companyId: first.company._id }])
  const reminded = async () => (await steps.dueReminders()).map(({ ownerId }) => ownerId)
  expect(await reminded()).toEqual([second.id])
  await run()
  expect(await reminded()).toEqual([second.id, first.id])
})

it('decisions that are made before the email is sent leave nothing to send', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [first, second, third] = [await delivered('Bread'), await delivered('Rye'), await delivered('Cake')]
  await at('2027-03-09T14:00:00Z')
  await approve(first)
  await link.referBack(await link.tokenOf(second))
  expect((await steps.compose((await steps.dueReminders())[0]?.reminderId ?? '', { kind: 'owner', id: owner.id }))?.subject).toBe(
    'Waiting for your review: Cake',
  )
  await service.app.inject({ method: 'DELETE', url: `/task/remove-task/${third._id}`, headers: owner.headers })
  expect(await steps.sendReminders()).toEqual([])
})

it('a preview that is delivered after the reminder was added is not listed', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await delivered('Bread')
  await at('2027-03-09T14:00:00Z')
  clock = new Date('2027-03-09T14:01:00Z')
  await delivered('Rye')
  expect((await steps.sendReminders()).map(({ subject }) => subject)).toEqual(['Waiting for your review: Bread'])
})

it('after a week without the relay, only the newest reminder is sent', { tags: 'nightly' }, async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = await delivered()
  for (let day = 9; day <= 15; day++) await at(`2027-03-${String(day).padStart(2, '0')}T18:00:00Z`)
  expect((await steps.sendReminders()).map(({ subject }) => subject)).toEqual(['Waiting for your review: Winter bread'])
  expect((await reminders()).filter(({ sentAt }) => sentAt !== null).map(({ day }) => day)).toEqual(['2027-03-15'])
  // Reminders that were not sent do not count towards the limit.
  expect(await sentCount(task)).toBe(1)
})

it('after a week without the job, one reminder is added', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await delivered()
  for (let runs = 0; runs < 2; runs++) await at('2027-03-16T18:00:00Z')
  expect(await days()).toEqual(['2027-03-16'])
})

it('a reminder that waits for the relay is not sent on a Sunday', async () => {
  clock = new Date('2027-03-11T20:00:00Z')
  await delivered()
  await at('2027-03-12T14:00:00Z')
  const [{ reminderId } = { reminderId: '' }] = await steps.dueReminders()
  const compose = () => steps.compose(reminderId, { kind: 'owner', id: owner.id })
  clock = new Date('2027-03-14T04:59:59Z')
  expect(await compose()).toBeDefined()
  clock = new Date('2027-03-14T05:00:00Z')
  expect(await compose()).toBeUndefined()
})

it('a snoozed preview causes no reminder before the chosen day', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = await delivered()
  expect((await link.snooze(await link.tokenOf(task), '2027-03-11')).statusCode).toBe(200)
  const mails = await passTime('2027-03-11T20:00:00Z')
  expect(await days()).toEqual(['2027-03-11'])
  expect(mails).toHaveLength(1)
})

it('a snoozed preview is left out of a reminder that another preview causes', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [snoozed] = [await delivered('Bread'), await delivered('Rye')]
  await link.snooze(await link.tokenOf(snoozed), '2027-03-11')
  await at('2027-03-09T14:00:00Z')
  expect((await steps.sendReminders()).map(({ subject }) => subject)).toEqual(['Waiting for your review: Rye'])
  expect(await sentCount(snoozed)).toBe(0)
})

it('a newer preview and an undo do not send more than one email a day', { tags: 'nightly' }, async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = await delivered()
  await approve(task)
  await passTime('2027-03-09T20:00:00Z')
  expect(await days()).toEqual([])
  await move(service.app, owner, task._id, { currentStatus: 'Pending' })
  await sql`update decision set created_at = ${clock.toISOString()} where kind = 'undo'`.execute(service.db)
  await passTime('2027-03-10T20:00:00Z')
  expect(await days()).toEqual(['2027-03-10'])
  await deliver(service.app, task._id)
  await passTime('2027-03-11T20:00:00Z')
  expect(await days()).toEqual(['2027-03-10', '2027-03-11'])
  await approve(task)
  await move(service.app, admin, task._id, { currentStatus: 'Posted', adminPostComment: '' })
  await passTime('2027-03-20T00:00:00Z')
  expect(await days()).toHaveLength(2)
})

it('after the approval is withdrawn, the preview begins to wait again', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = await delivered()
  await approve(task)
  await move(service.app, owner, task._id, { currentStatus: 'Pending' })
  await sql`update decision set created_at = '2027-03-10T15:00:00Z' where kind = 'undo'`.execute(service.db)
  await at('2027-03-10T16:00:00Z')
  expect(await days()).toEqual([])
  await at('2027-03-11T14:00:00Z')
  expect(await days()).toEqual(['2027-03-11'])
})

it.each<[string, () => Promise<unknown>]>([
  [
    'switched-off review links',
    () =>
      service.app.inject({
        method: 'PUT',
        url: `/task/review-settings/${owner.company._id}`,
        payload: { reviewLinks: false, codeForNewBrowser: false },
        headers: owner.headers,
      }),
  ],
  ['an unconfirmed address', () => sql`update owner_address set is_confirmed = false where owner_id = ${owner.id}`.execute(service.db)],
  [
    'an address that bounced',
    () => sql`update review_link set bounced_at = now(), email = upper(email) where recipient_id = ${owner.id}`.execute(service.db),
  ],
])('no reminder is added with %s, and one that was added before is not sent', async (_, change) => {
  clock = new Date('2027-03-08T20:00:00Z')
  await delivered()
  await at('2027-03-09T14:00:00Z')
  await change()
  expect(await steps.sendReminders()).toEqual([])
  for (const day of ['10', '11', '12']) await at(`2027-03-${day}T15:00:00Z`)
  expect(await days()).toEqual(['2027-03-09'])
})

it('a company that switches review links on again later in the day is reminded on this day', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await delivered()
  const set = (reviewLinks: boolean) =>
    sql`
      insert into company_setting (company_id, review_links) values (${owner.company._id}, ${reviewLinks})
      on conflict (company_id) do update set review_links = excluded.review_links`.execute(service.db)
  await set(false)
  await at('2027-03-09T14:00:00Z')
  await set(true)
  await at('2027-03-09T15:00:00Z')
  expect(await days()).toEqual(['2027-03-09'])
})

it('without a review link, or after a new preview without a link, no reminder is added', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const [never, before] = [await delivered(), await delivered()]
  await sql`delete from review_link where task_id = ${never._id}`.execute(service.db)
  await deliver(service.app, before._id)
  await sql`delete from review_link where task_id = ${before._id} and preview_number = 2`.execute(service.db)
  await at('2027-03-09T15:00:00Z')
  expect(await days()).toEqual([])
})

it('a preview that gets its first link when the address is confirmed begins to wait then', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = await delivered()
  await sql`update review_link set expires_at = '2027-04-09T15:00:00Z' where task_id = ${task._id}`.execute(service.db)
  await at('2027-03-10T16:00:00Z')
  expect(await days()).toEqual([])
  await at('2027-03-11T14:00:00Z')
  expect(await days()).toEqual(['2027-03-11'])
})

it('a reminder that an admin asks for is added at once, also on a Sunday, and replaces the automatic reminder of the day', async () => {
  clock = new Date('2027-03-13T13:00:00Z')
  const second = [await delivered('Bread', '2027-04-01'), await delivered('Rye')][1] ?? expect.unreachable()
  clock = new Date('2027-03-14T15:00:00Z')
  expect((await remind(second)).statusCode).toBe(200)
  expect(await steps.sendReminders()).toHaveLength(1)
  clock = new Date('2027-03-15T12:00:00Z')
  expect((await remind(second)).statusCode).toBe(200)
  const [mail] = await steps.sendReminders()
  expect(mail?.subject).toBe('2 previews are waiting for your review')
  expect(mail?.text.indexOf('Rye')).toBeLessThan(mail?.text.indexOf('Bread') ?? -1)
  await at('2027-03-15T14:00:00Z')
  await at('2027-03-16T14:00:00Z')
  expect(await days()).toEqual(['2027-03-14', '2027-03-15'])
  await at('2027-03-17T14:00:00Z')
  expect(await days()).toEqual(['2027-03-14', '2027-03-15', '2027-03-17'])
})

it('if an admin asks for a reminder while the automatic one is added, one email is sent', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const task = await delivered()
  clock = new Date('2027-03-09T14:00:00Z')
  const [, { statusCode }] = await Promise.all([run(), remind(task), run()])
  expect(statusCode).toBe(200)
  expect(await steps.sendReminders()).toHaveLength(1)
  expect(await sentCount(task)).toBe(1)
})

it('colleagues who may decide are reminded when the owner is, and those without links are not', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  const colleagues = colleagueSteps(service)
  await delivered('Bread')
  const [decides, looks] = [await colleagues.colleagueOf(owner), await colleagues.colleagueOf(owner, { may: 'look' })]
  await delivered('Rye')
  const late = await colleagues.colleagueOf(owner)
  await at('2027-03-09T14:00:00Z')
  const [due] = await steps.dueReminders()
  expect(due).toEqual({
    reminderId: expect.any(String),
    isToAdmins: false,
    ownerId: owner.id,
    companyProfileId: owner.company._id,
    recipients: [
      { recipientKind: 'owner', recipientId: owner.id },
      { recipientKind: 'colleague', recipientId: decides._id },
    ],
  })
  expect(JSON.stringify(due)).not.toContain(looks._id)
  expect(JSON.stringify(due)).not.toContain(late._id)
  expect((await steps.sendReminders()).map(({ subject }) => subject)).toEqual([
    '2 previews are waiting for your review',
    'Waiting for your review: Rye',
  ])
})

it('old reminders are deleted', async () => {
  clock = new Date('2027-03-08T20:00:00Z')
  await delivered()
  await at('2027-03-09T14:00:00Z')
  await sql`update reminder set created_at = now() - interval '89 days'`.execute(service.db)
  await purgeReviews(service.db)
  expect(await days()).toHaveLength(1)
  await sql`update reminder set created_at = now() - interval '91 days'`.execute(service.db)
  await purgeReviews(service.db)
  expect(await days()).toEqual([])
})
