import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { ourScript, type SheetFault } from '@app/chassis/testing/sheet.ts'
import { WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, list, listedCustomers, type Owner, ownerWithSheet, type Service, setUp, update, work } from './setup.ts'

const CLEO = { 'First Name': 'Cleo', 'Last Name': 'Dune', 'Email id': 'cleo@dune.example' }

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const refusals = async ({ company }: Owner) =>
  (await outboxOf(service.db as never, WriteRefused)).filter(({ subject }) => subject === company._id).map(({ data }) => data)

const writesOf = async (owner: Owner) => (await listedCustomers(service, owner)).writes

describe('a write that is refused', () => {
  test.each([
    ['a deleted row', (owner: Owner) => owner.sheet.deleteRow(2), 'The row is no longer in the spreadsheet.'],
    ['an ID of two rows', (owner: Owner) => owner.sheet.type(3, 10, 'c-ada'), 'More than one row has this Customer ID.'],
    ['a missing column', (owner: Owner) => owner.sheet.type(1, 5, 'Colour'), 'The spreadsheet has no column “Stage”.'],
  ])('because of %s is published', async (_, change, problem) => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await change(owner)
    await update(service, owner, 'c-ada', { values: { Stage: 'Lost' } })
    await work(service, owner)
    expect(await writesOf(owner)).toEqual([expect.objectContaining({ state: 'refused', problem })])
    expect(await refusals(owner)).toEqual([expect.objectContaining({ reason: problem })])
  })

  test('that Google Sheets rejects three times has its error message and does not block other writes', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await update(service, owner, 'c-ada', { values: { Stage: 'Lost' } })
    await update(service, owner, 'c-ben', { values: { 'Other Details': 'behind it' } })
    const body = JSON.stringify({ v: 1, ok: false, code: 'error', message: 'You are trying to edit a protected cell.' })
    const refuses: SheetFault = { kind: 'answer', type: 'application/json', body }
    await owner.sheet.setFaults([refuses, refuses, refuses])
    for (let tries = 0; tries < 3; tries++) await work(service, owner)
    const problem = 'The spreadsheet’s script reports an error: You are trying to edit a protected cell.'
    expect(await writesOf(owner)).toEqual([expect.objectContaining({ state: 'refused', problem })])
    expect(await refusals(owner)).toEqual([expect.objectContaining({ reason: problem })])
    expect((await owner.sheet.rows())[2]?.[8]).toBe('behind it')
  })

  test('is not one whose column was renamed: the column is found again', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    await owner.sheet.type(1, 5, 'stage')
    await update(service, owner, 'c-ada', { values: { Stage: 'Lost' } })
    await work(service, owner)
    expect((await owner.sheet.rows())[1]?.[4]).toBe('Lost')
  })
})

describe('a temporary fault', () => {
  const faults: [string, SheetFault][] = [
    ['a connection closed before the write', { kind: 'cut' }],
    ['a lost response', { kind: 'lost' }],
    ['a lock that is not available', { kind: 'locked' }],
    ['an exception', { kind: 'exception' }],
  ]
  test.each(faults)('%s: each write is done once, in order', { tags: 'nightly' }, async (_, fault) => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    const { write } = (await add(service, owner, CLEO)).json()
    await update(service, owner, write.customerId, { values: { 'Other Details': 'one' } })
    await update(service, owner, 'c-ada', { values: { 'Other Details': 'two' } })
    await owner.sheet.setFaults([fault])
    await work(service, owner)
    expect((await writesOf(owner)).map(({ state }) => state)).toEqual(['pending', 'pending', 'pending'])
    await owner.sheet.setFaults([])
    await work(service, owner)
    expect((await owner.sheet.rows()).map((row) => row[8])).toEqual(['Other Details', 'two', 'likes boats', 'one'])
    expect(await writesOf(owner)).toEqual([])
  })

  test('writes wait while the script has another secret', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    const { secret } = await service.db
      .selectFrom('sheet')
      .select('secret')
      .where('company_id', '=', owner.company._id)
      .executeTakeFirstOrThrow()
    await owner.sheet.setScript(await ourScript('other'))
    await update(service, owner, 'c-ada', { values: { Stage: 'Lost' } })
    await work(service, owner)
    expect(await listedCustomers(service, owner, '?fresh=true')).toMatchObject({
      stale: true,
      problem: { code: 'secret' },
      writes: [{ state: 'pending' }],
    })
    await owner.sheet.setScript(await ourScript(secret))
    await work(service, owner)
    expect((await owner.sheet.rows())[1]?.[4]).toBe('Lost')
  })

  test('calls of one sheet never run at the same time', async () => {
    const owner = await ownerWithSheet(service)
    await listedCustomers(service, owner)
    for (let n = 0; n < 3; n++) await add(service, owner, CLEO)
    await owner.sheet.setFaults([], { kind: 'slow', ms: 30 })
    await Promise.all([
      work(service, owner),
      work(service, owner),
      listedCustomers(service, owner, '?fresh=true'),
      list(service, owner, '?fresh=true'),
    ])
    await work(service, owner)
    expect((await owner.sheet.calls()).mostAtOnce).toBe(1)
    expect(await owner.sheet.rows()).toHaveLength(6)
  })
})
