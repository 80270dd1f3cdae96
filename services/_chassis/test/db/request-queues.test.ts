import { connectForRequests } from '@app/chassis/db/connect.ts'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { runInContext } from '@app/chassis/logging/context.ts'
import { lockWaits } from '@app/chassis/testing/lock-waits.ts'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { type Tables, useLedger } from './ledger.ts'

const ledger = useLedger()

function openRequests(max: number) {
  const opened = connectForRequests<Tables>({ url: ledger.url, schema: 'ledger', max, onIdleError: () => {} })
  onTestFinished(() => opened.db.destroy())
  return opened
}

const as = <R>(caller: string, work: () => R): R => runInContext({ correlationId: 'c1', caller }, work)

/** Locks rows until the returned function is called. */
async function lockRows(): Promise<() => Promise<void>> {
  const [isLocked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = ledger
    .replica()
    .transaction()
    .execute(async (trx) => {
      await sql`select from entry for update`.execute(trx)
      isLocked.resolve()
      await released.promise
    })
  await isLocked.promise
  return async () => {
    released.resolve()
    await holding
  }
}

const addRows = (count: number) =>
  ledger
    .replica()
    .insertInto('entry')
    .values(Array.from({ length: count }, (_, id) => ({ id, note: '' })))
    .execute()

const mark = (db: Kysely<Tables>, id: number) => db.updateTable('entry').set({ note: sql`note || '!'` }).where('id', '=', id).execute()

const readAs = (db: Kysely<Tables>, caller: string) => as(caller, () => db.selectFrom('entry').select('id').execute())

it.each([
  ['a transaction', (db: Kysely<Tables>) => inTransaction(db, (trx) => mark(trx, 0))],
  ['a single statement', (db: Kysely<Tables>) => mark(db, 0)],
])('%s releases its only connection while it waits for a lock', async (_what, change) => {
  await addRows(1)
  const { db } = openRequests(1)
  const release = await lockRows()
  const changed = as('a', () => change(db))
  const observer = ledger.replica()
  await expect.poll(() => lockWaits(observer), { interval: 5, timeout: 10_000 }).toBe(1)
  for (let times = 0; times < 5; times++) expect(await readAs(db, 'b')).toHaveLength(1)
  await release()
  await changed
  expect(await ledger.notes()).toEqual(['!'])
})

it('changes of one caller that wait for locks use two of five connections, and changes of one row use one', async () => {
  await addRows(20)
  const { db, pool } = openRequests(5)
  const release = await lockRows()
  const rows = Array.from({ length: 20 }, (_, id) => as('a', () => inTransaction(db, (trx) => mark(trx, id))))
  const used = () => pool.totalCount - pool.idleCount
  await expect.poll(used, { interval: 5, timeout: 10_000 }).toBe(2)
  const sameRow = ['c', 'd', 'e', 'f'].map((caller) => as(caller, () => inTransaction(db, (trx) => mark(trx, 0), { row: 'entry 0' })))
  for (let times = 0; times < 20; times++) {
    expect(await readAs(db, 'b')).toHaveLength(20)
    expect(used()).toBeLessThanOrEqual(3)
  }
  await release()
  await Promise.all([...rows, ...sameRow])
  expect((await ledger.notes()).join('')).toBe('!'.repeat(24))
})

it('transactions of many callers leave a connection for reads', async () => {
  const { db } = openRequests(5)
  const held = Promise.withResolvers<void>()
  const changes = Array.from({ length: 10 }, (_, at) => as(`caller ${at}`, () => inTransaction(db, () => held.promise)))
  for (let times = 0; times < 5; times++) expect(await readAs(db, 'b')).toEqual([])
  held.resolve()
  await Promise.all(changes)
})

it('a single statement gives up with a lock timeout if the lock is held for too long', { tags: 'nightly' }, async () => {
  await addRows(1)
  const { db, pool } = openRequests(2)
  const release = await lockRows()
  await expect(mark(db, 0)).rejects.toMatchObject({ code: '55P03' })
  await release()
  expect(pool.totalCount - pool.idleCount).toBe(0)
  await Promise.all(Array.from({ length: 5 }, () => mark(db, 0)))
})
