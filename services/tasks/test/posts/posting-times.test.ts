import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { PostDue } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDueReminders } from '../../src/reminders/start-reminders.ts'
import { assigned, edit, historyOf, moveTo } from '../briefs/brief-steps.ts'
import { composing, toAdmin, toOwner } from '../mail/composing.ts'
import { type Reviewer, reviewer } from '../reviews/reviewing.ts'
import { createRecurring, occurrencesOf, runJob } from '../series/series-setup.ts'
import { admin, adminCreate, deliver, move, NOON, read, setUp, taskFields } from '../setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Reviewer
/** The simulated business clock. */
let clock = NOON
beforeAll(async () => {
  service = await setUp({ now: () => clock })
})
afterAll(() => service.stop())
beforeEach(async () => {
  clock = NOON
  owner = await reviewer(service)
})

const livesIn = (timeZone: string) =>
  sql`update company set profile = profile || jsonb_build_object('timeZone', ${timeZone}::text) where id = ${owner.company._id}`.execute(
    service.db,
  )

describe('the posting time', () => {
  test('is part of a new task, of an edit and of a move, and of the history of the brief', async () => {
    const task = await assigned(service.app, owner, { targetPostingTime: '09:00' })
    expect(task.targetPostingTime).toBe('09:00')
    const edited: Task = (await edit(service.app, owner, task, { targetPostingTime: '10:30' })).json()
    const moved: Task = (await moveTo(service.app, admin, edited, '2026-12-01', { targetPostingTime: '' })).json()
    expect([edited.targetPostingTime, moved.targetPostingTime]).toEqual(['10:30', null])
    const history = await historyOf(service.app, owner, task)
    expect(history.map(({ changed, targetPostingTime }) => [changed, targetPostingTime])).toEqual([
      [['targetPostingDate', 'targetPostingTime'], null],
      [['targetPostingTime'], '10:30'],
      [[], '09:00'],
    ])
    const byAdmin = await adminCreate(service.app, taskFields(owner.company._id, { targetPostingTime: '23:59' }))
    expect(byAdmin.json().targetPostingTime).toBe('23:59')
    const { text } = await composing(service).mail('task-assigned', byAdmin.json()._id, toAdmin)
    expect(text).toContain('Wed, Nov 25, 2026, 11:59 PM EST')
  })

  test('must be a time of day', async () => {
    const wrong = { status: 422, errors: [{ field: 'targetPostingTime' }] }
    const task = await assigned(service.app, owner)
    for (const time of ['24:00', '9:00', 'noon']) {
      const created = await adminCreate(service.app, taskFields(owner.company._id, { targetPostingTime: time }))
      expect(created.json()).toMatchObject(wrong)
    }
    expect((await edit(service.app, owner, task, { targetPostingTime: '12:60' })).json()).toMatchObject(wrong)
    expect((await moveTo(service.app, owner, task, '2026-11-30', { targetPostingTime: '12:60' })).json()).toMatchObject(wrong)
  })

  test('repeats with a series, also after a move of the following dates', async () => {
    const first = await createRecurring(service.app, owner, { targetPostingTime: '09:00' })
    await runJob(service.deps, '2026-12-07')
    const [, second] = await occurrencesOf(service.app, owner, first.seriesId)
    expect(second?.targetPostingTime).toBe('09:00')
    if (!second) throw new Error('The second task is missing')
    const moved = await moveTo(service.app, owner, second, '2026-12-15', { targetPostingTime: '18:00', scope: 'following' })
    expect(moved.json()).toMatchObject({ targetPostingDate: '2026-12-15', targetPostingTime: '18:00' })
    await runJob(service.deps, '2026-12-15')
    const [before, , third] = await occurrencesOf(service.app, owner, first.seriesId)
    expect(third).toMatchObject({ occurrenceDate: '2026-12-22', targetPostingTime: '18:00' })
    expect(before?.targetPostingTime).toBe('09:00')
  })

  test('alone can change for the following dates. The series stays on its weekday', async () => {
    const first = await createRecurring(service.app, owner)
    const moved: Task = (await moveTo(service.app, owner, first, '2026-12-07', { targetPostingTime: '08:15', scope: 'following' })).json()
    expect(moved).toMatchObject({ targetPostingTime: '08:15', nextOccurrenceDate: '2026-12-14', weeklyDayOfWeek: 'monday' })
    const url = `/task/planned-dates/${owner.company._id}?from=2026-12-14&to=2026-12-14`
    const planned = await service.app.inject({ url, headers: owner.headers })
    expect(planned.json().dates).toMatchObject([{ date: '2026-12-14', targetPostingTime: '08:15' }])
  })
})

/** Returns when each event of the company's calendar feed begins, as an instant. */
async function feedStarts(): Promise<string[]> {
  const path = `/task/calendar-feed/${owner.company._id}`
  await service.app.inject({ method: 'POST', url: path, headers: owner.headers })
  const { url } = (await service.app.inject({ url: path, headers: owner.headers })).json()
  const { body } = await service.app.inject({ url: new URL(url).pathname })
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  return events.map(({ startDate, endDate }) => {
    const lasts = endDate.subtractDate(startDate).toSeconds()
    return `${startDate.isDate ? startDate.toString() : startDate.toJSDate().toISOString()} for ${lasts / 60} min`
  })
}

test('an entry of the feed begins at the time of the company, before and after daylight saving time begins', async () => {
  await livesIn('America/Los_Angeles')
  await createRecurring(service.app, owner, {
    targetPostingTime: '09:00',
    recurrenceStartDate: '2027-03-08',
    recurrenceEndDate: '2027-03-15',
  })
  const plain = await assigned(service.app, owner, { submissionForReview: '2026-11-24', targetPostingDate: '2026-12-01' })
  expect(await feedStarts()).toEqual([
    '2026-12-01 for 1440 min',
    '2027-03-08T17:00:00.000Z for 15 min',
    '2027-03-15T16:00:00.000Z for 15 min',
  ])
  await edit(service.app, owner, plain, { targetPostingTime: '09:00' })
  expect((await feedStarts())[0]).toBe('2026-12-01T17:00:00.000Z for 15 min')
})

describe('the reminder of a post', () => {
  const mails = () => composing(service)

  /** Returns an approved task of 25 November at 9:00. */
  async function approved(fields: Record<string, string> = { targetPostingTime: '09:00' }): Promise<Task> {
    const { _id }: Task = (await adminCreate(service.app, taskFields(owner.company._id, fields))).json()
    await deliver(service.app, _id)
    return (await move(service.app, owner, _id, { currentStatus: 'Approved' })).json()
  }

  /** Runs the job in several replicas at the same time. */
  async function at(time: string): Promise<void> {
    clock = new Date(time)
    const failures: object[] = []
    const deps = { ...service.deps, log: { warn: (failure: object) => failures.push(failure) } as never }
    await Promise.all([1, 2, 3].map(() => addDueReminders(deps, new AbortController().signal)))
    expect(failures).toEqual([])
  }
  const remindersOf = async ({ _id }: Task) =>
    (await outboxOf(service.db as never, PostDue)).filter(({ subject }) => subject === _id).map(({ data }) => data.reminderId)

  test('comes once when the time comes. An open task and a task without a time get none', async () => {
    const [task, untimed] = [await approved(), await approved({})]
    const open: Task = (await adminCreate(service.app, taskFields(owner.company._id, { targetPostingTime: '09:00' }))).json()
    await at('2026-11-25T13:59:59Z')
    expect(await remindersOf(task)).toEqual([])
    await at('2026-11-25T14:00:00Z')
    await at('2026-11-25T14:01:00Z')
    expect(await remindersOf(task)).toHaveLength(1)
    for (const other of [untimed, open]) expect(await remindersOf(other)).toEqual([])
    expect((await read(service.app, admin, task._id)).json()).toEqual(task)
  })

  test('comes once at a time that the clocks skip or repeat', async () => {
    const [skipped, repeated] = [
      await approved({ targetPostingDate: '2027-03-14', targetPostingTime: '02:30' }),
      await approved({ targetPostingDate: '2027-11-07', targetPostingTime: '01:30' }),
    ]
    await at('2027-03-14T06:29:00Z')
    expect(await remindersOf(skipped)).toEqual([])
    await at('2027-03-14T07:31:00Z')
    expect(await remindersOf(skipped)).toHaveLength(1)
    await at('2027-11-07T05:29:00Z')
    expect(await remindersOf(repeated)).toEqual([])
    for (const time of ['2027-11-07T05:31:00Z', '2027-11-07T06:31:00Z']) await at(time)
    expect(await remindersOf(repeated)).toHaveLength(1)
    clock = NOON
  })

  test('comes at the time of the company, and at once if the task is approved later', async () => {
    await livesIn('America/Los_Angeles')
    const task = await approved()
    await at('2026-11-25T16:59:00Z')
    expect(await remindersOf(task)).toEqual([])
    await at('2026-11-25T17:00:00Z')
    expect(await remindersOf(task)).toHaveLength(1)
    clock = NOON
    const late: Task = (await adminCreate(service.app, taskFields(owner.company._id, { targetPostingTime: '09:00' }))).json()
    await deliver(service.app, late._id)
    await at('2026-11-26T20:00:00Z')
    await move(service.app, owner, late._id, { currentStatus: 'Approved' })
    await at('2026-11-26T20:01:00Z')
    expect(await remindersOf(late)).toHaveLength(1)
  })

  test('comes again at the new time of a moved task. The earlier email is then obsolete', async () => {
    const task = await approved()
    await at('2026-11-25T14:00:00Z')
    const [first = ''] = await remindersOf(task)
    const mail = await mails().mail('post-due', first, toAdmin)
    expect(mail.subject).toBe(`Post now for ${owner.company.companyName}: Autumn sale`)
    expect(mail.text).toContain('Wed, Nov 25, 2026, 9:00 AM EST')
    await moveTo(service.app, admin, task, '2026-11-27')
    expect(await mails().status('post-due', first, toAdmin)).toBe(410)
    await at('2026-11-27T14:00:00Z')
    const [, second = ''] = await remindersOf(task)
    expect(await mails().status('post-due', second, toAdmin)).toBe(200)
    expect(await mails().status('post-due', second, toOwner(owner))).toBe(410)
    await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    expect(await mails().status('post-due', second, toAdmin)).toBe(410)
    await at('2026-11-28T14:00:00Z')
    expect(await remindersOf(task)).toHaveLength(2)
  })

  test('shows a posted task with a time in the feed when it was posted', async () => {
    const task = await approved()
    clock = new Date('2026-11-25T14:07:00Z')
    await move(service.app, admin, task._id, { currentStatus: 'Posted' })
    expect(await feedStarts()).toEqual(['2026-11-25T14:07:00.000Z for 15 min'])
  })
})
