import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { SeriesChanged } from '@app/contracts/events/tasks.ts'
import type { Series } from '@app/contracts/http/series.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, setUp } from '../setup.ts'
import {
  change,
  createRecurring,
  datesOf,
  end,
  launch,
  type Owner,
  occurrencesOf,
  readSeries,
  runJob,
  seriesOf,
  skip,
} from './series-setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Owner
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const tasksOf = (id: string | null) => occurrencesOf(service.app, owner, id)
const eventsOf = async (id: string | null) => (await outboxOf(service.db as never, SeriesChanged)).filter(({ subject }) => subject === id)
const weekly = { recurrenceType: 'weekly', weeklyDayOfWeek: 'monday', recurrenceEndDate: '2027-01-08' }

/** Creates a series with two tasks, for December 7 and 14. The next date is December 21. */
async function seriesWithTwoTasks(): Promise<string | null> {
  const { seriesId } = await createRecurring(service.app, owner)
  await runJob(service.deps, '2026-12-07')
  return seriesId
}

test('admins and the owner can read a series. Other owners get 404, and can change nothing', async () => {
  const id = await seriesWithTwoTasks()
  const other = await ownerWithCompany(service.deps)
  expect((await readSeries(service.app, owner, id)).json()).toMatchObject({ _id: id, nextDate: '2026-12-21' })
  expect((await readSeries(service.app, admin, id)).json()).toEqual((await readSeries(service.app, owner, id)).json())
  const responses = [
    await readSeries(service.app, other, id),
    await change(service.app, other, id, weekly),
    await end(service.app, other, id),
    await skip(service.app, other, id, '2026-12-21'),
    await readSeries(service.app, owner, crypto.randomUUID()),
  ]
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
  const forbidden = [
    await change(service.app, admin, id, weekly),
    await end(service.app, admin, id),
    await skip(service.app, admin, id, '2026-12-21'),
  ]
  expect(forbidden.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect(await seriesOf(service.app, owner, id)).toMatchObject({ version: 1, nextDate: '2026-12-21' })
  expect(await eventsOf(id)).toEqual([])
})

describe('a change', () => {
  test.each([
    ['to another day of the week', { recurrenceType: 'weekly', weeklyDayOfWeek: 'tuesday' }, ['2026-12-22', '2026-12-29', '2027-01-05']],
    ['to an earlier day of the week', { recurrenceType: 'weekly', weeklyDayOfWeek: 'sunday' }, ['2026-12-27', '2027-01-03']],
    ['to every other week', { recurrenceType: 'bi-weekly', weeklyDayOfWeek: 'monday' }, ['2026-12-21', '2027-01-04']],
    ['to the last Friday', { recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'friday' }, ['2026-12-25']],
    ['to the default day', { recurrenceType: 'weekly' }, ['2026-12-21', '2026-12-28', '2027-01-04']],
  ])('%s takes effect after the tasks that exist', async (_, rule, dates) => {
    const id = await seriesWithTwoTasks()
    const response = await change(service.app, owner, id, { ...weekly, weeklyDayOfWeek: null, ...rule })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ recurrenceType: rule.recurrenceType, nextDate: dates[0], version: 2 })
    const [first, second] = await tasksOf(id)
    expect(first).toMatchObject({ occurrenceDate: '2026-12-07', nextOccurrenceDate: '2026-12-14', version: 1 })
    expect(second).toMatchObject({
      occurrenceDate: '2026-12-14',
      targetPostingDate: '2026-12-14',
      nextOccurrenceDate: dates[0],
      recurrenceType: rule.recurrenceType,
      version: 1,
    })
    expect(second?.recurrence.recurrenceType).toBe(rule.recurrenceType)
    for (const day of ['2026-12-14', ...dates]) await runJob(service.deps, day)
    expect(datesOf(await tasksOf(id))).toEqual(['2026-12-07', '2026-12-14', ...dates])
  })

  test('stores one event with the new state', async () => {
    const id = await seriesWithTwoTasks()
    await change(service.app, owner, id, { ...weekly, weeklyDayOfWeek: 'friday' })
    expect(await eventsOf(id)).toMatchObject([
      {
        aggregateversion: 2,
        actorid: owner.id,
        data: {
          seriesId: id,
          companyProfileId: owner.company._id,
          companyName: 'Palm Bakery',
          ownerId: owner.id,
          title: 'Bean of the week',
          change: 'changed',
          recurrenceType: 'weekly',
          weeklyDayOfWeek: 'friday',
          recurrenceEndDate: '2027-01-08',
          nextDate: '2026-12-25',
        },
      },
    ])
  })

  test('of the end to a date before existing tasks keeps the tasks', async () => {
    const id = await seriesWithTwoTasks()
    const response = await change(service.app, owner, id, { ...weekly, recurrenceEndDate: '2026-12-10' })
    expect(response.json()).toMatchObject({ nextDate: null, recurrenceEndDate: '2026-12-10' })
    await runJob(service.deps, '2026-12-14')
    const tasks = await tasksOf(id)
    expect(datesOf(tasks)).toEqual(['2026-12-07', '2026-12-14'])
    expect(tasks.map(({ currentStatus, recurrenceEndDate }) => [currentStatus, recurrenceEndDate])).toEqual([
      ['Pending', '2026-12-10'],
      ['Pending', '2026-12-10'],
    ])
  })

  test('of the end to a later date continues a series that was over', async () => {
    const { seriesId: id } = await createRecurring(service.app, owner, { recurrenceEndDate: '2026-12-10' })
    expect(await seriesOf(service.app, owner, id)).toMatchObject({ nextDate: null })
    await change(service.app, owner, id, { ...weekly, recurrenceEndDate: '2026-12-31' })
    expect((await tasksOf(id)).map(({ nextOccurrenceDate }) => nextOccurrenceDate)).toEqual(['2026-12-14'])
    await runJob(service.deps, '2026-12-07')
    expect(datesOf(await tasksOf(id))).toEqual(['2026-12-07', '2026-12-14'])
  })

  test('does not change posted tasks', async () => {
    const first = await createRecurring(service.app, owner)
    await launch(service.app, service.db, first)
    await runJob(service.deps, '2026-11-23')
    await change(service.app, owner, first.seriesId, { ...weekly, weeklyDayOfWeek: 'friday' })
    expect((await tasksOf(first.seriesId)).map(({ weeklyDayOfWeek }) => weeklyDayOfWeek)).toEqual(['monday', 'friday'])
  })

  test.each([
    ['2026-11-21', 422, 'End date must be tomorrow or later'],
    ['2026-11-22', 200, undefined],
    ['2026-02-30', 422, 'Please enter a valid date'],
    ['', 422, 'Please fill in all recurrence fields'],
    ['9999-12-31', 200, undefined],
  ])('with the end %j gets %i', async (recurrenceEndDate, status, message) => {
    const { seriesId } = await createRecurring(service.app, owner)
    const response = await change(service.app, owner, seriesId, { ...weekly, recurrenceEndDate })
    expect(response.statusCode).toBe(status)
    if (message) expect(response.json()).toMatchObject({ message, errors: [{ field: 'recurrenceEndDate', message }] })
  })

  test('of an older version gets 409 with the current series', async () => {
    const id = await seriesWithTwoTasks()
    expect((await change(service.app, owner, id, { ...weekly, version: 1 })).statusCode).toBe(200)
    const response = await change(service.app, owner, id, { ...weekly, weeklyDayOfWeek: 'friday', version: 1 })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'series-changed', series: { weeklyDayOfWeek: 'monday', version: 2 } })
  })
})

describe('the end of a series', () => {
  test('keeps its tasks, creates no further ones, and can be repeated', async () => {
    const id = await seriesWithTwoTasks()
    const response = await end(service.app, owner, id)
    expect(response.json()).toMatchObject({ nextDate: null, recurrenceEndDate: '2026-12-14', version: 2 })
    expect((await end(service.app, owner, id)).json()).toEqual(response.json())
    const tasks = await tasksOf(id)
    expect(tasks.map(({ recurrenceEndDate }) => recurrenceEndDate)).toEqual(['2026-12-14', '2026-12-14'])
    expect(tasks[1]?.nextOccurrenceDate).toBeNull()
    await launch(service.app, service.db, { _id: tasks[1]?._id ?? '' })
    await runJob(service.deps, '2026-12-21')
    expect(await tasksOf(id)).toHaveLength(2)
    expect((await eventsOf(id)).map(({ data }) => data)).toMatchObject([{ change: 'ended', nextDate: null }])
  })
})

describe('a skip', () => {
  test('leaves out the next date, once', async () => {
    const id = await seriesWithTwoTasks()
    const response = await skip(service.app, owner, id, '2026-12-21')
    expect(response.json()).toMatchObject({ nextDate: '2026-12-28', recurrenceEndDate: '2027-01-08' })
    expect((await tasksOf(id))[1]?.nextOccurrenceDate).toBe('2026-12-28')
    const again = await skip(service.app, owner, id, '2026-12-21')
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'not-next', series: { nextDate: '2026-12-28' } satisfies Partial<Series> })
    // The task for December 28 is created on the previous date of the rule, December 21, although this date was skipped.
    await runJob(service.deps, '2026-12-20')
    expect(await tasksOf(id)).toHaveLength(2)
    await runJob(service.deps, '2026-12-21')
    expect(datesOf(await tasksOf(id))).toEqual(['2026-12-07', '2026-12-14', '2026-12-28'])
    expect((await eventsOf(id)).map(({ data }) => data)).toMatchObject([
      { change: 'skipped', skippedDate: '2026-12-21', nextDate: '2026-12-28' },
    ])
  })

  test('of the last date ends the series', async () => {
    const { seriesId } = await createRecurring(service.app, owner, { recurrenceEndDate: '2026-12-14' })
    expect((await skip(service.app, owner, seriesId, '2026-12-14')).json()).toMatchObject({ nextDate: null })
    await runJob(service.deps, '2026-12-14')
    expect(await tasksOf(seriesId)).toHaveLength(1)
  })

  test('of a date that has become a task gets 409', async () => {
    const id = await seriesWithTwoTasks()
    expect((await skip(service.app, owner, id, '2026-12-14')).statusCode).toBe(409)
    expect((await skip(service.app, owner, id, 'tomorrow')).statusCode).toBe(409)
  })
})

test('changes, skips, posts and jobs at the same time wait for each other, and every date stays unique', { tags: 'nightly' }, async () => {
  const id = await seriesWithTwoTasks()
  const tasks = await tasksOf(id)
  const responses = await Promise.all([
    ...tasks.map((task) => launch(service.app, service.db, task).then(() => 200)),
    ...Array.from({ length: 5 }, async (_, n) => {
      const recurrenceEndDate = `2027-03-0${n + 1}`
      return (await change(service.app, owner, id, { ...weekly, recurrenceEndDate })).statusCode
    }),
    ...Array.from({ length: 5 }, async () => (await skip(service.app, owner, id, '2026-12-21')).statusCode),
    ...Array.from({ length: 5 }, () => runJob(service.deps, '2026-12-14').then(() => 200)),
  ])
  expect(responses.every((status) => status === 200 || status === 409)).toBe(true)
  await runJob(service.deps, '2026-12-14')
  const dates = datesOf(await tasksOf(id))
  expect(new Set(dates).size).toBe(dates.length)
  const { nextDate } = await seriesOf(service.app, owner, id)
  expect(nextDate && dates.at(-1) && nextDate > (dates.at(-1) ?? '')).toBe(true)
})
