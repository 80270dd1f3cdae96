import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import { png } from '@app/chassis/testing/pictures.ts'
import type { Quota } from '@app/contracts/rules/quotas.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addTaskRows, admin, adminCreate, create, deliver, giveFeedback, read, remove, setUp, taskFields } from './setup.ts'

const MEGABYTE = 1024 * 1024

let service: Awaited<ReturnType<typeof setUp>>
let owner: Awaited<ReturnType<typeof ownerWithCompany>>
const boss = operator()
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())
beforeEach(async () => {
  owner = await ownerWithCompany(service.deps)
  await service.db.insertInto('owner_address').values({ owner_id: owner.id, email: 'owner@client.example', version: 1 }).execute()
})

const confirm = () => service.db.updateTable('owner_address').set({ is_confirmed: true }).where('owner_id', '=', owner.id).execute()

const recurring = {
  isRecurring: 'true',
  recurrenceType: 'weekly',
  recurrenceStartDate: '2026-11-22',
  recurrenceEndDate: '2026-12-22',
}
let month = 0
/** Each task has another month, because of the monthly limit. */
function assign(fields = {}, files = {}) {
  month = (month + 1) % 24
  const ofMonth = `${2027 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  const dates = { submissionForReview: `${ofMonth}-10`, targetPostingDate: `${ofMonth}-15` }
  return create(service.app, owner, taskFields(owner.company._id, { ...dates, ...fields }), files)
}

const quotaOf = async (caller = person('admin')): Promise<Quota> =>
  (await service.app.inject({ url: `/task/quota/${owner.company._id}`, headers: caller.headers })).json()

const setPlan = (body: Pick<Quota, 'plan' | 'ownLimits'>, caller: { headers: Record<string, string> } = boss) =>
  service.app.inject({ method: 'PUT', url: `/admin/companies/${owner.company._id}/plan`, payload: body, headers: caller.headers })

const noOwnLimits = { openTasks: null, series: null, fileMegabytes: null }
const countByStatus = (replies: readonly { statusCode: number }[]) =>
  Object.fromEntries([...Map.groupBy(replies, ({ statusCode }) => statusCode)].map(([status, all]) => [status, all.length]))

test('concurrent requests of an unconfirmed owner create ten open tasks; after the confirmation, there is room for more', {
  tags: 'nightly',
}, async () => {
  const replies = await Promise.all(Array.from({ length: 14 }, () => assign()))
  expect(countByStatus(replies)).toEqual({ 201: 10, 422: 4 })
  expect(replies.find(({ statusCode }) => statusCode === 422)?.json()).toMatchObject({
    code: 'quota',
    message: 'The limit is 10 open tasks. Confirm your email address to assign more.',
  })
  expect((await quotaOf(owner)).usage).toEqual({ openTasks: 10, series: 0, fileBytes: 0, photoBytes: 0 })
  expect((await adminCreate(service.app, taskFields(owner.company._id))).statusCode).toBe(201)
  await confirm()
  expect((await assign()).statusCode).toBe(201)
})

test('recurring tasks have their own limit', async () => {
  const replies = await Promise.all(Array.from({ length: 7 }, () => assign(recurring)))
  expect(countByStatus(replies)).toEqual({ 201: 5, 422: 2 })
})

test('pictures of tasks and of feedback count, and the removal of a task makes room', async () => {
  const [first, second] = [await assign({}, { referenceImage: png() }), await assign()]
  const { referenceImage } = first.json()
  // The size of the stored picture counts. It differs from the sent one, because it is written again without metadata.
  const size = (await service.store.sizeOf(service.store.keyOf(referenceImage) ?? '')) ?? 0
  expect(size).toBeGreaterThan(0)
  expect((await quotaOf()).usage.fileBytes).toBe(size)
  await deliver(service.app, second.json()._id)
  await giveFeedback(service.app, owner, second.json()._id, { feedback: 'Like this' }, { clientSuggestImage: png() })
  expect((await quotaOf()).usage.fileBytes).toBe(2 * size)

  const rest = 50 * MEGABYTE - 2 * size
  await service.db.insertInto('owner_file').values({ key: 'earlier', company_id: owner.company._id, bytes: rest }).execute()
  const refused = await assign({}, { referenceImage: png() })
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: 'referenceImage' }] })
  expect(refused.json().message).toBe('The limit is 50 MB of pictures. Confirm your email address to attach more.')
  const feedback = { feedback: 'And this' }
  expect((await giveFeedback(service.app, owner, second.json()._id, feedback, { clientSuggestImage: png() })).statusCode).toBe(422)
  expect((await read(service.app, owner, second.json()._id)).json().rollbackFeedback).toHaveLength(1)
  await remove(service.app, owner, first.json()._id)
  expect((await assign({}, { referenceImage: png() })).statusCode).toBe(201)
})

test('an operator sets the plan and own limits of a company, and the audit trail names them', async () => {
  const setting = { plan: 'short-run', ownLimits: { ...noOwnLimits, openTasks: 150 } } as const
  expect((await setPlan(setting, admin)).statusCode).toBe(403)
  expect((await setPlan(setting, owner)).statusCode).toBe(403)
  expect((await setPlan(setting)).json()).toMatchObject({ ...setting, isConfirmed: false })
  const trail = await service.app.inject({ url: '/admin/operations/tasks/acts?limit=1', headers: boss.headers })
  const reason = 'Short run ($99), 150 open tasks'
  expect(trail.json()).toMatchObject([{ actor: boss.id, act: 'set-plan', subject: owner.company._id, reason }])

  await addTaskRows(service.db, owner.company._id, { count: 150 })
  const refused = await assign()
  expect(refused.json().message).toBe('The limit is 150 open tasks. Contact us to assign more.')
  expect((await setPlan({ plan: 'short-run', ownLimits: noOwnLimits })).statusCode).toBe(200)
  expect((await assign()).statusCode).toBe(201)
})

test('an owner cannot read the quota of another company', async () => {
  const other = await ownerWithCompany(service.deps)
  const reply = await service.app.inject({ url: `/task/quota/${owner.company._id}`, headers: other.headers })
  expect(reply.statusCode).toBe(404)
})
