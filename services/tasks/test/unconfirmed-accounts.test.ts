import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { BoardTask, CompanyLine } from '@app/contracts/http/board.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTaskRows, admin, setUp } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>
let confirmed: Awaited<ReturnType<typeof ownerWithCompany>>
let unconfirmed: typeof confirmed
beforeAll(async () => {
  service = await setUp()
  confirmed = await ownerWithCompany(service.deps, { companyName: 'Palm Bakery' })
  unconfirmed = await ownerWithCompany(service.deps, { companyName: 'Fresh Shop' })
  const addresses = [confirmed, unconfirmed].map(({ id }) => ({ owner_id: id, email: `${id}@shop.example`, version: 1 }))
  await service.db
    .insertInto('owner_address')
    .values(addresses.map((address) => ({ ...address, is_confirmed: address.owner_id === confirmed.id })))
    .execute()
  await addTaskRows(service.db, confirmed.company._id, { title: 'Bread', target: '2026-12-01', count: 2 })
  await addTaskRows(service.db, unconfirmed.company._id, { title: 'Opening', target: '2026-11-30', count: 3 })
  await addTaskRows(service.db, unconfirmed.company._id, { title: 'Opening', status: 'Posted' })
})
afterAll(() => service.stop())

const get = (url: string) => service.app.inject({ url: `/admin/board${url}`, headers: admin.headers })

/** Returns the titles of all pages of two tasks. */
async function titles(query: string): Promise<string[]> {
  const found: string[] = []
  for (let next: string | undefined = `/tasks?limit=2&${query}`; next; ) {
    const page: Awaited<ReturnType<typeof get>> = await get(next)
    found.push(...page.json().map(({ title }: BoardTask) => title))
    next = /^<\/admin\/board(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
  }
  return found
}

test.each([
  ['', 4, 2],
  ['status=Pending&sort=due&', 3, 2],
  ['turn=admin&sort=due&', 3, 2],
  ['sort=newest&search=opening&', 4, 0],
])('the list of tasks with %j can show unconfirmed accounts apart', async (query, apart, others) => {
  expect(await titles(`${query}unconfirmed=true`)).toEqual(Array(apart).fill('Opening'))
  expect(await titles(`${query}unconfirmed=false`)).toEqual(Array(others).fill('Bread'))
  expect((await titles(query)).sort()).toEqual([...Array(others).fill('Bread'), ...Array(apart).fill('Opening')])
})

test('companies can be listed apart, and the counts name the part of unconfirmed accounts', async () => {
  const names = async (query: string) => (await get(`/companies?${query}`)).json().map(({ companyName }: CompanyLine) => companyName)
  expect(await names('unconfirmed=true')).toEqual(['Fresh Shop'])
  expect(await names('unconfirmed=false&sort=name')).toEqual(['Palm Bakery'])
  expect(await names('search=fresh')).toEqual(['Fresh Shop'])
  expect((await get('/counts')).json()).toMatchObject({
    tasks: { Pending: 5, Posted: 1 },
    turns: { admin: 5, owner: 0 },
    unconfirmed: { tasks: { Pending: 3, Posted: 1 }, turns: { admin: 3, owner: 0 }, companies: 1, companiesWithTasks: 1 },
  })
  expect((await get(`/companies/${unconfirmed.company._id}`)).json().line.isUnconfirmed).toBe(true)
  const [task] = (await get('/tasks?unconfirmed=true&limit=1')).json()
  expect((await get(`/tasks/${task.taskId}`)).json().isUnconfirmed).toBe(true)
})
