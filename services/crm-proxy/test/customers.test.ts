import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ADA,
  add,
  asShownInSheet,
  BEN,
  customer,
  HEADERS,
  list,
  listedCustomers,
  ownerWithSheet,
  type Service,
  setUp,
  TODAY,
  update,
} from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp()
})
afterAll(() => service.stop())

test('an owner reads the rows of the company’s spreadsheet', async () => {
  const owner = await ownerWithSheet(service)
  const response = await listedCustomers(service, owner)
  expect(response.data).toEqual([customer(ADA, 2), customer(BEN, 3)])
  expect(response).toMatchObject({
    stale: false,
    problem: null,
    writes: [],
    canMerge: true,
    missing: [],
    notUnderstood: { count: 0, first: [] },
  })
})

test('without a URL the response is a 409', async () => {
  const owner = await ownerWithCompany(service.deps)
  const response = await list(service, owner)
  expect([response.statusCode, response.json().message]).toEqual([409, 'Google Sheets API is not configured for your company profile.'])
})

test('a new entry is written to the spreadsheet with default values', async () => {
  const owner = await ownerWithSheet(service)
  const response = await add(service, owner, { 'First Name': ' Cleo ', 'Last Name': 'Dune', 'Email id': 'cleo@dune.example' })
  expect(response.statusCode).toBe(202)
  const { data, write } = response.json()
  expect(data).toMatchObject({ 'First Name': 'Cleo', Stage: 'Lead', 'Lead Date': TODAY, 'Email Subscription': 'Yes', row: 0 })
  await expect
    .poll(() => owner.sheet.rows())
    .toEqual([
      HEADERS,
      asShownInSheet(ADA),
      asShownInSheet(BEN),
      ['Cleo', 'Dune', 'cleo@dune.example', '', 'Lead', '11/22/2026', '', 'Yes', '', write.customerId],
    ])
  await expect.poll(async () => (await listedCustomers(service, owner)).writes).toEqual([])
  expect((await listedCustomers(service, owner)).data.at(-1)).toEqual({ ...data, row: 4 })
})

test('a change of a row is written', async () => {
  const owner = await ownerWithSheet(service)
  const response = await update(service, owner, 'c-ada', { values: { Stage: 'Customer' } })
  expect(response.json().data).toMatchObject({ Stage: 'Customer', 'Customer date': TODAY })
  await expect
    .poll(async () => (await owner.sheet.rows())[1])
    .toEqual([...ADA.slice(0, 4), 'Customer', '3/2/2026', '11/22/2026', ...ADA.slice(7)])
})

test('metrics count pending writes and sheets that do not respond', async () => {
  const owner = await ownerWithSheet(service)
  await listedCustomers(service, owner)
  await owner.sheet.setFaults([], { kind: 'cut' })
  await update(service, owner, 'c-ada', { values: { Stage: 'Lost' } })
  const figures = async () => (await service.app.inject({ url: '/metrics' })).body
  await expect.poll(figures).toMatch(/^sheets_away 1$/m)
  expect(await figures()).toMatch(/^customer_writes\{state="pending"\} 1$/m)
  expect(await figures()).toMatch(/^sheets_resting 0$/m)
  await service.db
    .updateTable('sheet')
    .set({ circuit_open_until: sql`now() + interval '1 minute'` })
    .where('away_since', 'is not', null)
    .execute()
  expect(await figures()).toMatch(/^sheets_resting 1$/m)
  expect(await figures()).toMatch(/^sheet_call_duration_seconds_count\{method="GET",outcome="ok"\} \d+$/m)
  expect(await figures()).toMatch(/^sheet_call_duration_seconds_count\{method="POST",outcome="no-answer"\} \d+$/m)
})
