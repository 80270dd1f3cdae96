import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { operator, person } from '@app/chassis/testing/people.ts'
import type { FoundMail } from '@app/contracts/http/mail-search.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingOf } from './sendings.ts'
import { type Owner, type Service, setUp } from './setup.ts'

const OTHERS = 5_000
const ZOE = 'zoe@example.com'
let service: Service
let owner: Owner
let refused: string

beforeAll(async () => {
  service = await setUp()
  owner = await ownerWithCompany(service.deps)
  refused = (await sendingOf(service, owner, { emails: [ZOE], deliveries: 'failed', dispatch: 'done' })).dispatchId
  await sql`update delivery set code = 'address-refused 550 5.1.1', attempts = 3 where dispatch_id = ${refused}`.execute(service.db)
  await sendingOf(service, await ownerWithCompany(service.deps), { emails: [ZOE], deliveries: 'sending' })
  const others = Array.from({ length: OTHERS }, (_, n) => `${n}@example.com`)
  await sendingOf(service, owner, { emails: [...others, ZOE] })
})
afterAll(() => service.stop())

interface Found {
  mails: FoundMail[]
  keptDays: number
}
const search = (query: string, { headers }: { headers: Record<string, string> } = operator()) =>
  service.app.inject({ url: `/admin/operations/campaigns/mails?${query}`, headers })

test('emails of all companies to an address are found with their outcomes, newest dispatch first', async () => {
  const { mails, keptDays } = (await search('address=Zoe@Example.com%20')).json<Found>()
  expect(keptDays).toBe(730)
  expect(mails.map(({ state }) => state)).toEqual(['sent', 'queued', 'failed'])
  expect(mails.at(-1)).toMatchObject({
    what: 'Winter · Initial',
    company: expect.stringMatching(/./),
    subject: 'Winter bread',
    answer: 'address-refused 550 5.1.1',
    attempts: 3,
    maybeTwice: false,
    bouncedAt: null,
  })
  expect((await search('address=nobody@example.com')).json<Found>().mails).toEqual([])
})

test('results come in pages', async () => {
  const states: string[] = []
  for (let query: string | undefined = `address=${ZOE}&limit=1`; query; ) {
    const answer = await search(query)
    states.push(...answer.json<Found>().mails.map(({ state }) => state))
    query = /\?([^>]*)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  expect(states).toEqual(['sent', 'queued', 'failed'])
})

test('the search uses the index', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from delivery where email = ${ZOE} order by dispatch_id desc limit 51`.execute(service.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('delivery_address')
  expect(plan).not.toContain('Seq Scan')
})

test('only operators may search', async () => {
  for (const who of [owner, person('admin')]) expect((await search(`address=${ZOE}`, who)).statusCode).toBe(403)
})
