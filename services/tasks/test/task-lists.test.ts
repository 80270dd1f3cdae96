import { connect } from '@app/chassis/db/connect.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { findPage } from '../src/tasks/list.repository.ts'
import { serializePage } from '../src/tasks/serialize-page.ts'
import { toTask } from '../src/tasks/task-row.ts'
import type { TaskSerializer } from '../src/tasks/task-serializer.ts'
import { addTaskRows, admin, adminCreate, create, deliver, giveFeedback, move, read, remove, setUp, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

const list = (owner: Owner, headers: Record<string, string> = {}, app = service.app) =>
  app.inject({ url: `/task/tasks/${owner.company._id}`, headers: { ...owner.headers, ...headers } })

const steps = [
  'create',
  'create for',
  'deliver',
  'approve',
  'refer back',
  'give feedback',
  'post',
  'remove',
  'old replica',
  'by hand',
] as const
type Step = { what: (typeof steps)[number]; task: number }

/** Runs a step. The service may reject the request of the step. */
async function play(owner: Owner, { what, task }: Step): Promise<unknown> {
  const { app, db } = service
  if (what === 'create') return create(app, owner, taskFields(owner.company._id))
  if (what === 'create for') return adminCreate(app, taskFields(owner.company._id))
  const tasks: Task[] = (await list(owner)).json()
  const one = tasks[task % Math.max(1, tasks.length)]
  if (!one) return
  if (what === 'deliver') return deliver(app, one._id)
  if (what === 'remove') return remove(app, owner, one._id)
  if (what === 'give feedback') return giveFeedback(app, owner, one._id, { feedback: `Warmer, "please" 🌲 ${task}` })
  if (what === 'post') return move(app, admin, one._id, { currentStatus: 'Posted' })
  if (what === 'old replica')
    return sql`update task set title = title || ${'"\\\u2028'}, version = version + 1, updated_at = now() where id = ${one._id}`.execute(db)
  // Unlike the service, this manual statement does not increment the version.
  if (what === 'by hand') return sql`update task set tagline = ${`By hand ${task}`} where id = ${one._id}`.execute(db)
  return move(app, owner, one._id, { currentStatus: what === 'approve' ? 'Approved' : 'Roll Back' })
}

test('a list always contains the current tasks, and each ETag stands for only one list', { tags: 'nightly' }, async () => {
  const owner = await ownerWithCompany(service.deps)
  const listByEtag = new Map<string, unknown>()
  const played = fc.asyncProperty(
    fc.array(fc.record({ what: fc.constantFrom(...steps), task: fc.nat(3) }), { minLength: 1, maxLength: 8 }),
    async (all) => {
      for (const step of all) {
        await play(owner, step)
        const response = await list(owner)
        const tasks: Task[] = response.json()
        const alone = await Promise.all(tasks.map(async ({ _id }) => (await read(service.app, admin, _id)).json()))
        expect(tasks).toEqual(alone)
        const etag = String(response.headers.etag)
        expect(listByEtag.get(etag) ?? tasks).toEqual(tasks)
        listByEtag.set(etag, tasks)
        expect((await list(owner, { 'if-none-match': etag })).statusCode).toBe(304)
      }
    },
  )
  await fc.assert(played, { numRuns: 25 })
  expect(listByEtag.size).toBeGreaterThan(10)
})

test('every replica responds 304 to the current ETag until a task of the company changes', async () => {
  const owner = await ownerWithCompany(service.deps)
  const stranger = await ownerWithCompany(service.deps)
  const other = await buildApp({ ...service.deps, registry: new Registry() })
  await create(service.app, owner, taskFields(owner.company._id))
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  const again = await list(owner, known, other)
  expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
  const similar = known['if-none-match'].replace(/.$/, 'x')
  const complete = await list(owner, { 'if-none-match': similar }, other)
  expect([complete.statusCode, complete.json().length]).toEqual([200, 1])
  expect((await list(owner, { ...known, ...stranger.headers })).statusCode).toBe(404)
  expect((await list(owner, { ...known, authorization: '' })).statusCode).toBe(401)
  await create(service.app, stranger, taskFields(stranger.company._id))
  expect((await list(owner, known, other)).statusCode).toBe(304)
  await create(service.app, owner, taskFields(owner.company._id))
  expect((await list(owner, known, other)).statusCode).toBe(200)
  await other.close()
})

const STORE_FAILED = 'could not be stored'

const storedTexts = async ({ company }: Owner) => {
  const rows = await service.db
    .selectFrom('task_serialized')
    .innerJoin('task', 'task.id', 'task_serialized.id')
    .select('json')
    .where('company_id', '=', company._id)
    .orderBy('task.task_id', 'desc')
    .execute()
  return rows.map(({ json }) => JSON.parse(json) as Task)
}

test('a list caches the JSON of its tasks, and the next list of every replica uses it', async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { count: 3 })
  const first: Task[] = (await list(owner)).json()
  expect(first).toHaveLength(3)
  expect(await storedTexts(owner)).toEqual(first)

  const other = await buildApp({ ...service.deps, registry: new Registry() })
  await sql`update task_serialized set json = '{"stored":true}' where id = ${first[1]?._id}`.execute(service.db)
  expect((await list(owner, {}, other)).json()).toEqual([first[0], { stored: true }, first[2]])
  await other.close()
})

test('a long list is read in texts of 25 tasks, with and without cached JSON', async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { count: 60 })
  const newestFirst = (await list(owner)).json().map(({ taskId }: Task) => taskId)
  expect(newestFirst).toEqual([...newestFirst].sort((a, b) => b - a))
  expect(newestFirst).toHaveLength(60)

  const serializer: TaskSerializer = { formatHash: 'in parts', serialize: ({ taskId }) => String(taskId) }
  const partsOf = async () => {
    const page = await findPage(
      service.db,
      { companyId: owner.company._id, before: Number.MAX_SAFE_INTEGER, limit: 100 },
      serializer.formatHash,
    )
    return [page.missing.length, (await serializePage(service.deps, serializer, page)).map((part) => JSON.parse(`[${part}]`))]
  }
  const parts = [newestFirst.slice(0, 25), newestFirst.slice(25, 50), newestFirst.slice(50)]
  expect(await partsOf()).toEqual([60, parts])
  expect(await partsOf()).toEqual([0, parts])
  await sql`delete from task_serialized where id in (select id from task where task_id = ${newestFirst[30]})`.execute(service.db)
  expect(await partsOf()).toEqual([1, parts])
})

test('the next list contains a manual change that does not increment the version', async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { title: 'Before', count: 3 })
  const before = await list(owner)
  const [newest, ...others]: Task[] = before.json()
  await sql`update task set title = 'By hand' where id = ${newest?._id}`.execute(service.db)
  const known = { 'if-none-match': String(before.headers.etag) }
  const after = await list(owner, known)
  expect([after.statusCode, after.json()]).toEqual([200, [{ ...newest, title: 'By hand' }, ...others]])
  expect(await storedTexts(owner)).toEqual(after.json())
})

test('replicas of two releases each list tasks with the fields of their own contract', async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { count: 3 })
  const next: TaskSerializer = {
    formatHash: 'next',
    serialize: (row) => JSON.stringify({ ...toTask(row, service.store.publicUrl), added: 'by the next release' }),
  }
  const listOfNext = async () => {
    const page = await findPage(service.db, { companyId: owner.company._id, before: Number.MAX_SAFE_INTEGER, limit: 100 }, next.formatHash)
    return JSON.parse(`[${await serializePage(service.deps, next, page)}]`)
  }
  const tasks: Task[] = (await list(owner)).json()
  const withField = tasks.map((task) => ({ ...task, added: 'by the next release' }))
  expect(await listOfNext()).toEqual(withField)
  expect((await list(owner)).json()).toEqual(tasks)
  await sql`update task set title = 'Changed' where id = ${tasks[0]?._id}`.execute(service.db)
  expect((await listOfNext())[0]).toEqual({ ...withField[0], title: 'Changed' })
  expect((await list(owner)).json()[0]).toEqual({ ...tasks[0], title: 'Changed' })
})

test('an error while caching texts is logged and does not fail the list', async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { count: 2 })
  const administrator = connect({ url: service.adminUrl, schema: 'tasks', max: 1, onIdleError: () => {} })
  await sql`revoke insert on task_serialized from tasks_service`.execute(administrator)
  const response = await list(owner)
  await sql`grant insert on task_serialized to tasks_service`.execute(administrator)
  await administrator.destroy()
  expect([response.statusCode, response.json().length, await storedTexts(owner)]).toEqual([200, 2, []])
  expect(service.lines.filter((line) => line.includes(STORE_FAILED))).toEqual([expect.stringContaining('permission denied')])
})

test('a list does not wait for a locked task, and caches the others', async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { count: 3 })
  await service.db.transaction().execute(async (change) => {
    const { id } = await change
      .selectFrom('task')
      .select('id')
      .where('company_id', '=', owner.company._id)
      .limit(1)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const tasks: Task[] = (await list(owner)).json()
    expect(tasks).toHaveLength(3)
    expect(await storedTexts(owner)).toEqual(tasks.filter(({ _id }) => _id !== id))
  })
})

test('the cached text of a task is deleted with the task', async () => {
  const owner = await ownerWithCompany(service.deps)
  const { _id }: Task = (await create(service.app, owner, taskFields(owner.company._id))).json()
  await list(owner)
  expect(await storedTexts(owner)).toHaveLength(1)
  expect((await remove(service.app, owner, _id)).statusCode).toBe(200)
  const texts = service.db.selectFrom('task_serialized').select('id').where('id', '=', _id)
  expect([(await list(owner)).json(), await texts.execute()]).toEqual([[], []])
})

test('concurrent lists of several replicas are complete and do not deadlock with changes and deletions', { tags: 'nightly' }, async () => {
  const owner = await ownerWithCompany(service.deps)
  await addTaskRows(service.db, owner.company._id, { title: 'Kept', count: 60 })
  const failures = () => service.lines.filter((line) => line.includes(STORE_FAILED)).length
  const before = failures()
  const other = await buildApp({ ...service.deps, registry: new Registry() })
  for (let round = 0; round < 10; round++) {
    await addTaskRows(service.db, owner.company._id, { title: 'Deleted', count: 5 })
    const lists = Array.from({ length: 8 }, (_, n) => list(owner, {}, n % 2 ? other : service.app))
    const changes = [
      sql`update task set tagline = ${`Round ${round}`} where company_id = ${owner.company._id} and task_id % 2 = 0`.execute(service.db),
      sql`delete from task where company_id = ${owner.company._id} and title = 'Deleted'`.execute(service.db),
    ]
    for (const response of await Promise.all(lists)) {
      const kept = response.json().filter(({ title }: Task) => title === 'Kept')
      expect([response.statusCode, kept.length]).toEqual([200, 60])
    }
    await Promise.all(changes)
    const taglines = (await list(owner)).json().map(({ taskId, tagline }: Task) => taskId % 2 === 1 || tagline === `Round ${round}`)
    expect(taglines).toEqual(Array(60).fill(true))
  }
  expect(failures()).toBe(before)
  await other.close()
})

test('a list contains texts with any characters unchanged', { tags: 'nightly' }, async () => {
  const owner = await ownerWithCompany(service.deps)
  const { _id }: Task = (await create(service.app, owner, taskFields(owner.company._id))).json()
  const texts = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0') && text.isWellFormed())
  const listed = fc.asyncProperty(texts, texts, async (title, feedback) => {
    const key = '\u0001public/"task-previews"/1.png'
    const rollbacks = [
      { id: '1', feedback, clientSuggestImage: key, doneTaskImage: null, previewNo: 1, createdAt: '2026-11-22T08:00:00.000Z' },
    ]
    await sql`
      update task set title = ${title}, admin_post_comment = ${title}, reference_image = ${key}, rollbacks = ${JSON.stringify(rollbacks)}::jsonb
      where id = ${_id}`.execute(service.db)
    const alone: Task = (await read(service.app, admin, _id)).json()
    expect([alone.title, alone.rollbackFeedback[0]?.feedback]).toEqual([title, feedback])
    const [first]: Task[] = (await list(owner)).json()
    expect(first).toEqual(alone)
  })
  await fc.assert(listed, { numRuns: 50, examples: [['\u0001public/', '"\\\u0001\u2028']] })
})
