import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { RecipientUnsubscribed } from '@app/contracts/events/campaigns.ts'
import { WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscriptions } from '../src/consumers.ts'
import {
  ADA,
  add,
  asShownInSheet,
  BEN,
  drop,
  HEADERS,
  listedCustomers,
  merge,
  type Owner,
  ownerWithSheet,
  type Service,
  setUp,
  TODAY,
  update,
  work,
} from './setup.ts'

const CLEO = { 'First Name': 'Cleo', 'Last Name': 'Dune', 'Email id': 'cleo@dune.example' }
const REQUIRED = 'Please fill in all required fields (First Name, Last Name, Email)'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const refusals = async ({ company }: Owner) =>
  (await outboxOf(service.db as never, WriteRefused)).filter(({ subject }) => subject === company._id).map(({ data }) => data)

const writesOf = async (owner: Owner) => (await listedCustomers(service, owner)).writes

const unsubscribe = ({ company }: Owner, email: string) => {
  const subscription = subscriptions.find(({ event }) => event === RecipientUnsubscribed)
  const event = { data: { companyProfileId: company._id, email } }
  return service.db.transaction().execute((trx) => subscription?.handle(trx, event as never) ?? Promise.reject())
}

describe('a new entry', () => {
  test.each([
    [{ ...CLEO, 'First Name': ' ' }, REQUIRED],
    [{ 'First Name': 'Cleo', 'Last Name': 'Dune' }, REQUIRED],
    [{ ...CLEO, 'Email id': 'cleo@' }, 'Please enter a valid email address'],
    [{ ...CLEO, 'Lead Date': '2026-02-30' }, 'Please enter a valid date'],
    [{ ...CLEO, 'Lead Date': '02/30/2026' }, 'Please enter a valid date'],
    [{ ...CLEO, 'Customer date': '13/1/2026' }, 'Please enter a valid date'],
  ])('%o is rejected: %s', async (entry, message) => {
    const response = await add(service, await ownerWithSheet(service), entry)
    expect([response.statusCode, response.json().message]).toEqual([422, message])
    expect(response.json().errors).not.toEqual([])
  })

  test.each([
    { ...CLEO, Stage: 'Lost' },
    { ...CLEO, 'Customer ID': 'x' },
    { ...CLEO, 'Email Subscription': 'Maybe' },
    { ...CLEO, 'Lead Date': '11.25.2026' },
    { ...CLEO, 'Lead Date': '11/25/26' },
  ])('%o is malformed', async (entry) => {
    expect((await add(service, await ownerWithSheet(service), entry)).statusCode).toBe(400)
  })

  test('is listed as pending until it is in the sheet, then as written until the copy shows it', async () => {
    const owner = await ownerWithSheet(service)
    const { write, data } = (await add(service, owner, { ...CLEO, Stage: 'Customer' })).json()
    expect(data).toMatchObject({ Stage: 'Customer', 'Lead Date': TODAY, 'Customer date': TODAY, 'Customer ID': write.customerId })
    expect(await writesOf(owner)).toEqual([{ ...write, state: 'pending' }])
    await work(service, owner)
    const [written] = await service.db.selectFrom('write').select('state').where('id', '=', write.id).execute()
    expect(written).toEqual({ state: 'written' })
    const after = await listedCustomers(service, owner)
    expect([after.writes, after.data.at(-1)]).toEqual([[], { ...data, row: 4 }])
  })

  test('with a value for a missing column is rejected; default values for missing columns are left out', async () => {
    const without = ['First Name', 'Last Name', 'Email id', 'Customer ID']
    const owner = await ownerWithSheet(service, { rows: [without] })
    await listedCustomers(service, owner)
    const response = await add(service, owner, { ...CLEO, 'Other Details': 'likes boats' })
    expect(response.json()).toMatchObject({
      status: 422,
      errors: [{ field: 'Other Details', message: 'The spreadsheet has no column “Other Details”.' }],
    })
    const { write } = (await add(service, owner, CLEO)).json()
    await work(service, owner)
    expect(await owner.sheet.rows()).toEqual([without, ['Cleo', 'Dune', 'cleo@dune.example', write.customerId]])
  })
})

test('dates are accepted as YYYY-MM-DD and M/D/YYYY, and are dates in the sheet', async () => {
  const owner = await ownerWithSheet(service)
  const added = await add(service, owner, { ...CLEO, 'Lead Date': '11/25/2026', 'Customer date': '1/5/2027' })
  expect([added.statusCode, added.json().data]).toEqual([
    202,
    expect.objectContaining({ 'Lead Date': '2026-11-25', 'Customer date': '2027-01-05' }),
  ])
  const changed = await update(service, owner, 'c-ada', { values: { 'Lead Date': '01/05/2026', 'Customer date': '12/31/2026' } })
  expect([changed.statusCode, changed.json().data]).toEqual([
    202,
    expect.objectContaining({ 'Lead Date': '2026-01-05', 'Customer date': '2026-12-31' }),
  ])
  await work(service, owner)
  expect((await owner.sheet.rows()).map((row) => row.slice(5, 7))).toEqual([
    ['Lead Date', 'Customer date'],
    ['1/5/2026', '12/31/2026'],
    asShownInSheet(['2025-01-10', '2025-02-11']),
    ['11/25/2026', '1/5/2027'],
  ])
  // The list returns the dates of the sheet as YYYY-MM-DD.
  expect((await listedCustomers(service, owner, '?fresh=true')).data.map((row) => row['Lead Date'])).toEqual([
    '2026-01-05',
    '2025-01-10',
    '2026-11-25',
  ])
})

describe('a change', () => {
  test.each([
    [{ values: { 'Last Name': '' } }, REQUIRED],
    [{ values: { 'Lead Date': '02/30/2026' } }, 'Please enter a valid date'],
    [{ values: { 'Email id': 'x' } }, 'Please enter a valid email address'],
  ])('%o is rejected: %s', async (change, message) => {
    const response = await update(service, await ownerWithSheet(service), 'c-ada', change)
    expect([response.statusCode, response.json().message]).toEqual([422, message])
  })

  test('needs the ID of an existing row', async () => {
    const owner = await ownerWithSheet(service)
    const unnamed = await update(service, owner, ' ', { values: { Stage: 'Lost' } })
    expect([unnamed.statusCode, unnamed.json().message]).toEqual([422, 'Customer ID is required for update'])
    expect((await update(service, owner, 'nobody', { values: { Stage: 'Lost' } })).statusCode).toBe(404)
    const stranger = await ownerWithSheet(service, { rows: [HEADERS, BEN] })
    expect((await update(service, stranger, 'c-ada', { values: { Stage: 'Lost' } })).statusCode).toBe(404)
  })

  test('changes no other cell and replaces the sheet’s spelling', async () => {
    const owner = await ownerWithSheet(service, { rows: [HEADERS, [...ADA.slice(0, 4), 'lead ', ...ADA.slice(5)], BEN] })
    await update(service, owner, 'c-ada', { values: { Stage: 'Lost', 'Mobile No': '007' } })
    await owner.sheet.type(2, 9, 'met at the fair')
    await work(service, owner)
    expect((await owner.sheet.rows())[1]).toEqual(
      asShownInSheet([...ADA.slice(0, 3), '007', 'Lost', '2026-03-02', '', 'Yes', 'met at the fair', 'c-ada']),
    )
  })

  test('of a pending write is sent after it', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    const { write } = (await add(service, owner, CLEO)).json()
    const change = await update(service, owner, write.customerId, { values: { Stage: 'Customer' }, seen: { Stage: 'Lead' } })
    expect(change.json().data).toMatchObject({ ...CLEO, Stage: 'Customer', 'Customer date': TODAY })
    await update(service, owner, write.customerId, { values: { Stage: 'Lost' } })
    await work(service, owner)
    expect((await owner.sheet.rows()).at(-1)?.slice(0, 7)).toEqual([
      'Cleo',
      'Dune',
      'cleo@dune.example',
      '',
      'Lost',
      ...asShownInSheet([TODAY, TODAY]),
    ])
    expect((await owner.sheet.calls()).calls.map(({ action }) => action).slice(-3)).toEqual(['add', 'update', 'update'])
  })

  test('of cells that differ from what the caller saw is a 409 with the current row', async () => {
    const owner = await ownerWithSheet(service)
    const response = await update(service, owner, 'c-ada', { values: { Stage: 'Lost' }, seen: { Stage: 'Customer' } })
    expect(response.json()).toMatchObject({ status: 409, code: 'conflict', customer: { 'First Name': 'Ada', Stage: 'Lead' } })
  })
})

describe('two changes of one row', () => {
  test('are a conflict; the owner resolves it by repeating the change with the current values as seen', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await owner.sheet.type(2, 5, 'customer')
    const { write } = (await update(service, owner, 'c-ada', { values: { Stage: 'Lost' }, seen: { Stage: 'Lead' } })).json()
    await work(service, owner)
    const [conflict] = await writesOf(owner)
    const problem = 'The same cells were changed in the spreadsheet.'
    expect(conflict).toMatchObject({
      id: write.id,
      state: 'conflict',
      values: { Stage: 'Lost' },
      seen: { Stage: 'Lead' },
      theirs: { Stage: 'Customer' },
      problem,
    })
    expect(await refusals(owner)).toEqual([
      { companyProfileId: owner.company._id, ownerId: owner.id, writeId: write.id, name: 'Ada Marsh', reason: problem },
    ])
    await update(service, owner, 'c-ada', { values: { Stage: 'Lost' }, seen: { Stage: 'Customer' } })
    await work(service, owner)
    expect(await writesOf(owner)).toEqual([])
    expect((await owner.sheet.rows())[1]?.[4]).toBe('Lost')
  })

  test('are resolved by dropping the pending write', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await owner.sheet.type(2, 1, 'Adele')
    const { write } = (await update(service, owner, 'c-ada', { values: { 'First Name': 'Adah' }, seen: { 'First Name': 'Ada' } })).json()
    expect((await drop(service, owner, write.id)).statusCode).toBe(409)
    await work(service, owner)
    expect((await drop(service, owner, write.id)).json()).toEqual({ message: 'Change dropped' })
    expect((await drop(service, owner, write.id)).statusCode).toBe(404)
    const after = await listedCustomers(service, owner)
    expect([after.writes, after.data[0]?.['First Name']]).toEqual([[], 'Adele'])
  })

  test('are no conflict if they concern different cells', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await owner.sheet.type(2, 1, 'Adele')
    await update(service, owner, 'c-ada', { values: { 'First Name': 'Ada', Stage: 'Lost' }, seen: { 'First Name': 'Ada', Stage: 'Lead' } })
    await work(service, owner)
    expect((await owner.sheet.rows())[1]?.slice(0, 5)).toEqual(['Adele', 'Marsh', 'ada@marsh.example', '803-555-0101', 'Lost'])
  })
})

describe('a merge', () => {
  const TWIN = ['', 'Marsh', 'ADA@marsh.example', '', 'Customer', '', '2026-05-01', 'No', 'met at the fair', 'c-twin']
  const rowsOf = async (owner: Owner) => (await listedCustomers(service, owner)).data.map(({ row: _, ...texts }) => texts)

  test('makes one row out of several', async () => {
    const owner = await ownerWithSheet(service, { rows: [HEADERS, ADA, BEN, TWIN] })
    const [ada, , twin] = await rowsOf(owner)
    const values = { Stage: 'Customer', 'Customer date': '2026-05-01', 'Email Subscription': 'No', 'Other Details': 'met at the fair' }
    const response = await merge(service, owner, { rows: [ada, twin], values })
    expect(response.json()).toMatchObject({
      data: { ...ada, ...values },
      write: { kind: 'merge', customerId: 'c-ada', removes: ['c-twin'] },
    })
    await work(service, owner)
    expect(await owner.sheet.rows()).toEqual([
      HEADERS,
      asShownInSheet([...ADA.slice(0, 4), 'Customer', '2026-03-02', '2026-05-01', 'No', 'met at the fair', 'c-ada']),
      asShownInSheet(BEN),
    ])
  })

  test('of rows that were changed in the meantime is a conflict and removes no row', async () => {
    const owner = await ownerWithSheet(service, { rows: [HEADERS, ADA, BEN, TWIN] })
    const [ada, , twin] = await rowsOf(owner)
    expect((await merge(service, owner, { rows: [ada, { ...twin, Stage: 'Lead' }], values: {} })).statusCode).toBe(409)
    await merge(service, owner, { rows: [ada, twin], values: { Stage: 'Customer' } })
    await owner.sheet.type(4, 9, 'moved away')
    await work(service, owner)
    expect(await writesOf(owner)).toEqual([
      expect.objectContaining({ state: 'conflict', theirs: expect.objectContaining({ 'Other Details': 'moved away' }) }),
    ])
    expect(await owner.sheet.rows()).toHaveLength(4)
  })
})

describe('an unsubscribe', () => {
  test('writes No in each row with the address', async () => {
    const twin = [...ADA.slice(0, 2), 'ADA@Marsh.example ', ...ADA.slice(3, 9), 'c-twin']
    const owner = await ownerWithSheet(service, { rows: [HEADERS, ADA, BEN, twin] })
    await unsubscribe(owner, 'ada@marsh.example')
    await work(service, owner)
    expect((await owner.sheet.rows()).map((row) => row[7])).toEqual(['Email Subscription', 'No', 'No', 'No'])
    expect(await writesOf(owner)).toEqual([])
  })
})
