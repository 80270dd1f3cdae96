import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { envelope } from '@app/chassis/testing/envelope.ts'
import { person } from '@app/chassis/testing/people.ts'
import { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import type { BoardTask, CompanyLine } from '@app/contracts/http/board.ts'
import type { Monday } from '@app/contracts/http/monday.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { addTaskRows, setUp } from './setup.ts'

type Reply = { days: { count: number; tasks: BoardTask[] }[] }
type Owner = Awaited<ReturnType<typeof ownerWithCompany>>

let service: Awaited<ReturnType<typeof setUp>>
const [dana, evan] = [person('admin'), person('admin')]
let [own, others, nobodys]: Owner[] = []

beforeAll(async () => {
  service = await setUp()
  const names = ['Own Bakery', 'Others Bakery', 'Nobodys Bakery']
  ;[own, others, nobodys] = await Promise.all(
    names.map((companyName) => ownerWithCompany(service.deps, { _id: uuidv7(), companyName, phone: '803-555-0142' })),
  )
  await setManager(own, dana.id, 1)
  await setManager(others, evan.id, 1)
  for (const owner of [own, others, nobodys]) {
    const title = `Bread of ${owner?.company.companyName}`
    for (const status of ['Pending', 'Approved', 'Posted'] as const) await addTaskRows(service.db, idOf(owner), { title, status })
    await addTaskRows(service.db, idOf(owner), { title, picture: 'public/a.png', target: '2026-11-20' })
    await addTaskRows(service.db, idOf(owner), { title, status: 'Approved', target: '2026-11-01' })
  }
})
afterAll(() => service.stop())

const idOf = (owner: Owner | undefined): string => owner?.company._id ?? ''

/** Handles the event that a company got another account manager. */
async function setManager(owner: Owner | undefined, managerId: string | null, version: number): Promise<void> {
  const data = { companyProfileId: idOf(owner), ownerId: owner?.id ?? '', managerId, change: 'changed' as const }
  const subscription = subscriptions(service.deps).find(({ event }) => event.type === CompanyManagerChanged.type)
  await service.db.transaction().execute(async (trx) => subscription?.handle(trx, envelope(CompanyManagerChanged, data, version) as never))
}

const get = async <T>(url: string, as = dana): Promise<T> => {
  const reply = await service.app.inject({ url, headers: as.headers })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const companiesIn = (tasks: readonly BoardTask[]) => [...new Set(tasks.map(({ companyName }) => companyName))]

test.each([
  '/admin/board/tasks?',
  '/admin/board/tasks?status=Approved&sort=target&',
  '/admin/board/tasks?status=Posted&sort=newest&',
  '/admin/board/tasks?turn=admin&sort=due&',
  '/admin/board/tasks?open=true&sort=board&search=bread&',
  '/admin/board/tasks?search=bakery&unconfirmed=false&',
  '/admin/board/waiting?',
  '/admin/board/waiting?reach=no-email&',
  '/admin/board/waiting?search=bread&',
  '/admin/board/calendar/2026-11-20?',
])('%s lists the tasks of the own companies', async (url) => {
  expect(companiesIn(await get(`${url}manager=me`))).toEqual(['Own Bakery'])
  expect(companiesIn(await get(`${url}manager=me`, evan))).toEqual(['Others Bakery'])
  expect(companiesIn(await get(url)).sort()).toEqual(['Nobodys Bakery', 'Others Bakery', 'Own Bakery'])
  expect(await get(`${url}manager=me`, person('admin'))).toEqual([])
})

test('pages of the own tasks follow each other', async () => {
  const url = '/admin/board/tasks?manager=me&sort=board&limit=2'
  const titles: number[] = []
  for (let next: string | undefined = url; next; ) {
    const reply: Awaited<ReturnType<typeof service.app.inject>> = await service.app.inject({ url: next, headers: dana.headers })
    titles.push(...reply.json<BoardTask[]>().map(({ taskId }) => taskId))
    next = /^<(.*)>; rel="next"$/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  const all = await get<BoardTask[]>('/admin/board/tasks?manager=me&sort=board')
  expect(titles).toEqual(all.map(({ taskId }) => taskId))
  expect(titles).toHaveLength(5)
})

test('a number finds a task of the own companies only', async () => {
  const [task] = await get<BoardTask[]>('/admin/board/tasks?manager=me')
  const url = `/admin/board/tasks?manager=me&search=${task?.taskId}`
  expect([(await get<BoardTask[]>(url)).length, (await get<BoardTask[]>(url, evan)).length]).toEqual([1, 0])
})

test('the lists of companies, the counts and the palette have the filter', async () => {
  const lines = await get<CompanyLine[]>('/admin/board/companies?manager=me')
  expect(lines.map(({ companyName, managerId }) => [companyName, managerId])).toEqual([['Own Bakery', dana.id]])
  const all = await get<CompanyLine[]>('/admin/board/companies?sort=name')
  expect(all.map(({ managerId }) => managerId)).toEqual([null, evan.id, dana.id])
  expect(await get('/admin/all-companies?manager=me')).toMatchObject([{ company: { companyName: 'Own Bakery' } }])
  const counts = { tasks: { Pending: 2, 'Roll Back': 0, Approved: 2, Posted: 1 }, turns: { admin: 1, owner: 1 }, launch: 1 }
  expect(await get('/admin/board/counts?manager=me')).toMatchObject(counts)
  for (const search of ['bakery', '8035550142', 'bread']) {
    const found = await get<{ companies: CompanyLine[]; tasks: BoardTask[] }>(`/admin/board/search?search=${search}&manager=me`)
    for (const { companyName } of [...found.companies, ...found.tasks]) expect(companyName).toBe('Own Bakery')
    expect([...found.companies, ...found.tasks].length).toBeGreaterThan(0)
  }
})

test('the first screen has the filter', async () => {
  const { owed, launch, calls } = await get<Monday>('/admin/board/monday?manager=me')
  const all = await get<Monday>('/admin/board/monday')
  for (const [mine, every] of [
    [launch, all.launch],
    [owed.late, all.owed.late],
    [calls.unopened, all.calls.unopened],
  ] as const) {
    expect(companiesIn(mine.tasks)).toEqual(mine.count > 0 ? ['Own Bakery'] : [])
    expect(every.count).toBe(3 * mine.count)
  }
  expect(launch.count).toBe(1)
})

test('the calendar counts the tasks of the own companies', async () => {
  const of = async (query: string) => {
    const { days } = await get<Reply>(`/admin/board/calendar?from=2026-11-20&to=2026-11-20${query}`)
    return days.map(({ count, tasks }) => [count, companiesIn(tasks)])
  }
  expect(await of('&manager=me')).toEqual([[1, ['Own Bakery']]])
  expect(await of(`&manager=me&companyProfileId=${idOf(others)}`)).toEqual([])
  expect((await of(''))[0]?.[0]).toBe(3)
})

test('the newest event decides, in any order', async () => {
  await setManager(nobodys, dana.id, 3)
  await setManager(nobodys, evan.id, 2)
  expect(companiesIn(await get('/admin/board/tasks?manager=me')).sort()).toEqual(['Nobodys Bakery', 'Own Bakery'])
  await setManager(nobodys, null, 4)
  expect(companiesIn(await get('/admin/board/tasks?manager=me'))).toEqual(['Own Bakery'])
})

test('other values than "me" are rejected', async () => {
  const reply = await service.app.inject({ url: `/admin/board/tasks?manager=${dana.id}`, headers: dana.headers })
  expect(reply.statusCode).toBe(400)
})
