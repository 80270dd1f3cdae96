import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { expect, it } from 'vitest'
import { type Tables, useLedger } from './ledger.ts'

const ledger = useLedger()

/** A barrier: the first `count` callers wait for each other, and later callers do not wait. */
function meeting(count: number): () => Promise<void> {
  const met = Promise.withResolvers<void>()
  let present = 0
  return () => {
    present += 1
    if (present === count) met.resolve()
    return met.promise
  }
}

const add = (trx: Transaction<Tables>, id: number, text: string) =>
  trx
    .updateTable('entry')
    .set({ note: sql`note || ${text}` })
    .where('id', '=', id)
    .execute()

it('two transactions in a deadlock both commit once', { tags: 'nightly' }, async () => {
  const db = ledger.replica()
  await db
    .insertInto('entry')
    .values([1, 2].map((id) => ({ id, note: `${id}` })))
    .execute()
  const bothHold = meeting(2)
  let runs = 0
  const inOrder = (first: number, second: number, text: string) =>
    inTransaction(db, async (trx) => {
      runs += 1
      await add(trx, first, text)
      await bothHold()
      await add(trx, second, text)
    })
  await Promise.all([inOrder(1, 2, 'a'), inOrder(2, 1, 'b')])
  expect(runs).toBe(3)
  expect((await ledger.notes()).map((note) => [...note].sort().join(''))).toEqual(['1ab', '2ab'])
})

it('gives up after repeated conflicts, and does not retry other errors', async () => {
  const db = ledger.replica()
  let runs = 0
  const failingWith = (state: string) => async (trx: Transaction<Tables>) => {
    runs += 1
    await sql.raw(`do $$ begin raise exception 'as asked' using errcode = '${state}'; end $$`).execute(trx)
  }
  await expect(inTransaction(db, failingWith('40001'))).rejects.toThrow('as asked')
  expect(runs).toBe(4)
  await expect(inTransaction(db, failingWith('23505'))).rejects.toThrow('as asked')
  expect(runs).toBe(5)
})

/** Selects all columns. When a column is added, the prepared plan of this query becomes stale. */
const everything = (db: Kysely<Tables>) => sql`select * from entry where id > ${-1}`.execute(db)

it('adding a column while replicas run causes no errors, inside or outside of transactions', async () => {
  const [one, other] = [ledger.replica(), ledger.replica()]
  const allAtOnce = (db: Kysely<Tables>) =>
    Promise.all([
      ...Array.from({ length: 8 }, () => everything(db)),
      ...Array.from({ length: 8 }, (_, at) =>
        inTransaction(db, async (trx) => {
          await trx
            .insertInto('entry')
            .values({ id: Math.floor(Math.random() * 1e9), note: `${at}` })
            .execute()
          await everything(trx)
        }),
      ),
    ])
  // These calls prepare the statement on each connection.
  await Promise.all([allAtOnce(one), allAtOnce(other)])
  for (const column of ['added', 'more']) {
    await ledger.administer(`alter table entry add column ${column} text`)
    await Promise.all([allAtOnce(one), allAtOnce(other)])
  }
  expect(await ledger.notes()).toHaveLength(6 * 8)
  const { rows } = await everything(one)
  expect(rows[0]).toHaveProperty('more')
})
