import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import type { CompanyLine, CompanySort } from '@app/contracts/http/board.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveSignIn } from '../src/companies/save-sign-in.ts'
import { addTaskRows, admin, setUp, taskIn } from './setup.ts'

let service: Awaited<ReturnType<typeof setUp>>

const get = async (query: string) => service.app.inject({ url: `/admin/board/companies?${query}`, headers: admin.headers })

async function everyPage(query: string, limit: number): Promise<CompanyLine[]> {
  const lines: CompanyLine[] = []
  let next: string | undefined = `${query}&limit=${limit}`
  while (next) {
    const page: Awaited<ReturnType<typeof get>> = await get(next)
    expect(page.statusCode).toBe(200)
    lines.push(...page.json())
    next = /^<\/admin\/board\/companies\?(.*)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
  }
  return lines
}

beforeAll(async () => {
  service = await setUp()
  const owners = []
  for (const companyName of ['Palm Bakery', "Zoe's Yoga", 'Bay Law', 'Ambar', 'Nobody Yet'])
    owners.push(await ownerWithCompany(service.deps, { _id: uuidv7(), companyName, createdAt: '2026-03-01T12:00:00.000Z' }))
  const [bakery, yoga, law, ambar] = owners
  if (!bakery || !yoga || !law || !ambar) throw new Error('A company is missing')
  for (const stage of ['Pending', 'Previewed', 'Roll Back', 'Approved', 'Posted'] as const) await taskIn(service.app, bakery, stage)
  await taskIn(service.app, yoga, 'Previewed')
  await taskIn(service.app, yoga, 'Previewed')
  await addTaskRows(service.db, law.company._id, { title: 'Late', status: 'Approved', target: '2031-01-01', count: 3 })
  await addTaskRows(service.db, ambar.company._id, { title: 'Overdue', status: 'Pending', target: '2026-11-19' })
  await service.db.transaction().execute(async (trx) => {
    await saveSignIn(trx, yoga.id, '2026-11-21T16:59:59.999Z')
    await saveSignIn(trx, law.id, '2026-11-20T08:00:00.000Z')
  })
})
afterAll(() => service.stop())

test('a line contains what is open, the next posting date, the last sign-in and the creation of the company', async () => {
  const facts = (await everyPage('sort=oldest', 50)).map(
    ({ companyName, previewsOwed, withClient, counts, nextPostingDate, lastSignedInAt }) => [
      companyName,
      previewsOwed,
      withClient,
      counts.Approved,
      nextPostingDate,
      lastSignedInAt,
    ],
  )
  expect(facts).toEqual([
    ['Palm Bakery', 2, 1, 1, '2026-11-23', null],
    ["Zoe's Yoga", 0, 2, 0, '2026-11-23', '2026-11-21T16:59:00Z'],
    ['Bay Law', 0, 0, 3, '2031-01-01', '2026-11-20T08:00:00Z'],
    ['Ambar', 1, 0, 0, '2026-11-19', null],
    ['Nobody Yet', 0, 0, 0, null, null],
  ])
  const [first] = await everyPage('sort=oldest', 50)
  expect(first?.createdAt).toBe('2026-03-01T12:00:00.000Z')
})

const orders: Partial<Record<CompanySort, string[]>> = {
  name: ['Ambar', 'Bay Law', 'Nobody Yet', 'Palm Bakery', "Zoe's Yoga"],
  open: ['Palm Bakery', 'Bay Law', "Zoe's Yoga", 'Ambar', 'Nobody Yet'],
  owed: ['Palm Bakery', 'Ambar', 'Nobody Yet', 'Bay Law', "Zoe's Yoga"],
  'with-client': ["Zoe's Yoga", 'Palm Bakery', 'Nobody Yet', 'Ambar', 'Bay Law'],
  'to-launch': ['Bay Law', 'Palm Bakery', 'Nobody Yet', 'Ambar', "Zoe's Yoga"],
  'next-posting': ['Ambar', 'Palm Bakery', "Zoe's Yoga", 'Bay Law', 'Nobody Yet'],
  'signed-in': ["Zoe's Yoga", 'Bay Law', 'Nobody Yet', 'Ambar', 'Palm Bakery'],
}

test.each(Object.entries(orders))('companies are sorted by %s in both directions, over all pages', async (sort, names) => {
  for (const limit of [1, 2, 50]) {
    const namesOf = async (query: string) => (await everyPage(query, limit)).map(({ companyName }) => companyName)
    expect(await namesOf(`sort=${sort}`)).toEqual(names)
    expect(await namesOf(`sort=${sort}&reverse=true`)).toEqual(names.toReversed())
  }
})

test.each(Object.keys(orders))('the order %s accepts each cursor with a 4-byte integer, and rejects others', async (sort) => {
  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify([uuidv7(), value])).toString('base64url')
  for (const value of [-(2 ** 31), 2 ** 31 - 1]) expect((await get(`sort=${sort}&cursor=${cursorOf(value)}`)).statusCode).toBe(200)
  for (const value of [2 ** 31, 'x']) expect((await get(`sort=${sort}&cursor=${cursorOf(value)}`)).statusCode).toBe(400)
})

test.each(['sort=posted', 'reverse=maybe'])('%s: 400', async (query) => {
  expect((await get(query)).statusCode).toBe(400)
})
