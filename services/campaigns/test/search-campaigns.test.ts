import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { type FoundCampaign, searchCampaigns } from '@app/contracts/http/campaign-search.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, createdCampaign, type Service, setUp, specialEvent } from './setup.ts'

let service: Service
let owner: Awaited<ReturnType<typeof ownerWithCompany>>

beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps, { _id: uuidv7(), companyName: 'Palm Bakery' })
  for (const name of ['Pie week', 'Café opening', "Don't miss it", 'Re-open 50% off_all', 'Apple pie day'])
    await createdCampaign(service, owner, { ...specialEvent(), name })
})
afterAll(() => service.stop())

const request = (search: string, headers = admin.headers) =>
  service.app.inject({ url: `${searchCampaigns.url}?search=${encodeURIComponent(search)}`, headers })

async function found(search: string): Promise<FoundCampaign[]> {
  const response = await request(search)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().campaigns
}
const namesFor = async (search: string) => (await found(search)).map(({ name }) => name)

test('campaigns are found by the starts of words in their name, newest first, regardless of accents and case', async () => {
  expect(await namesFor('pie')).toEqual(['Apple pie day', 'Pie week'])
  expect(await namesFor('WE pi')).toEqual(['Pie week'])
  expect(await namesFor('cafe')).toEqual(['Café opening'])
  expect(await namesFor('CAFÉ op')).toEqual(['Café opening'])
  expect(await namesFor("don't")).toEqual(["Don't miss it"])
  expect(await namesFor('re-op')).toEqual(['Re-open 50% off_all'])
  expect(await namesFor('ie')).toEqual([])
  expect(await found('week')).toEqual([{ _id: expect.any(String), name: 'Pie week', companyName: 'Palm Bakery' }])
})

test('at most 8 campaigns are returned', async () => {
  const other = await ownerWithCompany(service.deps, { _id: uuidv7(), companyName: 'Bay Law' })
  const names = Array.from({ length: 10 }, (_, i) => `Spring ${i}`)
  for (const name of names) await createdCampaign(service, other, { ...specialEvent(), name })
  expect(await namesFor('spring')).toEqual(names.toReversed().slice(0, 8))
})

test.each(['%', '_', '\\', "'", ' ', '—', '😀', '&', '!', ':*', '()', "'; drop table campaign --x", 'pie & !week', "a.com/x'y", '<b>'])(
  'a search for %j treats no character as an operator',
  async (search) => {
    // "pie" and "week" are words that the name must have. All other texts have no word in common with a name.
    expect(await namesFor(search)).toEqual(search === 'pie & !week' ? ['Pie week'] : [])
  },
)

test.each(['ﷺ'.repeat(100), 'ж'.repeat(100), '\\'.repeat(100), "a'b ".repeat(25), '𝒜'.repeat(50)])(
  'a search for %j is accepted',
  async (search) => {
    expect((await request(search)).statusCode).toBe(200)
  },
)

test('a text that is missing, empty, or longer than 100 characters: 400', async () => {
  for (const search of ['', 'a'.repeat(101), 'a'.repeat(500)]) expect((await request(search)).statusCode).toBe(400)
})

test('an owner gets 403, also for an own campaign', async () => {
  expect((await request('pie', owner.headers)).statusCode).toBe(403)
})

test('the search uses the index of the words in names', async () => {
  // With few rows, Postgres would scan the table. Without sequential scans, the query plan contains the index if Postgres can use it.
  const { rows } = await service.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql<{ 'QUERY PLAN': string }>`
      explain select id from campaign
      where to_tsvector('simple', regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')) @@ 'pie:*'::tsquery`.execute(trx)
  })
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('campaign_name_words')
})
