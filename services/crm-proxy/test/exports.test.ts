import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { exportedRecords } from '@app/chassis/testing/exported-records.ts'
import { exportKinds } from '@app/contracts/export/manifest.ts'
import { exportCustomerRecords } from '@app/contracts/http/export-records.ts'
import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADA, BEN, HEADERS, INTERNAL_DATA_KEY, ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
const exported = exportedRecords(() => service.app, exportCustomerRecords, INTERNAL_DATA_KEY)
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

test('the customers of the spreadsheet, notes about them and their numbers are exported, of one company and without keys', async () => {
  const [owner, stranger] = [await ownerWithSheet(service), await ownerWithSheet(service, { rows: [HEADERS, BEN] })]
  for (const { company, ...one } of [owner, stranger]) {
    await sql`
      insert into customer_note (id, company_id, person, kind, text, happened_on, author_id)
      values (gen_random_uuid(), ${company._id}, ${ADA[2]}, 'call', ${`Note of ${company._id}`}, '2026-11-02', ${one.id})`.execute(
      service.db,
    )
  }
  // The export reads the spreadsheet.
  await exported.all(owner, 'customers')
  const records = await exported.every(owner)
  for (const kind of exportKinds.filter(({ service: name }) => name === 'crm-proxy'))
    for (const record of records[kind.name] ?? []) expect([kind.name, ...Value.Errors(kind.record, record)]).toEqual([kind.name])
  expect(records.customers?.map((row) => [row['First Name'], row.row])).toEqual([
    ['Ada', 2],
    ['Ben', 3],
  ])
  expect(records['customer-notes']).toMatchObject([{ text: `Note of ${owner.company._id}`, kind: 'call', happenedOn: '2026-11-02' }])
  expect(records['customer-stages']).toMatchObject([{ leads: 1, customers: 1 }])
  const secrets = await service.db.selectFrom('sheet').select(['gsapi', 'secret']).execute()
  for (const { gsapi, secret } of secrets) for (const text of [gsapi, secret]) expect(JSON.stringify(records)).not.toContain(text)
})

test('a company without a spreadsheet has no customers, and its export waits for none', async () => {
  const began = performance.now()
  expect(await exported.all(await ownerWithCompany(service.deps), 'customers')).toEqual([])
  expect(performance.now() - began).toBeLessThan(5_000)
})
