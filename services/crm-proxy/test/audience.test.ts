import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import { AudienceSettled } from '@app/contracts/events/crm-proxy.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeAudiences } from '../src/audience/audience.repository.ts'
import { subscriptions } from '../src/consumers.ts'
import { ADA, HEADERS, list, listedCustomers, type Owner, ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const person = (email: string, stage: string, subscription: string) => ['Ann', 'Lee', email, '', stage, '', '', subscription, '', email]

/** Requests the recipients of a dispatch, as the service campaigns does. Returns the id of the dispatch. */
async function want({ company }: Pick<Owner, 'company'>, audience: string, dispatchId = uuidv7(), notBefore?: string): Promise<string> {
  const subscription = subscriptions.find(({ event }) => event === AudienceWanted)
  const event = { id: uuidv7(), data: { dispatchId, companyProfileId: company._id, audience, notBefore } }
  await inTransaction(service.db, (trx) => subscription?.handle(trx, event as never) ?? Promise.reject())
  return dispatchId
}

const eventsOf = async (dispatchId: string) => {
  const all = await outboxOf(service.db as never, AudienceSettled)
  return all.flatMap(({ data }) => (data.dispatchId === dispatchId ? [data] : []))
}

/** Returns the stored recipients that the last event about a dispatch announced. */
const lastSnapshot = async (dispatchId: string) => (await eventsOf(dispatchId)).at(-1)?.snapshot

const pages = (dispatchId: string, ticket: string, after = 0) =>
  service.app.inject({ url: `/internal/audiences/${dispatchId}?after=${after}`, headers: { authorization: `Ticket ${ticket}` } })

const ROWS = [
  HEADERS,
  person('customer@a.example', 'Customer', 'Yes'),
  person('Customer@A.example ', 'customer', 'yes'),
  person('lead@a.example', 'Lead', 'Yes'),
  person('NO@a.example ', 'Customer', 'Yes'),
  person('no@a.example', 'Customer', 'No'),
  person('lost@a.example', 'Customer', 'Yes'),
  person('lost@a.example', 'Lost', 'Yes'),
  person('unsure@a.example', 'Customer', 'maybe'),
  person('somewhere@a.example', 'somewhere', 'Yes'),
  person('not an address', 'Customer', 'Yes'),
  person('', 'Customer', 'Yes'),
]

test.each([
  ['Customers', ['customer@a.example'], { lost: 2, otherStage: 2, notSubscribed: 3, noAddress: 2, duplicate: 1 }],
  ['Leads', ['lead@a.example'], { lost: 2, otherStage: 6, notSubscribed: 0, noAddress: 2, duplicate: 0 }],
  ['All', ['customer@a.example', 'lead@a.example'], { lost: 2, otherStage: 1, notSubscribed: 3, noAddress: 2, duplicate: 1 }],
])('%s: each address once, and none with a row that says No or Lost', async (audience, emails, skipped) => {
  const owner = await ownerWithSheet(service, { rows: ROWS })
  const dispatchId = await want(owner, audience)
  await expect.poll(() => eventsOf(dispatchId), { timeout: 10_000 }).toHaveLength(1)
  const [read] = await eventsOf(dispatchId)
  expect(read).toMatchObject({ companyProfileId: owner.company._id, snapshot: { count: emails.length, skipped } })
  const { people, next } = (await pages(dispatchId, read?.snapshot?.ticket ?? '')).json()
  expect(people.map(({ email }: { email: string }) => email)).toEqual(emails)
  expect(people[0].merge).toMatchObject({ 'First Name': 'Ann', 'Email id': emails[0] })
  expect(next).toBeNull()
})

test('recipients are read from the sheet again, returned in pages for a valid ticket, and do not change', async () => {
  const many = Array.from({ length: 501 }, (_, n) => person(`p${n}@a.example`, 'Lead', 'Yes'))
  const owner = await ownerWithSheet(service, { rows: [HEADERS, ADA] })
  await listedCustomers(service, owner)
  await owner.sheet.setRows([HEADERS, ...many])
  const dispatchId = await want(owner, 'Leads')
  await expect.poll(() => eventsOf(dispatchId), { timeout: 10_000 }).toHaveLength(1)
  const ticket = (await lastSnapshot(dispatchId))?.ticket ?? ''
  const first = (await pages(dispatchId, ticket)).json()
  expect([first.people.length, first.next]).toEqual([500, 500])
  const second = (await pages(dispatchId, ticket, first.next)).json()
  expect([second.people.map(({ email }: { email: string }) => email), second.next]).toEqual([['p500@a.example'], null])
  for (const [id, other] of [
    [dispatchId, 'x'],
    [uuidv7(), ticket],
  ] as const)
    expect((await pages(id, other)).statusCode).toBe(404)
  expect((await service.app.inject({ url: `/internal/audiences/${dispatchId}` })).statusCode).toBe(404)
  expect(await service.db.selectFrom('audience').select('ticket_hash').where('ticket_hash', '=', ticket).execute()).toEqual([])

  // A second request returns a new ticket for the same recipients, although the sheet has changed.
  await owner.sheet.setRows([HEADERS])
  await want(owner, 'Leads', dispatchId)
  await expect.poll(() => eventsOf(dispatchId), { timeout: 10_000 }).toHaveLength(2)
  const again = await lastSnapshot(dispatchId)
  expect(again?.count).toBe(501)
  expect((await pages(dispatchId, ticket)).statusCode).toBe(404)
  expect((await pages(dispatchId, again?.ticket ?? '')).statusCode).toBe(200)

  // `notBefore` makes the service read the sheet again.
  await want(owner, 'Leads', dispatchId, new Date().toISOString())
  await expect.poll(() => eventsOf(dispatchId), { timeout: 10_000 }).toHaveLength(3)
  const anew = await lastSnapshot(dispatchId)
  expect(anew?.count).toBe(0)
  expect((await pages(dispatchId, again?.ticket ?? '')).statusCode).toBe(404)
  expect((await pages(dispatchId, anew?.ticket ?? '')).json()).toEqual({ people: [], next: null })

  await service.db
    .updateTable('audience')
    .set({ expires_at: new Date(0).toISOString() })
    .where('dispatch_id', '=', dispatchId)
    .execute()
  expect((await pages(dispatchId, anew?.ticket ?? '')).statusCode).toBe(404)
  await purgeAudiences(service.db)
  expect(await service.db.selectFrom('audience_person').select('email').where('dispatch_id', '=', dispatchId).execute()).toEqual([])
})

test('a sheet that cannot be read is reported even if there is a copy; a second request may succeed', async () => {
  const owner = await ownerWithSheet(service)
  await listedCustomers(service, owner)
  await owner.sheet.setFaults([], { kind: 'status', status: 503 })
  const dispatchId = await want(owner, 'All')
  await expect
    .poll(() => eventsOf(dispatchId), { timeout: 10_000 })
    .toEqual([{ companyProfileId: owner.company._id, dispatchId, failure: { fault: 'http-status', reason: 'HTTP error! status: 503' } }])
  await owner.sheet.setFaults([])
  await want(owner, 'All', dispatchId)
  await expect
    .poll(() => eventsOf(dispatchId), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ snapshot: expect.objectContaining({ count: 1 }) }))
})

test('a company without a spreadsheet is reported as not configured', async () => {
  const dispatchId = await want(await ownerWithCompany(service.deps), 'All')
  await expect
    .poll(() => eventsOf(dispatchId), { timeout: 10_000 })
    .toEqual([expect.objectContaining({ failure: expect.objectContaining({ fault: 'not-configured' }) })])
})

const counted = (who: Pick<Owner, 'headers'>, audience: string) =>
  service.app.inject({ url: `/crm/audience?audience=${audience}`, headers: who.headers })

test('the number of recipients is counted in advance by the same rules, from the copy', async () => {
  const owner = await ownerWithSheet(service, { rows: ROWS })
  const all = (await counted(owner, 'All')).json()
  expect(all).toMatchObject({
    count: 2,
    customers: 1,
    leads: 1,
    skipped: { lost: 2, otherStage: 1, notSubscribed: 3, noAddress: 2, duplicate: 1 },
    stale: false,
  })
  expect(all.sample.map((row: Record<string, unknown>) => [row['Email id'], row.Stage, row.row])).toEqual([
    ['customer@a.example', 'Customer', 2],
    ['lead@a.example', 'Lead', 4],
  ])
  expect((await counted(owner, 'Customers')).json()).toMatchObject({ count: 1, customers: 1, leads: 0 })
  expect((await counted(owner, 'Friends')).statusCode).toBe(400)

  const many = await ownerWithSheet(service, {
    rows: [HEADERS, ...Array.from({ length: 9 }, (_, n) => person(`p${n}@a.example`, 'Lead', 'Yes'))],
  })
  const { count, sample } = (await counted(many, 'Leads')).json()
  expect([count, sample.length]).toEqual([9, 5])
})

test('without a copy, recipients cannot be counted; the error is the same as for the list', async () => {
  const without = await ownerWithCompany(service.deps)
  const away = await ownerWithSheet(service)
  await away.sheet.setFaults([], { kind: 'status', status: 503 })
  for (const [owner, status] of [
    [without, 409],
    [away, 502],
  ] as const) {
    const [response, listing] = [await counted(owner, 'All'), await list(service, owner)]
    expect([response.statusCode, response.json().code]).toEqual([status, listing.json().code])
  }
})
