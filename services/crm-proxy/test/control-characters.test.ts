import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import type { SheetFault } from '@app/chassis/testing/sheet.ts'
import { AudienceWanted } from '@app/contracts/events/campaigns.ts'
import { AudienceSettled, WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import { plainScript } from './plain-script.ts'
import {
  ADA,
  add,
  BEN,
  HEADERS,
  list,
  listedCustomers,
  merge,
  type Owner,
  ownerWithSheet,
  type Service,
  setUp,
  update,
  work,
} from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

const respondWith = (body: unknown): SheetFault => ({ kind: 'answer', type: 'application/json', body: JSON.stringify(body) })
const hello = respondWith({ v: 1, ok: true, script: '1.0.0' })

/** NUL, other C0 controls, DEL and lone surrogates are removed or replaced. Tab, line break and emoji are kept. */
const DIRTY = 'A\0d\u0001a\u000b\u001f\u007f \ud800\t\n😀\udc00'
const CLEAN = 'Ada \ufffd\t\n😀\ufffd'
const ROW = { ...Object.fromEntries(HEADERS.map((header, index) => [header, ADA[index]])), 'First Name': DIRTY }

/** Requests the recipients of a dispatch, as the service campaigns does. Returns the first page. */
async function audienceOf({ company }: Owner): Promise<string> {
  const dispatchId = uuidv7()
  const event = { id: uuidv7(), data: { dispatchId, companyProfileId: company._id, audience: 'All' } }
  const subscription = subscriptions.find((one) => one.event === AudienceWanted)
  await inTransaction(service.db, (trx) => subscription?.handle(trx, event as never) ?? Promise.reject())
  const events = async () => (await outboxOf(service.db as never, AudienceSettled)).filter(({ data }) => data.dispatchId === dispatchId)
  await expect.poll(events).toHaveLength(1)
  const ticket = (await events())[0]?.data.snapshot?.ticket
  const page = await service.app.inject({ url: `/internal/audiences/${dispatchId}`, headers: { authorization: `Ticket ${ticket}` } })
  expect(page.statusCode).toBe(200)
  return page.body
}

describe('cells with characters that Postgres rejects', () => {
  test.each([
    ['an owner’s script', plainScript, [respondWith({ data: [ROW] })]],
    [
      'our script',
      undefined,
      [hello, respondWith({ v: 1, ok: true, script: '1\0', columns: HEADERS, rows: [ADA.with(0, DIRTY)], total: 1, revision: 'r' })],
    ],
  ])('are listed and sent to campaigns without those characters: %s', async (_, script, faults) => {
    const owner = await ownerWithSheet(service, { script })
    await owner.sheet.setFaults(faults.slice(0, -1), faults.at(-1))
    const { data } = await listedCustomers(service, owner)
    expect(data).toEqual([expect.objectContaining({ 'First Name': CLEAN, 'Email id': 'ada@marsh.example' })])
    const page = await audienceOf(owner)
    expect(page).not.toContain('\\u0000')
    expect(JSON.parse(page).people).toEqual([{ email: 'ada@marsh.example', merge: expect.objectContaining({ 'First Name': CLEAN }) }])
  })

  test('are found if a header has such characters', async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    await owner.sheet.setFaults([], respondWith({ data: [{ 'Sta\0ge': 'Lead', 'First Name\ud800': 'Ada' }] }))
    expect((await listedCustomers(service, owner)).data).toEqual([expect.objectContaining({ Stage: 'Lead', 'First Name': 'Ada' })])
  })

  test('make a row read-only if they are in its Customer ID', async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    await owner.sheet.setFaults([], respondWith({ data: [{ ...ROW, 'Customer ID': 'c-\0ada' }] }))
    expect((await listedCustomers(service, owner)).data).toEqual([expect.objectContaining({ 'First Name': CLEAN, 'Customer ID': '' })])
  })

  test('are cleaned and cut off in the list of unparsed cells, without splitting a character', async () => {
    const owner = await ownerWithSheet(service, { script: plainScript })
    await owner.sheet.setFaults([], respondWith({ data: [{ Stage: `\0${'x'.repeat(199)}😀` }] }))
    const { first } = (await listedCustomers(service, owner)).notUnderstood
    expect(first).toEqual([expect.objectContaining({ column: 'Stage', value: 'x'.repeat(199) })])
  })

  test('are sent in their original spelling when a change refers to them', async () => {
    const owner = await ownerWithSheet(service, { rows: [HEADERS, ADA.with(8, 'likes\u000bboats'), BEN] })
    expect((await listedCustomers(service, owner)).data[0]).toMatchObject({ 'Other Details': 'likesboats' })
    await update(service, owner, 'c-ada', { values: { 'Other Details': 'likes ships' } })
    await work(service, owner)
    await expect.poll(async () => (await owner.sheet.rows())[1]?.[8]).toBe('likes ships')
  })
})

test('an error message of a script is stored and returned without such characters', async () => {
  const owner = await ownerWithSheet(service)
  await owner.sheet.setFaults([hello], respondWith({ v: 1, ok: false, code: 'error', message: 'Not\0 \ud800allowed' }))
  const refused = await list(service, owner)
  expect([refused.statusCode, refused.json().message]).toEqual([502, 'The spreadsheet’s script reports an error: Not \ufffdallowed'])
  const [kept] = await service.db.selectFrom('sheet').select('fault_message').where('company_id', '=', owner.company._id).execute()
  expect(kept?.fault_message).toBe('The spreadsheet’s script reports an error: Not \ufffdallowed')
})

test.each([
  ['cells with such characters', { id: 'c-ada', current: { Stage: 'Lo\0st' } }, { Stage: 'Lost' }],
  ['cells that are not strings', { id: 'c-ada', current: { Stage: { toString: 1 } } }, { Stage: '{"toString":1}' }],
  ['no cells', { id: { toString: 1 }, current: null }, {}],
])('a conflict in which the script reports %s is stored', async (_, reported, theirs) => {
  const owner = await ownerWithSheet(service)
  await listedCustomers(service, owner)
  await owner.sheet.setFaults([respondWith({ v: 1, ok: false, code: 'conflict', ...reported })])
  await update(service, owner, 'c-ada', { values: { Stage: 'Customer' } })
  await expect
    .poll(async () => (await listedCustomers(service, owner)).writes)
    .toEqual([expect.objectContaining({ state: 'conflict', theirs })])
})

test('a write whose columns the script rejects twice is refused and published', async () => {
  const owner = await ownerWithSheet(service)
  await listedCustomers(service, owner)
  const columns = respondWith({ v: 1, ok: false, code: 'columns' })
  const read = respondWith({ v: 1, ok: true, script: '1.0.0', columns: HEADERS, rows: [ADA], total: 1, revision: 'r' })
  await owner.sheet.setFaults([columns, read, columns])
  await update(service, owner, 'c-ada', { values: { Stage: 'Customer' } })
  await expect.poll(async () => (await listedCustomers(service, owner)).writes).toEqual([expect.objectContaining({ state: 'refused' })])
  const refusals = (await outboxOf(service.db as never, WriteRefused)).filter(({ subject }) => subject === owner.company._id)
  expect(refusals.map(({ data }) => data.reason)).toEqual(['A column is missing in the spreadsheet.'])
})

describe('values of an owner with such characters', () => {
  test('are stored without them in a new entry and in a change', async () => {
    const owner = await ownerWithSheet(service)
    const added = await add(service, owner, { 'First Name': DIRTY, 'Last Name': 'Du\0ne', 'Email id': '\0cleo@dune.example' })
    expect([added.statusCode, added.json().data]).toEqual([
      202,
      expect.objectContaining({ 'First Name': CLEAN, 'Last Name': 'Dune', 'Email id': 'cleo@dune.example' }),
    ])
    const changed = await update(service, owner, 'c-ada', { values: { 'Other Details': 'likes \0\ud800boats' } })
    expect([changed.statusCode, changed.json().data['Other Details']]).toEqual([202, 'likes \ufffdboats'])
    await expect
      .poll(async () => (await owner.sheet.rows()).map((row) => row[8]))
      .toEqual(['Other Details', 'likes \ufffdboats', 'likes boats', ''])
  })

  test('are stored without them in a merge', async () => {
    const owner = await ownerWithSheet(service)
    const [ada, ben] = (await listedCustomers(service, owner)).data.map(({ row: _, ...texts }) => texts)
    const merged = await merge(service, owner, { rows: [ada, ben], values: { 'Other Details': 'likes \0boats' } })
    expect([merged.statusCode, merged.json().data['Other Details']]).toEqual([202, 'likes boats'])
  })

  test('match no row as a Customer ID', async () => {
    const owner = await ownerWithSheet(service)
    expect((await update(service, owner, 'c-ada\0', { values: { Stage: 'Lost' } })).statusCode).toBe(404)
  })
})

test('recipients with long rows are returned in pages of limited size', { tags: 'nightly' }, async () => {
  const owner = await ownerWithSheet(service, { script: plainScript })
  const rows = Array.from({ length: 9 }, (_, n) => ({ ...ROW, 'Email id': `p${n}@a.example`, 'Other Details': 'x'.repeat(300_000) }))
  await owner.sheet.setFaults([], respondWith({ data: rows }))
  const first = JSON.parse(await audienceOf(owner))
  expect([first.people.length, first.next]).toEqual([3, 3])
  const kept = await sql<{ people: number }>`
    select count(*)::int as people from audience join audience_person using (dispatch_id) where company_id = ${owner.company._id}`.execute(
    service.db,
  )
  expect(kept.rows).toEqual([{ people: 9 }])
})
