import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLeasedTransaction, LeaseLost, withLease } from '../src/sheet/lease.ts'
import { ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const begin = (companyId: string, waitMs: number, work: Parameters<typeof withLease>[3]) =>
  withLease({ ...service.sheets, signal: AbortSignal.timeout(60_000) }, companyId, { waitMs }, work)

test('one process has the lease at a time; others wait for it, up to their limit', async () => {
  const { company } = await ownerWithSheet(service)
  const order: string[] = []
  const end = Promise.withResolvers<void>()
  const first = begin(company._id, 0, async () => {
    order.push('first')
    await end.promise
  })
  await expect.poll(() => order).toEqual(['first'])
  expect(await begin(company._id, 150, async () => 'had it')).toBeUndefined()
  const second = begin(company._id, 10_000, async () => order.push('second'))
  end.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first', 'second'])
})

test('a transaction that started before the lease was taken cannot take it too', async () => {
  const { company } = await ownerWithSheet(service)
  await service.db.transaction().execute(async (trx) => {
    await sql`select now()`.execute(trx)
    await begin(company._id, 0, async () => {
      expect(
        await withLease(
          { ...service.sheets, db: trx, signal: AbortSignal.timeout(60_000) },
          company._id,
          { waitMs: 0 },
          async () => 'had it',
        ),
      ).toBeUndefined()
    })
  })
})

test('a change under a lost lease is rejected', async () => {
  const { company } = await ownerWithSheet(service)
  await begin(company._id, 0, async (late) => {
    await sql`update sheet set lease_expires_at = now() where company_id = ${company._id}`.execute(service.db)
    await begin(company._id, 0, async (current) => {
      await expect(inLeasedTransaction(service.db, current, async () => {})).resolves.toBeUndefined()
      await expect(inLeasedTransaction(service.db, late, async () => {})).rejects.toBeInstanceOf(LeaseLost)
    })
  })
})

test('a lease that ends too far ahead is free, because the clock was set back', async () => {
  const { company } = await ownerWithSheet(service)
  await sql`update sheet set lease_expires_at = now() + interval '1 hour' where company_id = ${company._id}`.execute(service.db)
  expect(await begin(company._id, 0, async () => 'had it')).toBe('had it')
})
