import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { TaskChanged } from '@app/contracts/events/tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { BRIEF_VERSIONS_MAX } from '@app/contracts/rules/brief.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRecurring, runJob } from '../series/series-setup.ts'
import { admin, adminCreate, deliver, move, read, remove, setUp, storedKeys, taskFields, taskIn } from '../setup.ts'
import { assigned, edit, historyOf } from './brief-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
})

const fresh = async ({ _id }: Pick<Task, '_id'>): Promise<Task> => (await read(service.app, owner, _id)).json()
const eventsAbout = async ({ _id }: Pick<Task, '_id'>) =>
  (await outboxOf(service.db as never, TaskChanged)).filter(({ subject }) => subject === _id)
const refusalOf = (response: Awaited<ReturnType<typeof edit>>) => {
  const { statusCode, message, errors } = { statusCode: response.statusCode, ...response.json() }
  return { statusCode, message, field: errors?.[0]?.field }
}

test('an edit changes only the fields that are sent, keeps both states in the history, and publishes one event', async () => {
  const task = await assigned(service.app, owner, { headline: 'Soup is back', platform_x: 'true' })
  const response = await edit(service.app, owner, task, {
    title: ' Winter sale ',
    guidlines: 'No red',
    platform_fb: 'true',
    platform_x: 'true',
  })
  expect(response.statusCode, response.body).toBe(200)
  const edited: Task = response.json()
  const changed = { title: 'Winter sale', guidlines: 'No red', platform_fb: true, briefVersion: 2, version: 2 }
  expect(edited).toEqual({ ...task, ...changed, updatedAt: edited.updatedAt })
  expect(await fresh(task)).toEqual(edited)
  const states = await historyOf(service.app, owner, task)
  expect(states).toMatchObject([
    {
      number: 2,
      changedByRole: 'owner',
      changed: ['title', 'guidlines', 'platforms'],
      title: 'Winter sale',
      platform_fb: true,
      previewNo: null,
    },
    {
      number: 1,
      changedByRole: 'owner',
      changed: [],
      title: 'Autumn sale',
      headline: 'Soup is back',
      platform_fb: false,
      changedAt: task.createdAt,
    },
  ])
  expect(states[0]).not.toHaveProperty('changedBy')
  expect((await historyOf(service.app, admin, task)).map(({ changedBy }) => changedBy)).toEqual([owner.id, owner.id])
  const { _id, taskId, companyProfileId } = task
  const fact = {
    _id,
    taskId,
    companyProfileId,
    companyName: 'Palm Bakery',
    ownerId: owner.id,
    title: 'Winter sale',
    targetPostingDate: '2026-11-25',
  }
  expect(await eventsAbout(task)).toMatchObject([
    { aggregateversion: 2, data: { ...fact, changedBy: 'owner', changed: ['title', 'guidlines', 'platforms'], briefVersion: 2 } },
  ])
  expect((await eventsAbout(task))[0]?.data).not.toHaveProperty('previousPostingDate')
})

test('an edit that changes nothing has no effect', async () => {
  const task = await assigned(service.app, owner)
  const response = await edit(service.app, owner, task, {
    title: ' Autumn sale',
    targetPostingDate: '2026-11-25',
    removeReferenceImage: 'true',
  })
  expect([response.statusCode, response.json()]).toEqual([200, task])
  expect([await eventsAbout(task), await historyOf(service.app, owner, task)]).toEqual([[], []])
})

describe('who may edit a task', () => {
  test.each([
    ['Pending', 200, 200],
    ['Previewed', 200, 200],
    ['Roll Back', 200, 200],
    ['Approved', 409, 200],
    ['Posted', 409, 409],
  ] as const)('%s: owner %i, admin %i', async (status, byOwner, byAdmin) => {
    const task = await taskIn(service.app, owner, status)
    const first = await edit(service.app, owner, task, { title: 'One' })
    expect(first.statusCode).toBe(byOwner)
    const second = await edit(service.app, admin, await fresh(task), { title: 'Two' })
    expect(second.statusCode).toBe(byAdmin)
    for (const { statusCode, json } of [first, second])
      if (statusCode === 409) expect(json()).toMatchObject({ code: 'task-status', task: { _id: task._id } })
    expect((await fresh(task)).currentStatus).toBe(task.currentStatus)
  })

  test('an admin edits an approved task: the approval stays, and shows that the brief changed after the preview', async () => {
    const task = await taskIn(service.app, owner, 'Approved')
    expect(task).toMatchObject({ briefVersion: 1, previewBriefVersion: 1 })
    const edited = await edit(service.app, admin, task, { tagline: 'Fresh' })
    expect(edited.json()).toMatchObject({ currentStatus: 'Approved', approvedPreviewNo: 1, briefVersion: 2, previewBriefVersion: 1 })
    expect((await historyOf(service.app, admin, task))[0]).toMatchObject({ previewNo: 1, changedBy: admin.id, changedByRole: 'admin' })
    await deliver(service.app, task._id)
    expect(await fresh(task)).toMatchObject({ previewBriefVersion: 2 })
  })

  test('a task of another owner has no history, and cannot be edited', async () => {
    const task = await assigned(service.app, owner)
    const stranger = await ownerWithCompany(service.deps)
    const statuses = [
      await edit(service.app, stranger, task, { title: 'Mine' }),
      await service.app.inject({ url: `/task/brief-history/${task._id}`, headers: stranger.headers }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 404])
  })
})

describe('the version', () => {
  test.each([
    [undefined, 428],
    ['2', 400],
    ['W/"1"', 400],
    ['*', 400],
    ['"9"', 409],
  ])('If-Match %s gets %i', async (ifMatch, status) => {
    const task = await assigned(service.app, owner)
    for (const url of [`/task/edit-task/${task._id}`, `/task/move-task/${task._id}`]) {
      const isMove = url.includes('move')
      const response = await service.app.inject({
        method: 'PUT',
        url,
        payload: isMove ? { targetPostingDate: '2026-12-01' } : '--boundary--boundary--\r\n',
        headers: {
          ...owner.headers,
          ...(!isMove && { 'content-type': 'multipart/form-data; boundary=boundary--boundary' }),
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
      })
      expect(response.statusCode).toBe(status)
      if (status === 409) expect(response.json()).toMatchObject({ code: 'task-changed', task })
    }
  })

  test('of two people who edit the same version, one gets 409 with the changed task', async () => {
    const task = await assigned(service.app, owner)
    const responses = await Promise.all([
      edit(service.app, owner, task, { title: 'Of the owner' }),
      edit(service.app, admin, task, { title: 'Of the team' }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const lost = responses.find(({ statusCode }) => statusCode === 409)
    expect(lost?.json().task).toEqual(await fresh(task))
  })
})

describe('the rules of new tasks hold for what changes', () => {
  test.each([
    [{ title: ' ' }, 'title', 'Please fill in the task title'],
    [{ targetPostingDate: '' }, 'targetPostingDate', 'Please fill in all required date fields'],
    [{ targetPostingDate: '2026-02-30' }, 'targetPostingDate', 'Please enter a valid date'],
    [{ targetPostingDate: '2026-11-21' }, 'targetPostingDate', 'Target posting date must be tomorrow or later'],
    [{ submissionForReview: '2026-11-20' }, 'submissionForReview', 'Submission date must be tomorrow or later'],
    [{ submissionForReview: '2026-11-23' }, 'targetPostingDate', 'Target posting date must be at least 3 days after submission date'],
  ])('%o', async (fields, field, message) => {
    const task = await assigned(service.app, owner)
    expect(refusalOf(await edit(service.app, owner, task, fields))).toEqual({ statusCode: 422, message, field })
    expect(await fresh(task)).toEqual(task)
  })

  test('admins need no gap before the posting date, but the review must not be after it', async () => {
    const task = await assigned(service.app, owner)
    const after = await edit(service.app, admin, task, { submissionForReview: '2026-11-26' })
    expect(refusalOf(after)).toEqual({
      statusCode: 422,
      message: 'Submission date must not be after the target posting date',
      field: 'submissionForReview',
    })
    expect((await edit(service.app, admin, task, { submissionForReview: '2026-11-25' })).statusCode).toBe(200)
  })

  test('an unknown field is refused', async () => {
    const task = await assigned(service.app, owner)
    expect((await edit(service.app, owner, task, { companyProfileId: owner.company._id })).statusCode).toBe(400)
  })

  test('a full history refuses further changes', async () => {
    const task = await assigned(service.app, owner)
    await service.db.updateTable('task').set({ brief_version: BRIEF_VERSIONS_MAX }).where('id', '=', task._id).execute()
    const response = await edit(service.app, owner, task, { title: 'Once more' })
    expect([response.statusCode, response.json().code]).toEqual([409, 'brief-full'])
  })
})

test('the history is paged, newest first, and one state can be read alone', async () => {
  let task = await assigned(service.app, owner)
  for (const title of ['Two', 'Three', 'Four']) task = (await edit(service.app, owner, task, { title })).json()
  const url = `/task/brief-history/${task._id}`
  const first = await service.app.inject({ url: `${url}?limit=3`, headers: owner.headers })
  const next = /<(.*)>/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await service.app.inject({ url: next, headers: owner.headers })
  const numbers = [first, second].map((page) => page.json<{ number: number }[]>().map(({ number }) => number))
  expect([...numbers, second.headers.link]).toEqual([[4, 3, 2], [1], undefined])
  expect(await historyOf(service.app, owner, task, '?number=2')).toMatchObject([{ number: 2, title: 'Two' }])
  await remove(service.app, owner, task._id)
  expect(await service.db.selectFrom('brief_version').select('number').where('task_id', '=', task._id).execute()).toEqual([])
})

describe('the reference image', () => {
  const keyOf = (task: Task) => service.store.keyOf(task.referenceImage ?? '') ?? ''
  const stored = async (task: Task) => (await storedKeys(service.deps)).includes(keyOf(task))
  const quotaRows = async () =>
    (await service.db.selectFrom('owner_file').select('key').where('company_id', '=', owner.company._id).execute()).map(({ key }) => key)

  test('is replaced and removed, with its file and its share of the quota', async () => {
    const task = await assigned(service.app, owner, {}, { referenceImage: png() })
    const replaced: Task = (await edit(service.app, owner, task, {}, { referenceImage: png() })).json()
    expect([await stored(task), await stored(replaced), await quotaRows()]).toEqual([false, true, [keyOf(replaced)]])
    const byAdmin: Task = (await edit(service.app, admin, replaced, {}, { referenceImage: png() })).json()
    expect([await stored(replaced), await stored(byAdmin), await quotaRows()]).toEqual([false, true, []])
    const removed: Task = (await edit(service.app, owner, byAdmin, { removeReferenceImage: 'true' })).json()
    expect([removed.referenceImage, await stored(byAdmin)]).toEqual([null, false])
    const states = await historyOf(service.app, owner, task)
    expect(states.map(({ changed, hasReferenceImage }) => [changed, hasReferenceImage])).toEqual([
      [['referenceImage'], false],
      [['referenceImage'], true],
      [['referenceImage'], true],
      [[], true],
    ])
  })

  test('of a series stays for the other tasks of the series, and is removed with the last of them', async () => {
    const first = await createRecurring(service.app, owner, {}, { referenceImage: png() })
    const own: Task = (await edit(service.app, owner, first, {}, { referenceImage: png() })).json()
    expect([await stored(first), await stored(own)]).toEqual([true, true])
    await runJob(service.deps, '2026-12-07')
    await remove(service.app, owner, own._id)
    expect([await stored(first), await stored(own), await quotaRows()]).toEqual([true, false, [keyOf(first)]])
  })

  test('of a refused edit is not kept', async () => {
    const task = await assigned(service.app, owner)
    const before = await storedKeys(service.deps)
    await edit(service.app, owner, task, { targetPostingDate: '2020-01-01' }, { referenceImage: png() })
    await edit(service.app, owner, { ...task, version: 9 }, {}, { referenceImage: png() })
    expect(await storedKeys(service.deps)).toEqual(before)
  })

  test('of an owner counts toward the quota', async () => {
    const task = await assigned(service.app, owner)
    await service.db
      .insertInto('company_plan')
      .values({ company_id: owner.company._id, plan: 'first-proof', open_tasks_max: null, series_max: null, file_megabytes_max: 0 })
      .execute()
    const response = await edit(service.app, owner, task, {}, { referenceImage: png() })
    expect([response.json().code, response.json().errors[0].field]).toEqual(['quota', 'referenceImage'])
    expect((await edit(service.app, admin, task, {}, { referenceImage: png() })).statusCode).toBe(200)
  })
})

test('a task of an admin has no user in its first state, and its owner may edit it', async () => {
  const task: Task = (await adminCreate(service.app, taskFields(owner.company._id))).json()
  expect((await edit(service.app, owner, task, { title: 'Better' })).statusCode).toBe(200)
  expect((await historyOf(service.app, admin, task)).map(({ changedBy, changedByRole }) => [changedBy, changedByRole])).toEqual([
    [owner.id, 'owner'],
    [null, 'admin'],
  ])
})

test('an edit of a task after its decision keeps the other person from deciding on the old version', async () => {
  const task = await taskIn(service.app, owner, 'Previewed')
  await edit(service.app, admin, task, { headline: 'Other' })
  const response = await move(service.app, owner, task._id, { currentStatus: 'Approved', version: task.version })
  expect([response.statusCode, response.json().code]).toEqual([409, 'task-changed'])
})
