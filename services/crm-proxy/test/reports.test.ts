import { ownerWithCompany } from '@app/chassis/testing/companies.ts'
import { getCustomerFigures } from '@app/contracts/http/report-figures.ts'
import { addMonths, instantsOf } from '@app/contracts/rules/monthly-report.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerFigures, observeStages } from '../src/reports/figures.ts'
import { ADA, BEN, HEADERS, INTERNAL_MAIL_KEY, listedCustomers, ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const observations = (companyId: string) =>
  service.db
    .selectFrom('stage_observation')
    .select(['leads', 'customers', 'lost', 'other_stage'])
    .where('company_id', '=', companyId)
    .orderBy('observed_at')
    .execute()

test('a read of the sheet stores the numbers of customers by stage if they changed', async () => {
  const stages = ['Lead', 'Customer', 'Lost', 'constructor', '']
  const rows = stages.map((stage, index) => ADA.map((cell, column) => (column === 4 ? stage : column === 9 ? `c${index}` : cell)))
  const owner = await ownerWithSheet(service, { rows: [HEADERS, ...rows, BEN] })
  const { _id: companyId } = owner.company
  await listedCustomers(service, owner)
  await listedCustomers(service, owner, '?fresh=true')
  expect(await observations(companyId)).toEqual([{ leads: 1, customers: 2, lost: 1, other_stage: 2 }])
})

test('the customers of a month are those of the last read before its end; unknown without a read', async () => {
  const { company } = await ownerWithCompany(service.deps)
  const observe = (readAt: string, customers: number) =>
    service.db.transaction().execute((trx) => observeStages(trx, company._id, readAt, { leads: 1, customers, lost: 0, otherStage: 0 }))
  await observe('2026-10-03T12:00:00Z', 10)
  await observe('2026-10-20T12:00:00Z', 12)
  await observe('2026-10-25T12:00:00Z', 12)
  // In New York, these are 31 October, 11:59 PM, and 1 November, midnight.
  await observe('2026-11-01T03:59:00Z', 14)
  await observe('2026-11-01T04:00:00Z', 15)
  const ask = async (month: string) =>
    (
      await service.app.inject({
        url: `${getCustomerFigures.url.replace(':companyProfileId', company._id)}?month=${month}`,
        headers: { authorization: `Key ${INTERNAL_MAIL_KEY}` },
      })
    ).json()
  const october = { leads: 1, customers: 14, lost: 0, otherStage: 0, observedAt: '2026-11-01T03:59:00Z' }
  expect(await ask('2026-10')).toEqual({ month: october, before: null })
  expect(await ask('2026-12')).toMatchObject({ month: { customers: 15 }, before: { customers: 15 } })
  expect(await observations(company._id)).toHaveLength(4)
})

/** A read of a sheet, with the numbers that it found. */
interface Read {
  id: string
  at: string
  leads: number
  customers: number
  lost: number
}

/** Returns random reads of companies over some months, earliest first. */
async function generateReads(companies: readonly string[], months: number): Promise<Read[]> {
  return service.db.connection().execute(async (db) => {
    await sql`select setseed(0.42)`.execute(db)
    // The condition on outer columns makes Postgres evaluate random() for each row.
    const { rows } = await sql<Read>`
      select id, at, floor(random() * 3)::integer as leads, floor(random() * 3)::integer as customers, floor(random() * 2)::integer as lost
      from unnest(${companies}::uuid[]) as id cross join generate_series(1, ${months * 4}::integer) as n
        cross join lateral (
          select timestamptz '2025-11-05' + random() * ${months}::integer * interval '30 days' as at where n > 0 and id is not null
        ) as made
      order by at`.execute(db)
    return rows
  })
}

/** Compares the figures of generated reads with those of a query over all reads. */
async function expectEqualFigures(companies: number, months: number): Promise<void> {
  const { db } = service
  const ids: string[] = []
  for (let index = 0; index < companies; index++) ids.push((await ownerWithCompany(service.deps)).company._id)
  const reads = await generateReads(ids, months)
  for (const { id, at, ...counts } of reads)
    await db.transaction().execute((trx) => observeStages(trx, id, at, { ...counts, otherStage: 0 }))
  const names = Array.from({ length: months }, (_, index) => addMonths('2025-11', index))
  const { rows: expected } = await sql<Read & { month: string }>`
    select distinct on (id, month) id, month, leads, customers, lost
    from jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) as found (id uuid, at timestamptz, leads int, customers int, lost int)
      join unnest(${names}::text[]) as month on to_char(at at time zone 'America/New_York', 'YYYY-MM') <= month
    order by id, month, at desc`.execute(db)
  for (const { id, month, ...counts } of expected)
    expect(await customerFigures(db, id, instantsOf(month, 'America/New_York').until)).toMatchObject(counts)
  expect(expected.length).toBeGreaterThan(companies * (months - 1))
}

test('the customers of generated reads equal those of an independent query', () => expectEqualFigures(3, 3))

test('the customers of 200 companies over 12 months equal those of an independent query', { tags: 'nightly' }, () =>
  expectEqualFigures(200, 12),
)
