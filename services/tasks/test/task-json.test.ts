import { connect } from '@app/chassis/db/connect.ts'
import { migrateService } from '@app/chassis/db/migrate.ts'
import { ownerWithCompany, profile } from '@app/chassis/testing/companies.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { person } from '@app/chassis/testing/people.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { findTasks } from '../src/tasks/list.repository.ts'
import { admin, adminCreate, create, deliver, giveFeedback, move, read, remove, setUp, taskFields } from './setup.ts'

/** Brings a database so far. */
const migrateTo = (adminUrl: string, last: string) =>
  migrateService({
    adminUrl,
    service: 'tasks',
    migrations: Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)),
    rolePassword: 'only-for-tests',
  })

const jsonOf = async (db: Kysely<Tables>) => (await db.selectFrom('task').select('json').execute()).map(({ json }) => json)

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

const list = (owner: Owner, headers: Record<string, string> = {}, app = service.app) =>
  app.inject({ url: `/task/tasks/${owner.company._id}`, headers: { ...owner.headers, ...headers } })

const acts = [
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
type Act = { what: (typeof acts)[number]; task: number }

/** Does something to one of an owner's tasks, which may be refused. */
async function play(owner: Owner, { what, task }: Act): Promise<unknown> {
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
  // As somebody might who knows nothing of versions.
  if (what === 'by hand') return sql`update task set tagline = ${`By hand ${task}`} where id = ${one._id}`.execute(db)
  return move(app, owner, one._id, { currentStatus: what === 'approve' ? 'Approved' : 'Roll Back' })
}

test('a list holds each task as its row has it, whoever changed that; and a tag stands for one list only', async () => {
  const owner = await ownerWithCompany(service.deps)
  const told = new Map<string, unknown>()
  const played = fc.asyncProperty(
    fc.array(fc.record({ what: fc.constantFrom(...acts), task: fc.nat(3) }), { minLength: 1, maxLength: 8 }),
    async (all) => {
      for (const act of all) {
        await play(owner, act)
        const answer = await list(owner)
        const tasks: Task[] = answer.json()
        const alone = await Promise.all(tasks.map(async ({ _id }) => (await read(service.app, admin, _id)).json()))
        expect(tasks).toEqual(alone)
        const tag = String(answer.headers.etag)
        expect(told.get(tag) ?? tasks).toEqual(tasks)
        told.set(tag, tasks)
        expect((await list(owner, { 'if-none-match': tag })).statusCode).toBe(304)
      }
    },
  )
  await fc.assert(played, { numRuns: 25 })
  expect(told.size).toBeGreaterThan(10)
})

test('who has a list is told so by every replica until a task of the company changes, and nobody else is', async () => {
  const owner = await ownerWithCompany(service.deps)
  const stranger = await ownerWithCompany(service.deps)
  const other = await buildApp({ ...service.deps, registry: new Registry() })
  await create(service.app, owner, taskFields(owner.company._id))
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  const again = await list(owner, known, other)
  expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache'])
  const like = known['if-none-match'].replace(/.$/, 'x')
  const whole = await list(owner, { 'if-none-match': like }, other)
  expect([whole.statusCode, whole.json().length]).toEqual([200, 1])
  expect((await list(owner, { ...known, ...stranger.headers })).statusCode).toBe(404)
  expect((await list(owner, { ...known, authorization: '' })).statusCode).toBe(401)
  await create(service.app, stranger, taskFields(stranger.company._id))
  expect((await list(owner, known, other)).statusCode).toBe(304)
  await create(service.app, owner, taskFields(owner.company._id))
  expect((await list(owner, known, other)).statusCode).toBe(200)
  await other.close()
})

test('a tag from before a restore is not taken for one of the same version after it', async () => {
  const owner = await ownerWithCompany(service.deps)
  await create(service.app, owner, taskFields(owner.company._id))
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  await sql`update company_tally set version = version where company_id = ${owner.company._id}`.execute(service.db)
  expect((await list(owner, known)).statusCode).toBe(200)
})

test('another public address makes another list', async () => {
  const owner = await ownerWithCompany(service.deps)
  const { store } = service.deps
  const moved = await buildApp({
    ...service.deps,
    registry: new Registry(),
    store: { ...store, publicUrl: (key) => `https://elsewhere.example/${key}` },
  })
  const created: Task = (await create(service.app, owner, taskFields(owner.company._id))).json()
  await deliver(service.app, created._id)
  const known = { 'if-none-match': String((await list(owner)).headers.etag) }
  const elsewhere = await list(owner, known, moved)
  expect(elsewhere.json()[0].doneTaskImage).toMatch(/^https:\/\/elsewhere\.example\//)
  await moved.close()
})

test('texts of all kinds are in a list as they are in the task', async () => {
  const owner = await ownerWithCompany(service.deps)
  const { _id }: Task = (await create(service.app, owner, taskFields(owner.company._id))).json()
  const texts = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !text.includes('\0') && text.isWellFormed())
  const listed = fc.asyncProperty(texts, texts, async (title, feedback) => {
    const key = '\u0001public/"task-previews"/1.png'
    const rollbacks = [{ id: '1', feedback, clientSuggestImage: key, doneTaskImage: null, createdAt: '2026-11-22T08:00:00.000Z' }]
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

test('tasks from before they had JSON are listed as they are, and filled in while others go on', async () => {
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0007'))
  const database = await createTestDatabase('tasks', older)
  const db = connect<Tables>({ url: database.url, schema: 'tasks', max: 4, onIdleError: () => {} })
  const { _id: companyId, companyName } = profile()
  await sql`insert into company values (${companyId}, ${person('owner').id}, ${companyName}, '{}', 1)`.execute(db)
  const addTasks = (tasks: number) =>
    sql`
    insert into task (id, company_id, title, tagline, taskpurpose, headline, offerormessage, calltoaction, guidlines, additionalinfo,
      description, platform_x, platform_fb, platform_insta, platform_li, platform_youtube, platform_via_mail, is_recurring, created_by)
    select gen_random_uuid(), ${companyId}, '', '', '', '', '', '', '', '', '', false, false, false, false, false, false, false, 'owner'
    from generate_series(1, ${tasks}::integer)`.execute(db)
  await addTasks(1700)
  const versionOf = () => db.selectFrom('company_tally').select('version').executeTakeFirst()
  const before = await versionOf()

  await migrateTo(database.adminUrl, '0007-task-json')
  expect(new Set(await jsonOf(db))).toEqual(new Set([null]))
  const listed = async () => (await findTasks(db, { companyId, before: Number.MAX_SAFE_INTEGER, limit: 5000, publicAddress: '' })).json
  const unfilled = await listed()
  expect(JSON.parse(`[${unfilled}]`)).toHaveLength(1700)

  // A task that somebody holds is not waited for, and is listed all the same.
  const held = await db.startTransaction().execute()
  await held.selectFrom('task').select('id').where('task_id', '=', 1001).forUpdate().execute()
  await migrateTo(database.adminUrl, '0007-task-json-filled')
  await held.commit().execute()
  expect((await jsonOf(db)).filter((json) => json === null)).toHaveLength(1)
  expect(await listed()).toEqual(unfilled)
  expect(await versionOf()).toEqual(before)
  await db.destroy()
  await database.drop()
})
