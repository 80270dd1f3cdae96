import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import { handleOnce } from '@app/chassis/messaging/inbox.ts'
import { sql, type Transaction } from 'kysely'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { testedEvent } from '../messaging/tested.ts'
import { type Tables, useLedger } from './ledger.ts'

const ledger = useLedger()
const HANDLER_LIMIT_MS = 50
const ENDED = 'The transaction of this query has ended'

const write = (trx: Transaction<Tables>, id: number) =>
  trx
    .insertInto('entry')
    .values({ id, note: `note ${id}` })
    .execute()

/** Continues to write after errors. Returns the outcome of each write. */
async function keepWriting(trx: Transaction<Tables>, times: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let id = 1; id <= times; id++) {
    outcomes.push(
      await write(trx, id).then(
        () => 'written',
        (error: Error) => error.message,
      ),
    )
    await nextTurn()
  }
  return outcomes
}

it('a handler that continues after its time limit has no effect', async () => {
  const db = ledger.replica()
  const event = testedEvent('late')
  const envelope = {
    specversion: '1.0' as const,
    id: v7(),
    source: '/tasks',
    type: event.type,
    subject: 'a1',
    time: new Date().toISOString(),
    datacontenttype: 'application/json' as const,
    correlationid: 'c1',
    aggregateversion: 1,
    data: { n: 1 },
  }
  let writing: Promise<string[]> | undefined
  const handle = async (trx: Transaction<Tables>) => {
    // The rollback waits for this slow statement. During this time, the handler continues to write.
    const slow = sql`select pg_sleep(0.3)`.execute(trx)
    writing = sleep(2 * HANDLER_LIMIT_MS).then(() => keepWriting(trx, 200))
    await Promise.all([slow, writing])
  }
  const works = [{ event: envelope, subscription: { event, handle } }]
  await expect(handleOnce({ service: 'ledger', db, handlerLimitMs: HANDLER_LIMIT_MS }, works)).rejects.toThrow('took longer')
  const outcomes = await writing
  expect(outcomes).toContain(ENDED)
  expect(outcomes).not.toContain('written')
  expect(await ledger.notes()).toEqual([])
  expect(await db.selectFrom('inbox').select('event_id').execute()).toEqual([])
})

it('when one of several concurrent queries in a transaction fails, later queries reject', async () => {
  const db = ledger.replica()
  let others: Promise<string[]> | undefined
  const work = (trx: Transaction<Tables>) => {
    // The rollback waits for this slow statement.
    const slow = sql`select pg_sleep(0.2)`.execute(trx)
    others = keepWriting(trx, 200)
    return Promise.all([slow, others, nextTurn().then(() => Promise.reject(new Error('the first to fail')))])
  }
  await expect(inTransaction(db, work)).rejects.toThrow('the first to fail')
  expect(await others).toContain(ENDED)
  expect(await ledger.notes()).toEqual([])
})

it('a statement during or after the commit rejects', async () => {
  const db = ledger.replica()
  let during: Promise<string[]> | undefined
  let kept: Transaction<Tables> | undefined
  await inTransaction(db, async (trx) => {
    kept = trx
    await write(trx, 1)
    // This slow statement is queued before the commit, so it belongs to the transaction.
    void sql`select pg_sleep(0.1)`.execute(trx)
    during = nextTurn().then(() => keepWriting(trx, 30))
  })
  if (!kept) throw new Error('no transaction')
  await expect(write(kept, 99)).rejects.toThrow()
  const outcomes = await during
  expect(outcomes).toContain(ENDED)
  expect(outcomes).not.toContain('written')
  expect(await ledger.notes()).toEqual(['note 1'])
})

it('a statement that is running at the rollback is rolled back', async () => {
  const db = ledger.replica()
  let inFlight: Promise<unknown> | undefined
  const work = async (trx: Transaction<Tables>) => {
    // The statement is slow, so that the rollback begins before the statement ends.
    inFlight = sql`insert into entry select 7, 'slow' from pg_sleep(0.1)`.execute(trx)
    throw new Error('changed my mind')
  }
  await expect(inTransaction(db, work)).rejects.toThrow('changed my mind')
  await inFlight
  expect(await ledger.notes()).toEqual([])
})

it('a commit that Postgres turns into a rollback fails', async () => {
  const db = ledger.replica()
  const work = async (trx: Transaction<Tables>) => {
    await write(trx, 1)
    await write(trx, 1).catch(() => {})
  }
  await expect(inTransaction(db, work)).rejects.toThrow('rolled back instead of committed')
  expect(await ledger.notes()).toEqual([])
})

it('a client lost between two statements fails the transaction, and the next transaction uses another client', async () => {
  const one = ledger.replica(1)
  const work = async (trx: Transaction<Tables>) => {
    await write(trx, 1)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await ledger.administer(`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
    await write(trx, 2)
  }
  await expect(inTransaction(one, work)).rejects.toThrow(/terminat|not queryable/)
  await inTransaction(one, (trx) => write(trx, 3))
  expect(await ledger.notes()).toEqual(['note 3'])
})

it('a client whose session Postgres has ended is not used for the next query', async () => {
  const one = ledger.replica(1)
  const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(one)
  const waiting = sql<{ one: number }>`select 1 as one`.execute(one)
  await expect(ended).rejects.toThrow('terminating connection')
  expect((await waiting).rows).toEqual([{ one: 1 }])
})

it('a query that Postgres rejects leaves the client in the pool', async () => {
  const one = ledger.replica(1)
  const pid = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)).rows[0]?.pid
  const before = await pid()
  await expect(sql`select nothing`.execute(one)).rejects.toThrow('does not exist')
  expect(await pid()).toBe(before)
})

it('prepares a statement with parameters once for all values', async () => {
  const one = ledger.replica(1)
  const prepared = async () => {
    const { rows } = await sql<{ statement: string; used: number }>`
      select statement, generic_plans + custom_plans as used from pg_prepared_statements where statement like 'insert%'`.execute(one)
    return rows
  }
  for (const id of [1, 2]) await inTransaction(one, (trx) => write(trx, id))
  await one.insertInto('entry').values({ id: 3, note: 'note 3' }).execute()
  expect(await prepared()).toEqual([{ statement: 'insert into "entry" ("id", "note") values ($1, $2)', used: 3 }])
})
