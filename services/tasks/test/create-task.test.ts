import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { businessClock } from '@app/chassis/time/business-clock.ts'
import { TaskCreated } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, todayIn } from '@app/contracts/rules/business-dates.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { runJob } from './series/series-setup.ts'
import { admin, adminCreate, create, setUp, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const recurring = {
  isRecurring: 'true',
  recurrenceType: 'weekly',
  recurrenceStartDate: '2026-11-22',
  recurrenceEndDate: '2026-11-22',
  submissionForReview: '',
  targetPostingDate: '',
}

const brief = {
  title: '  Winter menu  ',
  tagline: 'Warm up — «très bon» 🍲',
  taskpurpose: 'Awareness',
  headline: 'Soup is back',
  offerormessage: '2 for 1',
  calltoaction: 'Book now',
  guidlines: 'No red\r\nNo blue',
  additionalinfo: ' kept as it is ',
  description: 'x'.repeat(10_000),
  platform_x: 'true',
  platform_fb: 'false',
  platform_via_mail: 'true',
}

describe('an owner assigns a task', () => {
  test('responds 201 with the complete task and its picture, and publishes one event', async () => {
    const owner = await ownerWithCompany(service.deps)
    const response = await create(service.app, owner, taskFields(owner.company._id, brief), { referenceImage: png() })
    expect(response.statusCode).toBe(201)
    const task: Task = response.json()
    expect(task).toMatchObject({
      ...brief,
      title: 'Winter menu',
      companyProfileId: owner.company._id,
      currentStatus: 'Pending',
      submissionForReview: '2026-11-22',
      targetPostingDate: '2026-11-25',
      platform_x: true,
      platform_fb: false,
      platform_insta: false,
      platform_via_mail: true,
      doneTaskImage: null,
      adminPostComment: null,
      rollbackFeedback: [],
      isRecurring: false,
      recurrence: { isRecurring: false, recurrenceType: null },
      version: 1,
    })
    expect(task.taskId).toBeGreaterThanOrEqual(1001)
    expect(task._id).toMatch(/^[0-9a-f-]{36}$/)
    expect(task.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(task.referenceImage).toMatch(/^\/files\/public\/tasks\/[\w-]+\.png$/)
    const events = await outboxOf(service.db as never, TaskCreated)
    const event = events.find(({ subject }) => subject === task._id)
    expect(event).toMatchObject({
      actorid: owner.id,
      actorrole: 'owner',
      aggregateversion: 1,
      data: { ownerId: owner.id, companyName: 'Palm Bakery', taskId: task.taskId, createdBy: 'owner', title: task.title },
    })
  })

  test.each([
    ['weekly', {}, { weeklyDayOfWeek: 'monday', monthlyWeek: null, monthlyDayOfWeek: null }],
    ['bi-weekly', { weeklyDayOfWeek: 'friday', monthlyWeek: '' }, { weeklyDayOfWeek: 'friday', monthlyWeek: null, monthlyDayOfWeek: null }],
    ['monthly', {}, { weeklyDayOfWeek: null, monthlyWeek: 'first', monthlyDayOfWeek: 'monday' }],
    ['monthly', { monthlyWeek: 'last', monthlyDayOfWeek: 'sunday' }, { monthlyWeek: 'last', monthlyDayOfWeek: 'sunday' }],
  ])('stores a %s recurrence %o', async (recurrenceType, given, stored) => {
    const owner = await ownerWithCompany(service.deps)
    const response = await create(service.app, owner, taskFields(owner.company._id, { ...recurring, recurrenceType, ...given }))
    expect(response.statusCode).toBe(201)
    const task: Task = response.json()
    expect(task).toMatchObject({ isRecurring: true, recurrenceType, targetPostingDate: null, submissionForReview: null, ...stored })
    expect(task.recurrence).toMatchObject({ recurrenceStartDate: '2026-11-22', recurrenceEndDate: '2026-11-22', ...stored })
  })

  test.each([
    [{ title: ' \u200b ' }, 'title', 'Please fill in the task title'],
    [{ submissionForReview: '', targetPostingDate: '' }, 'submissionForReview', 'Please fill in all required date fields'],
    [{ targetPostingDate: '' }, 'targetPostingDate', 'Please fill in all required date fields'],
    [{ submissionForReview: '' }, 'submissionForReview', 'Please select submission date first'],
    [{ submissionForReview: '2026-11-21' }, 'submissionForReview', 'Submission date must be tomorrow or later'],
    [{ targetPostingDate: '2026-11-24' }, 'targetPostingDate', 'Target posting date must be at least 3 days after submission date'],
    [{ submissionForReview: '2026-02-30' }, 'submissionForReview', 'Please enter a valid date'],
    [{ ...recurring, recurrenceType: '' }, 'recurrenceType', 'Please fill in all recurrence fields'],
    [{ ...recurring, recurrenceEndDate: '' }, 'recurrenceEndDate', 'Please fill in all recurrence fields'],
    [{ ...recurring, recurrenceStartDate: '2026-11-21' }, 'recurrenceStartDate', 'Recurrence start date must be tomorrow or later'],
    [{ ...recurring, recurrenceStartDate: '2026-11-23' }, 'recurrenceEndDate', 'Recurrence end date must not be before the start date'],
    [{ ...recurring, submissionForReview: '2026-11-21' }, 'submissionForReview', 'Submission date must be tomorrow or later'],
    [{ ...recurring, submissionForReview: 'soon' }, 'submissionForReview', 'Please enter a valid date'],
    [{ ...recurring, targetPostingDate: '2026-11-30' }, 'submissionForReview', 'Please select submission date first'],
  ])('responds 422 for %o', async (fields, field, message) => {
    const owner = await ownerWithCompany(service.deps)
    const response = await create(service.app, owner, taskFields(owner.company._id, fields))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ message, errors: [{ field, message }] })
  })

  test.each([
    [{ title: 'x'.repeat(201) }],
    [{ platform_x: 'yes' }],
    [{ recurrenceType: 'daily' }],
    [{ unknown: 'field' }],
    [{ companyProfileId: 'mine' }],
    [{ description: 'a\u0000b' }],
  ])('responds 400 for %o', async (fields) => {
    const owner = await ownerWithCompany(service.deps)
    const response = await create(service.app, owner, taskFields(owner.company._id, fields))
    expect(response.statusCode).toBe(400)
  })

  test('responds 404 for another owner’s company and for an unknown one, 403 for admins and 401 without a valid token', async () => {
    const owner = await ownerWithCompany(service.deps)
    const other = await ownerWithCompany(service.deps)
    const foreign = await create(service.app, owner, taskFields(other.company._id))
    const absent = await create(service.app, owner, taskFields(crypto.randomUUID()))
    expect([foreign.statusCode, absent.statusCode]).toEqual([404, 404])
    expect({ ...foreign.json(), requestId: '', traceId: '' }).toEqual({ ...absent.json(), requestId: '', traceId: '' })
    expect((await create(service.app, admin, taskFields(owner.company._id))).statusCode).toBe(403)
    expect(
      (await create(service.app, { ...owner, headers: { authorization: 'Bearer x' } }, taskFields(owner.company._id))).statusCode,
    ).toBe(401)
  })
})

describe('the monthly limit', () => {
  const december = { submissionForReview: '2026-11-22', targetPostingDate: '2026-12-31' }

  test('is enforced for 20 concurrent requests, per company and month, and does not count recurring tasks', async () => {
    const owner = await ownerWithCompany(service.deps)
    const other = await ownerWithCompany(service.deps)
    const dated = taskFields(owner.company._id, december)
    await create(service.app, owner, taskFields(owner.company._id, { ...recurring, ...december, isRecurring: 'true' }))
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(service.app, owner, dated)))
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(4)
    const refused = responses.filter(({ statusCode }) => statusCode === 422)
    expect(refused).toHaveLength(16)
    expect(refused[0]?.json()).toMatchObject({
      code: 'monthly-cap',
      message: 'Cannot create task. Maximum 4 tasks allowed per month. 4 tasks already exist for December 2026.',
    })
    const inJanuary = taskFields(owner.company._id, { targetPostingDate: '2027-01-01' })
    expect((await create(service.app, owner, inJanuary)).statusCode).toBe(201)
    expect((await create(service.app, other, taskFields(other.company._id, december))).statusCode).toBe(201)
    const again = taskFields(owner.company._id, { ...recurring, ...december, isRecurring: 'true' })
    expect((await create(service.app, owner, again)).statusCode).toBe(201)
  })

  test('counts tasks created by an admin, but does not block them', async () => {
    const owner = await ownerWithCompany(service.deps)
    const fields = taskFields(owner.company._id, december)
    for (let n = 0; n < 5; n++) expect((await adminCreate(service.app, fields)).statusCode).toBe(201)
    const refused = await create(service.app, owner, fields)
    expect(refused.json().message).toContain('5 tasks already exist for December 2026.')
  })
})

describe('an admin creates a task', () => {
  test('responds 201 and publishes an event with the admin as the actor', async () => {
    const owner = await ownerWithCompany(service.deps)
    // Only for owners, the posting date must be at least three days after the review date.
    const fields = taskFields(owner.company._id, { targetPostingDate: '2026-11-22' })
    const response = await adminCreate(service.app, fields)
    expect(response.statusCode).toBe(201)
    const task: Task = response.json()
    expect(task).toMatchObject({ currentStatus: 'Pending', isRecurring: false, companyProfileId: owner.company._id })
    const events = await outboxOf(service.db as never, TaskCreated)
    expect(events.find(({ subject }) => subject === task._id)).toMatchObject({
      actorid: admin.id,
      actorrole: 'admin',
      data: { createdBy: 'admin', ownerId: owner.id },
    })
  })

  test.each([
    [{ title: '\u2800' }, 'title', 'Please fill in all required fields'],
    [{ targetPostingDate: '' }, 'targetPostingDate', 'Please fill in all required fields'],
    [{ submissionForReview: '' }, 'submissionForReview', 'Please fill in all required fields'],
    [{ submissionForReview: '2026-11-21' }, 'submissionForReview', 'Submission date must be tomorrow or later'],
    [{ targetPostingDate: '2026-11-21' }, 'targetPostingDate', 'Target posting date must be tomorrow or later'],
    [{ targetPostingDate: '21/11/2026' }, 'targetPostingDate', 'Please enter a valid date'],
  ])('responds 422 for %o', async (fields, field, message) => {
    const owner = await ownerWithCompany(service.deps)
    const response = await adminCreate(service.app, taskFields(owner.company._id, fields))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ message, errors: [{ field, message }] })
  })

  test('creates a recurring task, whose further occurrences are also tasks of an admin', async () => {
    const owner = await ownerWithCompany(service.deps)
    const weekly = { ...recurring, recurrenceType: 'weekly', recurrenceEndDate: '2026-12-22', weeklyDayOfWeek: 'friday' }
    const response = await adminCreate(service.app, taskFields(owner.company._id, weekly))
    expect(response.statusCode).toBe(201)
    const task: Task = response.json()
    expect(task).toMatchObject({
      isRecurring: true,
      recurrenceType: 'weekly',
      weeklyDayOfWeek: 'friday',
      occurrenceDate: '2026-11-27',
      nextOccurrenceDate: '2026-12-04',
      targetPostingDate: null,
    })
    await runJob(service.deps, '2026-11-27')
    const events = (await outboxOf(service.db as never, TaskCreated)).filter(({ data }) => data.occurrence?.seriesId === task.seriesId)
    expect(events.map(({ data }) => [data.occurrence?.number, data.createdBy])).toEqual([
      [1, 'admin'],
      [2, 'admin'],
    ])
  })

  test.each([
    [{ title: '' }, 'title', 'Please fill in all required fields'],
    [{ recurrenceType: '' }, 'recurrenceType', 'Please fill in all recurrence fields'],
    [{ recurrenceStartDate: '2026-11-21' }, 'recurrenceStartDate', 'Recurrence start date must be tomorrow or later'],
    [{ recurrenceEndDate: '2026-11-20' }, 'recurrenceEndDate', 'Recurrence end date must not be before the start date'],
  ])('responds 422 for a recurring task with %o', async (fields, field, message) => {
    const owner = await ownerWithCompany(service.deps)
    const response = await adminCreate(service.app, taskFields(owner.company._id, { ...recurring, ...fields }))
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ message, errors: [{ field, message }] })
  })

  test('responds 404 for an unknown company, and 403 for an owner', async () => {
    const owner = await ownerWithCompany(service.deps)
    expect((await adminCreate(service.app, taskFields(crypto.randomUUID()))).statusCode).toBe(404)
    expect((await adminCreate(service.app, taskFields(owner.company._id), owner)).statusCode).toBe(403)
  })
})

describe('dates are checked in the time zone of the business', () => {
  test.each([
    ['America/New_York', '2026-11-22T04:59:59Z', '2026-11-22', 201],
    ['America/New_York', '2026-11-22T05:00:00Z', '2026-11-22', 422],
    ['America/New_York', '2026-11-22T05:00:00Z', '2026-11-23', 201],
    ['Pacific/Kiritimati', '2026-11-22T04:59:59Z', '2026-11-22', 422],
    ['Pacific/Kiritimati', '2026-11-22T10:00:00Z', '2026-11-23', 422],
    ['Pacific/Kiritimati', '2026-11-22T09:59:59Z', '2026-11-23', 201],
  ])('in %s at %s, a submission date of %s gets %i', async (timeZone, now, submissionForReview, status) => {
    const there = await buildApp({ ...service.deps, registry: new Registry(), timeZone, now: () => new Date(now) })
    const owner = await ownerWithCompany(service.deps)
    const fields = taskFields(owner.company._id, { submissionForReview, targetPostingDate: '2026-11-30' })
    expect((await create(there, owner, fields)).statusCode).toBe(status)
    expect((await adminCreate(there, fields)).statusCode).toBe(status)
    await there.close()
  })

  test('with a business clock that runs two days ahead', async () => {
    const now = businessClock({ NODE_ENV: 'development', CLOCK_AHEAD: 'P2D' })
    const there = await buildApp({ ...service.deps, registry: new Registry(), now })
    const owner = await ownerWithCompany(service.deps)
    const today = todayIn(service.deps.timeZone)
    const statusOf = async (inDays: number) => {
      const dates = { submissionForReview: addDays(today, inDays), targetPostingDate: addDays(today, inDays + 3) }
      return (await create(there, owner, taskFields(owner.company._id, dates))).statusCode
    }
    expect([await statusOf(2), await statusOf(3)]).toEqual([422, 201])
    await there.close()
  })
})

test('an owner whose company is not stored yet gets 503 while the company service is unavailable', async () => {
  const response = await create(service.app, person('owner'), taskFields(crypto.randomUUID()))
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBe('2')
})
