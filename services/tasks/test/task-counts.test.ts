import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { type TaskStatus, taskStatuses } from '@app/contracts/rules/task-status.ts'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../src/db/tables.ts'
import { admin, adminCreate, create, deliver, move, remove, setUp, taskFields } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

async function expectCorrectCounts(db: Kysely<Tables>): Promise<void> {
  const stored = await sql`
    select company_id as company, pending as "Pending", roll_back as "Roll Back", approved as "Approved", posted as "Posted",
      open_tasks as open, with_client as "withClient", previews_owed as "previewsOwed", next_posting_date as "nextPosting"
    from task_counts order by 1`.execute(db)
  const companies = await db.selectFrom('company').select('id').orderBy('id').execute()
  const tasks = await db
    .selectFrom('task')
    .select(['company_id', 'status', 'done_task_image', 'rollbacks', 'target_posting_date', 'occurrence_date', 'recurrence_start_date'])
    .execute()
  const counted = companies.map(({ id }) => {
    const own = tasks.filter(({ company_id }) => company_id === id)
    const counts = Object.fromEntries(taskStatuses.map((each) => [each, own.filter(({ status }) => status === each).length])) as Record<
      TaskStatus,
      number
    >
    const isDecided = ({ rollbacks, done_task_image }: (typeof own)[number]) => rollbacks.at(-1)?.doneTaskImage === done_task_image
    const withClient = own.filter((task) => task.status === 'Pending' && task.done_task_image && !isDecided(task)).length
    return {
      company: id,
      ...counts,
      open: counts.Pending + counts['Roll Back'] + counts.Approved,
      withClient,
      previewsOwed: counts.Pending + counts['Roll Back'] - withClient,
      nextPosting:
        own
          .filter(({ status }) => status !== 'Posted')
          .flatMap((task) => task.target_posting_date ?? task.occurrence_date ?? task.recurrence_start_date ?? [])
          .sort()[0] ?? null,
    }
  })
  expect(stored.rows).toEqual(counted)
}

interface Step {
  what: 'create' | 'create for' | 'deliver' | 'approve' | 'refer back' | 'post' | 'remove'
  company: 0 | 1
  task: number
}

const step = fc.record<Step>({
  what: fc.constantFrom('create', 'create for', 'deliver', 'approve', 'refer back', 'post', 'remove'),
  company: fc.constantFrom(0, 1),
  task: fc.nat(3),
})
/** The rounds of a test run are executed one after the other. The steps of one round run concurrently. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

test('the task counts of a company are correct after any sequence of concurrent steps', { tags: 'nightly' }, async () => {
  const owners = [await ownerWithCompany(service.deps), await ownerWithCompany(service.deps)] as const

  async function play({ what, company, task }: Step) {
    const owner = owners[company]
    const companyId = owner.company._id
    const targetPostingDate = `2026-11-2${5 + task}`
    if (what === 'create') return create(service.app, owner, taskFields(companyId, { targetPostingDate }))
    if (what === 'create for') return adminCreate(service.app, taskFields(companyId))
    const tasks = await service.db.selectFrom('task').select('id').where('company_id', '=', companyId).orderBy('id').execute()
    const id = tasks[task % Math.max(1, tasks.length)]?.id ?? crypto.randomUUID()
    if (what === 'deliver') return deliver(service.app, id)
    if (what === 'remove') return remove(service.app, owner, id)
    if (what === 'post') return move(service.app, admin, id, { currentStatus: 'Posted' })
    return move(service.app, owner, id, { currentStatus: what === 'approve' ? 'Approved' : 'Roll Back' })
  }

  const statuses = new Set<number>()
  const played = fc.asyncProperty(rounds, async (all) => {
    for (const round of all) for (const { statusCode } of await Promise.all(round.map(play))) statuses.add(statusCode)
    await expectCorrectCounts(service.db)
  })
  await fc.assert(played, { numRuns: 20 })
  // Each step succeeded or was rejected. No step failed with a server error, for example because of a deadlock.
  expect([...statuses].sort()).toEqual([200, 201, 404, 409, 422])
})

test('only changes of a task replace the list tag of its company', async () => {
  const { company, ...owner } = await ownerWithCompany(service.deps)
  const tags = new Set<string | undefined>()
  /** Whether the company's list tag has changed since the previous call. */
  const isNew = async () => {
    const row = await service.db.selectFrom('task_counts').select('list_tag').where('company_id', '=', company._id).executeTakeFirst()
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
