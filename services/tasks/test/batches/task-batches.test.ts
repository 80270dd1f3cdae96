import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import { TaskCreated, TaskRemoved } from '@app/contracts/events/tasks.ts'
import type { BatchResult, CheckedCompany, TaskBatch, UndoneTask } from '@app/contracts/http/task-batches.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { BATCH_COMPANIES_MAX, BATCH_STEP_MAX, COMPANY_FIELD_MISSPELLED, SHORT_REVIEW } from '@app/contracts/rules/task-batches.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeReviews } from '../../src/reviews/start-purging.ts'
import { secondReplica } from '../replicas.ts'
import { addTaskRows, admin, move, type Person, read, remove, setUp, upload } from '../setup.ts'

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const brief = {
  title: '{{Company Name}}: holiday hours',
  description: 'When is {{Company Name}} open?',
  platform_fb: true,
  submissionForReview: '2026-12-15',
  targetPostingDate: '2026-12-20',
}

const send = (method: 'POST' | 'PUT', url: string, payload: object, caller: Person = admin, { app } = service) =>
  app.inject({ method, url: `/admin/task-batches/${url}`, payload, headers: caller.headers })
const check = (companyIds: readonly string[], changes: object = {}, caller?: Person) =>
  send('POST', 'check', { brief: { ...brief, ...changes }, companyIds }, caller)
const put = (batchId: string, owners: readonly Owner[], changes: object = {}, caller?: Person, on?: typeof service) =>
  send(
    'PUT',
    batchId,
    { brief: { ...brief, ...changes }, companies: owners.map(({ company }) => ({ companyId: company._id })) },
    caller,
    on,
  )
const undo = (batchId: string, caller?: Person) => send('POST', `${batchId}/undo`, {}, caller)
const resultsOf = (response: Awaited<ReturnType<typeof put>>): BatchResult[] => response.json().results
const listed = async (): Promise<TaskBatch[]> => (await service.app.inject({ url: '/admin/task-batches', headers: admin.headers })).json()

const owners = (count: number): Promise<Owner[]> => Promise.all(Array.from({ length: count }, () => ownerWithCompany(service.deps)))
const tasksOf = async (owner: Owner): Promise<Task[]> =>
  (await service.app.inject({ url: `/task/tasks/${owner.company._id}`, headers: owner.headers })).json()
const fillMonth = ({ company }: Owner) => addTaskRows(service.db, company._id, { target: '2026-12-01', count: 4 })

test('each company gets a task with its name, and an event as for a single task', async () => {
  const chosen = await owners(2)
  const batchId = crypto.randomUUID()
  const response = await put(batchId, chosen)
  expect(response.statusCode, response.body).toBe(200)
  const results = resultsOf(response)
  expect(Date.parse(response.json().undoUntil)).toBeGreaterThan(Date.now() + 59 * 60_000)
  for (const [at, owner] of chosen.entries()) {
    const [task, ...others] = await tasksOf(owner)
    expect(others).toEqual([])
    expect(results[at]).toEqual({ companyId: owner.company._id, status: 200, message: '', taskId: task?.taskId })
    expect(task).toMatchObject({
      title: 'Palm Bakery: holiday hours',
      description: 'When is Palm Bakery open?',
      platform_fb: true,
      platform_x: false,
      targetPostingDate: '2026-12-20',
      isRecurring: false,
      version: 1,
    })
    const created = (await outboxOf(service.db as never, TaskCreated)).filter(({ subject }) => subject === task?._id)
    expect(created).toMatchObject([{ actorid: admin.id, actorrole: 'admin', data: { createdBy: 'admin', ownerId: owner.id } }])
  }
  expect(await listed()).toContainEqual(
    expect.objectContaining({ batchId, title: '{{Company Name}}: holiday hours', createdBy: admin.id, tasks: 2 }),
  )
})

test('the check names full months, short reviews, texts that are too long and unknown companies, and creates nothing', async () => {
  const [full, free] = await owners(2)
  if (!full || !free) throw new Error('An owner is missing')
  await fillMonth(full)
  const unknown = crypto.randomUUID()
  const response = await check([full.company._id, free.company._id, unknown], { submissionForReview: '2026-12-18' })
  const shortReview = { code: 'short-review', message: SHORT_REVIEW }
  expect(response.json<{ companies: CheckedCompany[] }>().companies).toEqual([
    {
      companyId: full.company._id,
      companyName: 'Palm Bakery',
      problem: '',
      warnings: [{ code: 'full-month', message: '4 tasks already exist for December 2026.' }, shortReview],
    },
    { companyId: free.company._id, companyName: 'Palm Bakery', problem: '', warnings: [shortReview] },
    { companyId: unknown, companyName: '', problem: 'Company profile not found', warnings: [] },
  ])
  await sql`update company set name = ${'Pine & Sons '.repeat(20)} where id = ${free.company._id}`.execute(service.db)
  expect((await check([free.company._id])).json().companies).toMatchObject([
    { problem: 'With this company’s name, the title is longer than 200 characters.', warnings: [] },
  ])
  expect(resultsOf(await put(crypto.randomUUID(), [free]))).toMatchObject([{ status: 422 }])
  expect(await tasksOf(free)).toEqual([])
})

test.each([
  [{ title: '  ' }, 'title', 'Please fill in all required fields'],
  [{ submissionForReview: '2026-11-21' }, 'submissionForReview', 'Submission date must be tomorrow or later'],
  [{ submissionForReview: '2026-12-21' }, 'submissionForReview', 'Submission date must not be after the target posting date'],
  [{ targetPostingDate: '2026-02-30' }, 'targetPostingDate', 'Please enter a valid date'],
  [{ targetPostingTime: '25:00' }, 'targetPostingTime', expect.any(String)],
  [{ headline: '{{Name}}' }, 'headline', COMPANY_FIELD_MISSPELLED],
])('neither checks nor creates tasks with %o', async (changes, field, message) => {
  const chosen = await owners(1)
  const ids = chosen.map(({ company }) => company._id)
  for (const response of [await check(ids, changes), await put(crypto.randomUUID(), chosen, changes)]) {
    expect(response.statusCode).toBe(422)
    expect(response.json().errors).toEqual([{ field, message }])
  }
})

test('a full month and an unknown company do not affect the others, and a full month can be accepted', async () => {
  const [full, free] = await owners(2)
  if (!full || !free) throw new Error('An owner is missing')
  await fillMonth(full)
  const batchId = crypto.randomUUID()
  const unknown = { company: { _id: crypto.randomUUID() } } as Owner
  expect(resultsOf(await put(batchId, [full, unknown, free])).map(({ status, message }) => [status, message])).toEqual([
    [422, 'Cannot create task. Maximum 4 tasks allowed per month. 4 tasks already exist for December 2026.'],
    [404, 'Company profile not found'],
    [200, ''],
  ])
  const companies = [{ companyId: full.company._id, acceptFullMonth: true }]
  expect(resultsOf(await send('PUT', batchId, { brief, companies }))).toMatchObject([{ status: 200 }])
  expect(await tasksOf(full)).toHaveLength(5)
})

test('repeated and concurrent requests to two replicas create one task for each company, even if it was removed', async () => {
  const second = await secondReplica(service)
  const chosen = await owners(3)
  const batchId = crypto.randomUUID()
  const replicas = [service, { ...service, app: second.app }, service, { ...service, app: second.app }]
  const all = await Promise.all(replicas.map((replica) => put(batchId, chosen, {}, admin, replica)))
  expect(new Set(all.map(({ body }) => body)).size).toBe(1)
  for (const owner of chosen) expect(await tasksOf(owner)).toHaveLength(1)
  const [first] = chosen
  if (!first) throw new Error('An owner is missing')
  const [task] = await tasksOf(first)
  await remove(service.app, first, task?._id ?? '')
  expect((await put(batchId, chosen)).body).toBe(all[0]?.body)
  expect(await tasksOf(first)).toEqual([])
  await second.stop()
})

test('an id belongs to one brief of one admin, to an hour, and to 200 companies', async () => {
  const chosen = await owners(1)
  const batchId = crypto.randomUUID()
  await put(batchId, chosen)
  expect((await put(batchId, chosen, { headline: 'Another' })).json()).toMatchObject({ status: 422, code: 'batch-reused' })
  expect((await put(batchId, chosen, {}, person('admin'))).json()).toMatchObject({ status: 422, code: 'batch-reused' })
  await sql`
    insert into task_batch_item (batch_id, company_id, company_name, task_id, task_number)
    select ${batchId}, gen_random_uuid(), '', gen_random_uuid(), 1 from generate_series(2, ${BATCH_COMPANIES_MAX}::integer)`.execute(
    service.db,
  )
  expect((await put(batchId, chosen)).statusCode).toBe(200)
  expect((await put(batchId, await owners(1))).statusCode).toBe(422)
  const many = Array.from({ length: BATCH_STEP_MAX + 1 }, () => chosen).flat()
  expect((await put(crypto.randomUUID(), many)).statusCode).toBe(400)
  await sql`update task_batch set created_at = now() - interval '61 minutes' where id = ${batchId}`.execute(service.db)
  expect((await put(batchId, chosen)).json()).toMatchObject({ status: 409, code: 'batch-over' })
  expect((await undo(batchId)).json()).toMatchObject({ status: 409, code: 'undo-over' })
  expect((await listed()).map((batch) => batch.batchId)).not.toContain(batchId)
  await sql`update task_batch set created_at = now() - interval '8 days' where id = ${batchId}`.execute(service.db)
  await purgeReviews(service.db)
  expect((await undo(batchId)).statusCode).toBe(404)
})

test('the undoing removes tasks that nobody has touched, tells their owners, and names the others', async () => {
  const [plain, gone, edited, drafted, written, approved] = await owners(6)
  if (!plain || !gone || !edited || !drafted || !written || !approved) throw new Error('An owner is missing')
  const chosen = [plain, gone, edited, drafted, written, approved]
  const batchId = crypto.randomUUID()
  await put(batchId, chosen)
  const taskOf = async (owner: Owner) => (await tasksOf(owner))[0]?._id ?? ''
  const removedTask = await taskOf(plain)
  await remove(service.app, gone, await taskOf(gone))
  await sql`update task set version = 2 where id = ${await taskOf(edited)}`.execute(service.db)
  await upload(service.app, await taskOf(drafted), { file1: png() }, { deliver: 'false' })
  const note = { method: 'POST', url: `/task/notes/${await taskOf(written)}`, payload: { text: 'Which hours?' } } as const
  await service.app.inject({ ...note, headers: written.headers })
  await upload(service.app, await taskOf(approved), { file1: png() })
  await move(service.app, approved, await taskOf(approved), { currentStatus: 'Approved' })

  const responses = await Promise.all([undo(batchId, person('admin')), undo(batchId), undo(batchId)])
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  const tasks = responses[0]?.json<{ tasks: UndoneTask[] }>().tasks ?? []
  const outcomes = new Map(tasks.map(({ companyId, outcome, message }) => [companyId, [outcome, message]]))
  expect(chosen.map(({ company }) => outcomes.get(company._id))).toEqual([
    ['removed', ''],
    ['removed', ''],
    ['kept', 'It was changed.'],
    ['kept', 'It already has a preview.'],
    ['kept', 'There are messages about it.'],
    ['kept', 'It already has a preview.'],
  ])
  expect((await read(service.app, plain, removedTask)).statusCode).toBe(404)
  const removals = (await outboxOf(service.db as never, TaskRemoved)).filter(({ data }) => data.companyProfileId === plain.company._id)
  expect(removals.map(({ data }) => [data.removedBy, data.reason])).toEqual([['admin', 'We created this task by mistake.']])
  for (const owner of [edited, drafted, written, approved]) expect(await tasksOf(owner)).toHaveLength(1)
  expect((await put(batchId, [plain])).statusCode).toBe(200)
  expect(await tasksOf(plain)).toEqual([])
})

test('an undone task frees its place in the month', async () => {
  const [owner] = await owners(1)
  if (!owner) throw new Error('An owner is missing')
  await addTaskRows(service.db, owner.company._id, { target: '2026-12-01', count: 3 })
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  expect(resultsOf(await put(first, [owner]))).toMatchObject([{ status: 200 }])
  expect(resultsOf(await put(second, [owner]))).toMatchObject([{ status: 422 }])
  await undo(first)
  expect(resultsOf(await put(second, [owner]))).toMatchObject([{ status: 200 }])
})

test('owners can neither check, create, list nor undo', async () => {
  const [owner] = await owners(1)
  if (!owner) throw new Error('An owner is missing')
  const batchId = crypto.randomUUID()
  const statuses = [
    await check([owner.company._id], {}, owner),
    await put(batchId, [owner], {}, owner),
    await undo(batchId, owner),
    await service.app.inject({ url: '/admin/task-batches', headers: owner.headers }),
  ].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([403, 403, 403, 403])
  expect((await undo(batchId)).statusCode).toBe(404)
})
