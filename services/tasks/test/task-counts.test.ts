import { connect } from '@app/chassis/db/connect.ts'
import { migrateService } from '@app/chassis/db/migrate.ts'
import { ownerWithCompany, profile } from '@app/chassis/testing/companies.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { person } from '@app/chassis/testing/people.ts'
import { type TaskStatus, taskStatuses } from '@app/contracts/rules/task-status.ts'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../src/db/migrations/index.ts'
import type { Tables } from '../src/db/tables.ts'
import { addTaskRows, admin, adminCreate, create, deliver, move, remove, setUp, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

/** What triggers have kept of each company is what there is. */
async function expectRight(db: Kysely<Tables>): Promise<void> {
  const kept = await sql`
    select company_id as company, pending as "Pending", roll_back as "Roll Back", approved as "Approved", posted as "Posted", open_tasks as open
    from company_tally order by 1`.execute(db)
  const companies = await db.selectFrom('company').select('id').orderBy('id').execute()
  const tasks = await db.selectFrom('task').select(['company_id', 'status']).execute()
  const counted = companies.map(({ id }) => {
    const of = (status: TaskStatus) => tasks.filter((task) => task.company_id === id && task.status === status).length
    const counts = Object.fromEntries(taskStatuses.map((status) => [status, of(status)])) as Record<TaskStatus, number>
    return { company: id, ...counts, open: counts.Pending + counts['Roll Back'] + counts.Approved }
  })
  expect(kept.rows).toEqual(counted)
}

interface Step {
  what: 'create' | 'create for' | 'deliver' | 'approve' | 'refer back' | 'post' | 'remove'
  company: 0 | 1
  /** Which of the company's. */
  task: number
}

const step = fc.record<Step>({
  what: fc.constantFrom('create', 'create for', 'deliver', 'approve', 'refer back', 'post', 'remove'),
  company: fc.constantFrom(0, 1),
  task: fc.nat(3),
})
/** Each is a few things that are done at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('the task counts of a company are right after any steps, several of them at once', async () => {
  const owners = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)] as const

  async function play({ what, company, task }: Step) {
    const owner = owners[company]
    const companyId = owner.company._id
    if (what === 'create') return create(service.app, owner, taskFields(companyId))
    if (what === 'create for') return adminCreate(service.app, taskFields(companyId))
    const tasks = await service.db.selectFrom('task').select('id').where('company_id', '=', companyId).orderBy('id').execute()
    const id = tasks[task % Math.max(1, tasks.length)]?.id ?? crypto.randomUUID()
    if (what === 'deliver') return deliver(service.app, id)
    if (what === 'remove') return remove(service.app, owner, id)
    if (what === 'post') return move(service.app, admin, id, { currentStatus: 'Posted' })
    return move(service.app, owner, id, { currentStatus: what === 'approve' ? 'Approved' : 'Roll Back' })
  }

  const answers = new Set<number>()
  const played = fc.asyncProperty(rounds, async (all) => {
    for (const atOnce of all) for (const { statusCode } of await Promise.all(atOnce.map(play))) answers.add(statusCode)
    await expectRight(service.db)
  })
  await fc.assert(played, { numRuns: 20 })
  // Refused as well as done, and nobody was in anybody's way.
  expect([...answers].sort()).toEqual([200, 201, 404, 409, 422])
})

test('every change of a task replaces the tag of its company’s list, and nothing else does', async () => {
  const { company, ...owner } = await ownerWithCompany(service.deps)
  const tags = new Set<string | undefined>()
  /** Whether the tag is another one since the call before. */
  const isNew = async () => {
    const row = await service.db.selectFrom('company_tally').select('list_tag').where('company_id', '=', company._id).executeTakeFirst()
    const isKnown = tags.has(row?.list_tag)
    tags.add(row?.list_tag)
    return !isKnown
  }
  expect(await isNew()).toBe(true)
  const { _id } = (await create(service.app, owner, taskFields(company._id))).json()
  expect(await isNew()).toBe(true)
  await deliver(service.app, _id)
  expect(await isNew()).toBe(true)
  await deliver(service.app, _id)
  expect(await isNew()).toBe(true)
  expect((await move(service.app, admin, _id, { currentStatus: 'Posted' })).statusCode).toBe(409)
  expect(await isNew()).toBe(false)
  await remove(service.app, owner, _id)
  expect(await isNew()).toBe(true)
})

test('the migrations count the tasks that exist already while others change', async () => {
  const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0005'))
  const database = await createTestDatabase('tasks', older)
  const db = connect<Tables>({ url: database.url, schema: 'tasks', max: 4, onIdleError: () => {} })
  const addCompany = async (tasks: number) => {
    const { _id, companyName } = profile()
    await sql`insert into company values (${_id}, ${person('owner').id}, ${companyName}, '{}', 1)`.execute(db)
    await addTasks(_id, tasks)
    return _id
  }
  /** Of each status in turn. */
  const addTasks = async (companyId: string, tasks: number) => {
    for (let n = 0; n < tasks; n++) await addTaskRows(db, companyId, { status: taskStatuses[n % taskStatuses.length] })
  }
  for (let n = 0; n < 250; n++) await addCompany(n % 5)
  const last = await addCompany(7)

  // A replica of the release before, which adds, moves and removes meanwhile.
  let isDone = false
  const goOn = async () => {
    while (!isDone) {
      await addTasks(await addCompany(2), 1)
      await addTasks(last, 1)
      await sql`update task set status = 'Posted' where id in (select id from task where status <> 'Posted' order by random() limit 1)`.execute(
        db,
      )
      await sql`delete from task where id in (select id from task where status = 'Pending' order by random() limit 1)`.execute(db)
    }
  }
  const going = goOn()
  await migrateService({ adminUrl: database.adminUrl, service: 'tasks', migrations, rolePassword: 'only-for-tests' })
  isDone = true
  await going
  await expectRight(db)
  await db.destroy()
  await database.drop()
})
