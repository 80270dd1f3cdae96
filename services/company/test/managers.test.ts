import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { person } from '@app/chassis/testing/people.ts'
import { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CompanyService, createCompany, reportAdmin } from './setup.ts'

let company: CompanyService
let owner: ReturnType<typeof person>
/** The id of the owner's company. */
let id: string
const [dana, evan] = [person('admin'), person('admin')]

beforeAll(async () => {
  company = await createCompany()
  await reportAdmin(company, { userId: dana.id, username: 'Dana Reyes' })
  await reportAdmin(company, { userId: evan.id })
})
afterAll(() => company.close())
beforeEach(async () => {
  owner = person('owner')
  id = (await company.create(owner))._id ?? ''
})

const setManager = (adminId: string | null, body: object = {}, companyId = id) =>
  company.app.inject({ method: 'PUT', url: `/admin/company/${companyId}/manager`, payload: { adminId, ...body }, headers: dana.headers })
const handOver = (companyIds: readonly string[], adminId: string | null) =>
  company.app.inject({ method: 'POST', url: '/admin/companies/manager', payload: { companyIds, adminId }, headers: dana.headers })
const profile = async (of = owner) => (await company.app.inject({ url: '/company/get-company-profile', headers: of.headers })).json()
const eventsOf = async (companyId = id) =>
  (await outboxOf(company.db as never, CompanyManagerChanged))
    .filter(({ subject }) => subject === companyId)
    .map(({ aggregateversion, data }) => [aggregateversion, data.managerId])

it('an admin becomes the account manager, and the owner sees the name', async () => {
  const { accountManager, version } = await profile()
  expect(accountManager).toBeNull()
  expect((await setManager(dana.id)).json()).toEqual({ accountManager: { id: dana.id, name: 'Dana Reyes' } })
  expect(await profile()).toMatchObject({ accountManager: { id: dana.id, name: 'Dana Reyes' }, version })
  expect((await company.save(owner, { city: 'Columbia' })).json().companyProfile.accountManager).toMatchObject({ id: dana.id })
  await setManager(dana.id)
  expect((await setManager(evan.id)).json()).toEqual({ accountManager: { id: evan.id, name: 'Palmetto Works' } })
  expect((await setManager(null)).json()).toEqual({ accountManager: null })
  expect(await eventsOf()).toEqual([
    [1, dana.id],
    [2, evan.id],
    [3, null],
  ])
})

it('must be an admin whom identity has reported, of a company that exists', async () => {
  for (const adminId of [owner.id, crypto.randomUUID()])
    expect((await setManager(adminId)).json()).toMatchObject({ status: 422, errors: [{ field: 'adminId' }] })
  expect((await setManager(dana.id, {}, crypto.randomUUID())).statusCode).toBe(404)
  await reportAdmin(company, { userId: owner.id, role: 'owner' })
  expect((await setManager(owner.id)).statusCode).toBe(422)
})

it('of two admins who choose at once, the second one sees the choice of the first', async () => {
  const replies = await Promise.all([setManager(dana.id, { currentAdminId: null }), setManager(evan.id, { currentAdminId: null })])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { accountManager } = await profile()
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'manager-changed', accountManager })
})

it('several companies are handed over at once, with a result for each', async () => {
  const other = (await company.create(person('owner')))._id ?? ''
  await setManager(dana.id)
  const unknown = crypto.randomUUID()
  expect((await handOver([other, unknown, id], dana.id)).json()).toEqual({
    results: [
      { companyId: other, outcome: 'changed' },
      { companyId: unknown, outcome: 'not-found' },
      { companyId: id, outcome: 'unchanged' },
    ],
  })
  expect([await eventsOf(other), await eventsOf()]).toEqual([[[1, dana.id]], [[1, dana.id]]])
  expect((await handOver([id, other], null)).json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'changed',
    'changed',
  ])
  expect((await handOver([id], owner.id)).statusCode).toBe(422)
  expect((await handOver(Array(101).fill(id), dana.id)).statusCode).toBe(400)
})

it('a removed admin is no account manager any more, also if older events arrive later', async () => {
  const gone = crypto.randomUUID()
  await reportAdmin(company, { userId: gone, username: 'Gil' }, 1)
  await setManager(gone)
  await reportAdmin(company, { userId: gone, username: 'Gil', change: 'admin-removed' }, 3)
  await reportAdmin(company, { userId: gone, username: 'Gilbert', change: 'admin-renamed' }, 2)
  expect(await profile()).toMatchObject({ accountManager: null })
  expect(await eventsOf()).toEqual([
    [1, gone],
    [2, null],
  ])
  expect((await setManager(gone)).statusCode).toBe(422)
})

it('a new name is shown at once', async () => {
  const admin = crypto.randomUUID()
  await reportAdmin(company, { userId: admin, username: 'Ira' }, 1)
  await setManager(admin)
  await reportAdmin(company, { userId: admin, username: 'Ira Cohen', change: 'admin-renamed' }, 2)
  expect(await profile()).toMatchObject({ accountManager: { name: 'Ira Cohen' } })
})
