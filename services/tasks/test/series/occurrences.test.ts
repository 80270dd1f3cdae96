import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskFileSweep } from '../../src/files/task-file-sweep.ts'
import { moveTo } from '../briefs/brief-steps.ts'
import { admin, create, deliver, move, read, remove, setUp, storedKeys, taskFields } from '../setup.ts'
import { createdIn, createRecurring, datesOf, launch, type Owner, occurrencesOf, runJob, seriesOf } from './series-setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Owner
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

/** Creates an owner with a separate company for one test, so that the jobs of other tests do not change the tasks of this test. */
const newOwner = async (): Promise<Owner> => {
  owner = await ownerWithCompany(service.deps)
  return owner
}
const tasksOf = (seriesId: string | null) => occurrencesOf(service.app, owner, seriesId)

describe('a recurring task', () => {
  test('is the first occurrence of a series. Its own dates stay as the owner entered them', async () => {
    const task = await createRecurring(service.app, await newOwner())
    expect(task).toMatchObject({
      occurrenceNo: 1,
      occurrenceDate: '2026-12-07',
      nextOccurrenceDate: '2026-12-14',
      targetPostingDate: null,
      submissionForReview: null,
      recurrenceStartDate: '2026-12-05',
      version: 1,
    })
    expect(await seriesOf(service.app, owner, task.seriesId)).toEqual({
      _id: task.seriesId,
      companyProfileId: owner.company._id,
      title: 'Bean of the week',
      recurrenceType: 'weekly',
      weeklyDayOfWeek: 'monday',
      monthlyWeek: null,
      monthlyDayOfWeek: null,
      recurrenceStartDate: '2026-12-05',
      recurrenceEndDate: '2027-01-08',
      nextDate: '2026-12-14',
      version: 1,
    })
    expect(await createdIn(service.db, task.seriesId)).toMatchObject([
      { createdBy: 'owner', occurrence: { seriesId: task.seriesId, number: 1, date: '2026-12-07' } },
    ])
  })

  test('without a date in its period has no repeats', async () => {
    const task = await createRecurring(service.app, await newOwner(), {
      recurrenceStartDate: '2026-12-08',
      recurrenceEndDate: '2026-12-09',
    })
    expect(task).toMatchObject({ occurrenceNo: 1, occurrenceDate: '2026-12-08', nextOccurrenceDate: null })
  })

  test('a task that does not repeat has no series', async () => {
    await newOwner()
    const task = (await create(service.app, owner, taskFields(owner.company._id))).json()
    expect(task).toMatchObject({ seriesId: null, occurrenceNo: null, occurrenceDate: null, nextOccurrenceDate: null })
  })
})

describe('the next occurrence', () => {
  test('becomes a task on the date of the one before, with the same brief and its own dates', async () => {
    const brief = { tagline: 'One origin', guidlines: 'No red', platform_insta: 'true', calltoaction: 'Ask at the bar' }
    const first = await createRecurring(service.app, await newOwner(), brief, { referenceImage: png() })
    await runJob(service.deps, '2026-12-06')
    expect(await tasksOf(first.seriesId)).toHaveLength(1)
    await runJob(service.deps, '2026-12-07')
    const [, second, ...others] = await tasksOf(first.seriesId)
    expect(others).toEqual([])
    expect(second).toMatchObject({
      ...brief,
      platform_insta: true,
      platform_x: false,
      title: first.title,
      referenceImage: first.referenceImage,
      currentStatus: 'Pending',
      occurrenceNo: 2,
      occurrenceDate: '2026-12-14',
      nextOccurrenceDate: '2026-12-21',
      targetPostingDate: '2026-12-14',
      submissionForReview: '2026-12-11',
      isRecurring: true,
      recurrenceStartDate: '2026-12-05',
      recurrenceEndDate: '2027-01-08',
      weeklyDayOfWeek: 'monday',
      doneTaskImage: null,
      rollbackFeedback: [],
    })
    expect(await createdIn(service.db, first.seriesId)).toMatchObject([
      { occurrence: { number: 1 } },
      { taskId: second?.taskId, companyName: 'Palm Bakery', createdBy: 'owner', occurrence: { number: 2, date: '2026-12-14' } },
    ])
    // The first task did not change.
    expect((await read(service.app, owner, first._id)).json()).toEqual(first)
  })

  test('becomes a task as soon as the one before is posted', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await launch(service.app, service.db, first)
    await runJob(service.deps, '2026-11-23')
    await runJob(service.deps, '2026-11-23')
    const tasks = await tasksOf(first.seriesId)
    expect(datesOf(tasks)).toEqual(['2026-12-07', '2026-12-14'])
    expect(tasks.map(({ currentStatus }) => currentStatus)).toEqual(['Posted', 'Pending'])
  })

  test('becomes a task on time if the one before is referred back, or if an older one is posted', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await deliver(service.app, first._id)
    await move(service.app, owner, first._id, { currentStatus: 'Roll Back' })
    await runJob(service.deps, '2026-12-06')
    expect(await tasksOf(first.seriesId)).toHaveLength(1)
    await runJob(service.deps, '2026-12-07')
    expect(await tasksOf(first.seriesId)).toHaveLength(2)
    await launch(service.app, service.db, first)
    await runJob(service.deps, '2026-12-13')
    expect(await tasksOf(first.seriesId)).toHaveLength(2)
    await runJob(service.deps, '2026-12-14')
    expect(datesOf(await tasksOf(first.seriesId))).toEqual(['2026-12-07', '2026-12-14', '2026-12-21'])
  })

  test('is created until the end of the series, and not after it', async () => {
    const first = await createRecurring(service.app, await newOwner())
    for (const day of ['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04', '2027-01-11']) await runJob(service.deps, day)
    const tasks = await tasksOf(first.seriesId)
    expect(datesOf(tasks)).toEqual(['2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04'])
    expect(tasks.at(-1)?.nextOccurrenceDate).toBeNull()
  })

  test('after a downtime of three weeks, only the next date becomes a task', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await runJob(service.deps, '2026-12-30')
    const tasks = await tasksOf(first.seriesId)
    expect(datesOf(tasks)).toEqual(['2026-12-07', '2027-01-04'])
    expect(tasks.map(({ nextOccurrenceDate }) => nextOccurrenceDate)).toEqual(['2027-01-04', null])
    expect(tasks[1]).toMatchObject({ submissionForReview: '2027-01-01', occurrenceNo: 2 })
  })

  test('is due for review today if its date is less than three days away', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await runJob(service.deps, '2027-01-03')
    expect((await tasksOf(first.seriesId))[1]).toMatchObject({ submissionForReview: '2027-01-03', targetPostingDate: '2027-01-04' })
  })

  test('after a downtime beyond the end, nothing is created', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await runJob(service.deps, '2027-02-01')
    expect(await tasksOf(first.seriesId)).toMatchObject([{ nextOccurrenceDate: null }])
    expect(await seriesOf(service.app, owner, first.seriesId)).toMatchObject({ nextDate: null })
  })

  test('is created once by 20 jobs at the same time, and by a clock that is set back', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await Promise.all(Array.from({ length: 20 }, () => runJob(service.deps, '2026-12-07')))
    for (const day of ['2026-12-01', '2026-12-07', '2026-12-13']) await runJob(service.deps, day)
    expect(datesOf(await tasksOf(first.seriesId))).toEqual(['2026-12-07', '2026-12-14'])
    expect(await createdIn(service.db, first.seriesId)).toHaveLength(2)
  })

  test('is created once while the one before is posted at the same time', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await Promise.all([launch(service.app, service.db, first), ...Array.from({ length: 10 }, () => runJob(service.deps, '2026-12-07'))])
    await runJob(service.deps, '2026-12-07')
    // The second task was due for two reasons: the date of the first task had come, and the first task was posted. Only one task was
    // created.
    expect(datesOf(await tasksOf(first.seriesId))).toEqual(['2026-12-07', '2026-12-14'])
  })

  test('does not count toward the monthly limit', async () => {
    const first = await createRecurring(service.app, await newOwner())
    for (const day of ['2026-12-07', '2026-12-14', '2026-12-21']) await runJob(service.deps, day)
    expect(await tasksOf(first.seriesId)).toHaveLength(4)
    const inDecember = taskFields(owner.company._id, { submissionForReview: '2026-12-01', targetPostingDate: '2026-12-20' })
    for (let n = 0; n < 4; n++) expect((await create(service.app, owner, inDecember)).statusCode).toBe(201)
    expect((await create(service.app, owner, inDecember)).statusCode).toBe(422)
  })

  test('cannot be stored twice for a date, and a company with a series cannot be deleted', async () => {
    const first = await createRecurring(service.app, await newOwner())
    await runJob(service.deps, '2026-12-07')
    const move = sql`update task set occurrence_date = '2026-12-07' where series_id = ${first.seriesId} and occurrence_no = 2`
    await expect(move.execute(service.db)).rejects.toThrow('task_occurrence')
    await sql`delete from task where company_id = ${owner.company._id}`.execute(service.db)
    const drop = sql`delete from company where id = ${owner.company._id}`
    await expect(drop.execute(service.db)).rejects.toThrow('task_series')
  })

  test('is created for the other series if one of them fails', async () => {
    const broken = await createRecurring(service.app, await newOwner())
    const whole = await createRecurring(service.app, owner)
    await sql`update task_series set brief = '{}' where id = ${broken.seriesId}`.execute(service.db)
    await expect(runJob(service.deps, '2026-12-07')).rejects.toThrow('no next task')
    expect(await tasksOf(whole.seriesId)).toHaveLength(2)
    expect(await tasksOf(broken.seriesId)).toHaveLength(1)
    await sql`update task_series set next_date = null where id = ${broken.seriesId}`.execute(service.db)
  })
})

describe('the removal', () => {
  test('of the first task ends the series, and deletes its reference image', async () => {
    const before = await storedKeys(service.deps)
    const first = await createRecurring(service.app, await newOwner(), {}, { referenceImage: png() })
    expect((await remove(service.app, owner, first._id)).statusCode).toBe(200)
    await runJob(service.deps, '2026-12-07')
    expect(await tasksOf(first.seriesId)).toEqual([])
    expect(await seriesOf(service.app, owner, first.seriesId)).toMatchObject({ code: 'series-not-found' })
    expect(await storedKeys(service.deps)).toEqual(before)
  })

  test('of one occurrence skips it. The others keep the reference image, which the sweep deletes after the last of them', async () => {
    const before = await storedKeys(service.deps)
    const first = await createRecurring(service.app, await newOwner(), { recurrenceEndDate: '2026-12-21' }, { referenceImage: png() })
    await runJob(service.deps, '2026-12-07')
    const [, second] = await tasksOf(first.seriesId)
    await remove(service.app, owner, second?._id ?? '')
    await remove(service.app, owner, first._id)
    await runJob(service.deps, '2026-12-13')
    expect(await tasksOf(first.seriesId)).toEqual([])
    const { namedKeys } = taskFileSweep(service.deps)
    const image = (await storedKeys(service.deps)).filter((key) => !before.includes(key))
    expect([...(await namedKeys(image))]).toEqual(image)
    await runJob(service.deps, '2026-12-14')
    const [third, ...others] = await tasksOf(first.seriesId)
    expect(others).toEqual([])
    expect(third).toMatchObject({ occurrenceNo: 3, occurrenceDate: '2026-12-21', referenceImage: first.referenceImage })
    await remove(service.app, owner, third?._id ?? '')
    // The series was over, so it was deleted with its last task.
    expect(await storedKeys(service.deps)).toEqual(before)
  })

  const byAdmin = (_id: string) =>
    service.app.inject({ method: 'POST', url: `/admin/remove-task/${_id}`, payload: { reason: 'Twice' }, headers: admin.headers })
  test.each([
    ['its owner', (_id: string) => remove(service.app, owner, _id)],
    ['an admin', byAdmin],
  ])('by %s: the task before names the next task, or the date that the job creates next', async (_who, removeOne) => {
    const first = await createRecurring(service.app, await newOwner(), { recurrenceEndDate: '2026-12-28' })
    for (const day of ['2026-12-07', '2026-12-14']) await runJob(service.deps, day)
    const named = async () => (await tasksOf(first.seriesId)).map(({ nextOccurrenceDate }) => nextOccurrenceDate)
    const [, second, third] = await tasksOf(first.seriesId)
    expect((await removeOne(second?._id ?? '')).statusCode).toBe(200)
    expect(await named()).toEqual(['2026-12-21', '2026-12-28'])
    expect((await removeOne(third?._id ?? '')).statusCode).toBe(200)
    expect(await named()).toEqual(['2026-12-28'])
    expect((await read(service.app, owner, first._id)).json()).toMatchObject({ version: first.version, nextOccurrenceDate: '2026-12-28' })
    // The removed dates stay skipped: the next task is created on the last of them.
    await runJob(service.deps, '2026-12-20')
    expect(datesOf(await tasksOf(first.seriesId))).toEqual(['2026-12-07'])
    await runJob(service.deps, '2026-12-21')
    const [, fourth] = await tasksOf(first.seriesId)
    expect(fourth?.occurrenceDate).toBe('2026-12-28')
    await removeOne(fourth?._id ?? '')
    expect(await named()).toEqual([null])
  })

  test('of several tasks at the same time, while the series moves and gets its next task, leaves no wrong date', async () => {
    const first = await createRecurring(service.app, await newOwner())
    for (const day of ['2026-12-07', '2026-12-14', '2026-12-21']) await runJob(service.deps, day)
    const tasks = await tasksOf(first.seriesId)
    const responses = await Promise.all([
      ...tasks.slice(1).flatMap(({ _id }) => [remove(service.app, owner, _id), byAdmin(_id)]),
      moveTo(service.app, owner, first, '2026-12-08', { scope: 'following' }),
      runJob(service.deps, '2026-12-28').then(() => ({ statusCode: 200 })),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 404, 404, 404])
    const left = await tasksOf(first.seriesId)
    const { nextDate } = await seriesOf(service.app, owner, first.seriesId)
    expect(left.map(({ nextOccurrenceDate }) => nextOccurrenceDate)).toEqual([...datesOf(left).slice(1), nextDate])
  })

  test('of a task that is created at the same time leaves no occurrence behind', async () => {
    const first = await createRecurring(service.app, await newOwner())
    const [removed] = await Promise.all([remove(service.app, owner, first._id), runJob(service.deps, '2026-12-07')])
    expect(removed?.statusCode).toBe(200)
    const left = await tasksOf(first.seriesId)
    // If the task was removed first, the series ended. If the second occurrence was created first, the series continued without the removed
    // task.
    expect(left.map(({ occurrenceNo }) => occurrenceNo)).toEqual(left.length > 0 ? [2] : [])
  })
})
