import { applyCompanyEvent } from '@app/chassis/companies/company-projection.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { person } from '@app/chassis/testing/people.ts'
import { CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { snoozeDays } from '../../src/reviews/snooze-days.ts'
import { reminderSteps } from '../reminders/reminder-steps.ts'
import { admin, create, deliver, move, NOON, read, setUp, taskFields, taskIn } from '../setup.ts'
import { type Reviewer, reviewer, reviewing } from './reviewing.ts'

let service: Awaited<ReturnType<typeof setUp>>
let link: ReturnType<typeof reviewing>
let steps: ReturnType<typeof reminderSteps>
let owner: Reviewer
let clock = NOON
beforeAll(async () => {
  service = await setUp({ now: () => clock })
  link = reviewing(service)
  steps = reminderSteps(service)
})
afterAll(() => service.stop())
beforeEach(async () => {
  clock = NOON
  owner = await reviewer(service)
})

const later = (hours: number) => {
  clock = new Date(clock.getTime() + hours * 3_600_000)
}
const remind = (task: Task, caller: Pick<Reviewer, 'headers'> = admin) =>
  service.app.inject({ method: 'POST', url: `/admin/tasks/${task._id}/remind`, headers: caller.headers })
const fresh = async (task: Task): Promise<Task> => (await read(service.app, owner, task._id)).json()
/** The data of the events about reminders that list the preview of a task first. */
const requests = async (task: Task) => {
  const { rows } = await sql<{ id: string }>`
    select id from reminder where first_task_id = ${task._id} and is_manual and day = '2026-11-21'`.execute(service.db)
  return (await steps.dueReminders()).filter(({ reminderId }) => rows.some(({ id }) => id === reminderId))
}

it('an admin reminds the owner at most once in four hours, and the owner can still approve the task', async () => {
  const { task, token } = await link.linked(owner)
  const responses = await Promise.all([remind(task), remind(task), remind(task)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(Date.parse((await fresh(task)).remindedAt ?? '')).toBe(NOON.getTime())
  const refused = responses.find(({ statusCode }) => statusCode === 409)?.json()
  expect(refused).toMatchObject({
    code: 'reminded-recently',
    message: 'The company was reminded at 12:00 PM EST. You can send the next reminder at 4:00 PM EST.',
    task: { _id: task._id },
  })
  expect(await requests(task)).toEqual([
    {
      reminderId: expect.any(String),
      isToAdmins: false,
      ownerId: owner.id,
      companyProfileId: owner.company._id,
      recipients: [{ recipientKind: 'owner', recipientId: owner.id }],
    },
  ])
  later(3.99)
  expect((await remind(task)).statusCode).toBe(409)
  later(0.02)
  expect((await remind(task)).statusCode).toBe(200)
  expect((await fresh(task)).version).toBe(task.version)
  expect((await link.approve(token)).statusCode).toBe(200)
})

it('only admins can remind, and only of a preview that waits for a decision', async () => {
  const { task, token } = await link.linked(owner)
  expect((await remind(task, owner)).statusCode).toBe(403)
  expect((await remind(task, person('owner'))).statusCode).toBe(403)
  await link.approve(token)
  expect((await remind(task)).json()).toMatchObject({ status: 409, code: 'not-waiting' })
  expect((await remind(await taskIn(service.app, owner, 'Pending'))).json()).toMatchObject({ code: 'not-waiting' })
  expect((await remind(await taskIn(service.app, owner, 'Roll Back'))).json()).toMatchObject({ code: 'not-waiting' })
})

it('without review links, or with an unconfirmed address, the admin is asked to call', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  const url = `/task/review-settings/${owner.company._id}`
  const put = (reviewLinks: boolean) =>
    service.app.inject({ method: 'PUT', url, payload: { reviewLinks, codeForNewBrowser: false }, headers: owner.headers })
  await put(false)
  expect((await remind(task)).json()).toMatchObject({ status: 409, code: 'reminders-off' })
  await put(true)
  const stranger = await reviewer(service, { isConfirmed: false })
  expect((await remind(await taskIn(service.app, stranger, 'Previewed'))).json()).toMatchObject({ code: 'address-unconfirmed' })

  const unreachable = await taskIn(service.app, owner, 'Previewed')
  await sql`update task set email_bounced = true where id = ${unreachable._id}`.execute(service.db)
  expect((await remind(unreachable)).json()).toMatchObject({ code: 'email-bounced' })
})

it('a reminder of a preview without a link creates the link, and that of a preview with a link does not', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  await sql`delete from review_link where task_id = ${task._id}`.execute(service.db)
  expect((await remind(task)).statusCode).toBe(200)
  const tokensOf = async ({ _id }: Task) => {
    const { rows } = await sql<{ id: string }>`select id from review_link where task_id = ${_id}`.execute(service.db)
    return rows.map(({ id }) => service.deps.reviewKeys.tokenOf(id))
  }
  const [created = '', ...others] = await tokensOf(task)
  expect(others).toEqual([])
  expect(await link.review(created)).toMatchObject({ state: 'open' })
  expect((await steps.sendReminders()).at(-1)?.text).toContain(created)

  const { task: linked, token } = await link.linked(owner)
  await remind(linked)
  expect(await tokensOf(linked)).toEqual([token])
})

it('an owner whose address bounced for another task is not reminded, until a later email is accepted', async () => {
  const [{ task: bounced }, { task }] = [await link.linked(owner), await link.linked(owner)]
  await sql`update review_link set bounced_at = now() where task_id = ${bounced._id}`.execute(service.db)
  const refused = await remind(task)
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'email-bounced',
    message: 'Our email to this client bounced. Please call instead.',
  })
  expect((await fresh(task)).remindedAt).toBeNull()
  expect(await requests(task)).toEqual([])
  await sql`update review_link set sent_at = now() + interval '1 second' where task_id = ${task._id}`.execute(service.db)
  expect((await remind(task)).statusCode).toBe(200)
})

const reminderSent = async (task: Task, previewNo: number, sentAt: string, reviewLinkId?: string) =>
  steps.sent(await steps.listedReminder(owner, [{ taskId: task._id, previewNo, ...(reviewLinkId && { reviewLinkId }) }], sentAt))

it('a sent reminder is stored for its preview, and a new preview clears it', async () => {
  const { task } = await link.linked(owner)
  await reminderSent(task, 1, '2026-11-21T14:00:00.000Z')
  expect(Date.parse((await fresh(task)).remindedAt ?? '')).toBe(Date.parse('2026-11-21T14:00:00Z'))
  expect((await remind(task)).json()).toMatchObject({ code: 'reminded-recently' })
  await deliver(service.app, task._id)
  expect((await fresh(task)).remindedAt).toBeNull()
  await reminderSent(task, 1, '2026-11-21T15:00:00.000Z')
  expect((await fresh(task)).remindedAt).toBeNull()
})

it('a reminder restarts the ten seconds in which an approval looks like that of a machine', async () => {
  const { task, token } = await link.linked(owner)
  const id = service.deps.reviewKeys.linkIdOf(token)
  await reminderSent(task, 1, new Date().toISOString(), id)
  await link.approve(token)
  expect((await fresh(task)).approvalUnconfirmed).toBe(true)
})

/** Returns the link to a preview that is posted in December. */
const postedInDecember = async () =>
  link.linked(owner, (await create(service.app, owner, taskFields(owner.company._id, { targetPostingDate: '2026-12-10' }))).json())

it('the recipient postpones reminders by at most three days', async () => {
  const { token } = await postedInDecember()
  // Saturday, November 21. The next day is a Sunday.
  expect((await link.review(token)).snooze).toEqual({ until: null, days: ['2026-11-23', '2026-11-24'] })
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-25', '2026-99-99']) {
    const refused = await link.snooze(token, day)
    expect([refused.statusCode, refused.json().errors?.[0]?.field]).toEqual([422, 'until'])
  }
  const snoozed = await link.snooze(token, '2026-11-24')
  expect(snoozed.json()).toMatchObject({ state: 'open', snooze: { until: '2026-11-24' } })
  await link.snooze(token, '2026-11-24')
  expect((await link.review(token)).snooze?.until).toBe('2026-11-24')
  clock = new Date('2026-11-24T17:00:00Z')
  expect((await link.review(token)).snooze?.until).toBeNull()
})

it('an ended link cannot postpone reminders', async () => {
  const { task, token } = await link.linked(owner)
  await move(service.app, owner, task._id, { currentStatus: 'Approved' })
  const refused = await link.snooze(token, '2026-11-23')
  expect(refused.json()).toMatchObject({ status: 410, review: { state: 'decided' } })
  expect(refused.json().review.snooze).toBeUndefined()
  expect((await link.snooze(`${token.slice(0, -1)}_`, '2026-11-23')).statusCode).toBe(404)
})

it('today is the day in the time zone of the company', async () => {
  const { token } = await postedInDecember()
  const profile = { ...owner.company, timeZone: 'Pacific/Auckland' }
  const data = { ownerId: owner.id, change: 'changed' as const, profile }
  await service.db.transaction().execute((trx) => applyCompanyEvent(trx, { ...envelope(CompanyProfileSaved, data, 9), data }))
  expect((await link.review(token)).snooze?.days).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
})

it('the first task of a series posts on its first date. The reminders cannot be postponed to this date', async () => {
  const { task, token } = await link.linked(owner)
  expect(task).toMatchObject({ targetPostingDate: null, recurrenceStartDate: '2026-11-22', occurrenceDate: '2026-11-23' })
  expect(await link.review(token)).toMatchObject({ task: { targetPostingDate: '2026-11-23' }, snooze: { until: null, days: [] } })
  expect((await link.snooze(token, '2026-11-23')).statusCode).toBe(422)
})

it('reminders cannot be postponed to a Sunday or to the posting date', () => {
  expect(snoozeDays('2027-03-11', null)).toEqual(['2027-03-12', '2027-03-13'])
  expect(snoozeDays('2027-03-08', '2027-03-10')).toEqual(['2027-03-09'])
  expect(snoozeDays('2027-03-08', '2027-03-09')).toEqual([])
  expect(snoozeDays('2027-03-08', '2027-03-01')).toEqual(['2027-03-09', '2027-03-10', '2027-03-11'])
})
