import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdTurn, inTurn, TurnLost } from '../src/sheet/turn.ts'
import { ownerWithSheet, type Service, setUp } from './setup.ts'

let service: Service
beforeAll(async () => {
  service = await setUp({ background: false })
})
afterAll(() => service.stop())

const begin = (companyId: string, waitMs: number, work: Parameters<typeof inTurn>[3]) =>
  inTurn({ ...service.sheets, signal: AbortSignal.timeout(60_000) }, companyId, { waitMs }, work)

test('one at a time has the turn; others wait for it, for as long as they said', async () => {
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

test('who began before the turn was taken, and comes to it later, does not have it too', async () => {
  const { company } = await ownerWithSheet(service)
  await service.db.transaction().execute(async (trx) => {
    await sql`select now()`.execute(trx)
    await begin(company._id, 0, async () => {
      expect(
        await inTurn({ ...service.sheets, db: trx, signal: AbortSignal.timeout(60_000) }, company._id, { waitMs: 0 }, async () => 'had it'),
      ).toBeUndefined()
    })
  })
})

test('who comes back after the turn was another’s changes nothing', async () => {
  const { company } = await ownerWithSheet(service)
  await begin(company._id, 0, async (late) => {
    await sql`update sheet set turn_until = now() where company_id = ${company._id}`.execute(service.db)
    await begin(company._id, 0, async (turn) => {
      await expect(service.db.transaction().execute((trx) => holdTurn(trx, turn))).resolves.toBeUndefined()
      await expect(service.db.transaction().execute((trx) => holdTurn(trx, late))).rejects.toBeInstanceOf(TurnLost)
    })
  })
})

test('a turn that ends further ahead than any can is over: the clock went back', async () => {
  const { company } = await ownerWithSheet(service)
  await sql`update sheet set turn_until = now() + interval '1 hour' where company_id = ${company._id}`.execute(service.db)
  expect(await begin(company._id, 0, async () => 'had it')).toBe('had it')
})
