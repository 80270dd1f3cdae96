import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { lockWaits } from '../../src/testing/lock-waits.ts'
import { type Claim, correctDueTimes, LEASE_MS, recordIntent, renewLeases, settleAndClaim } from '../../src/work/lease.ts'
import { settlementOf } from '../../src/work/outcome.ts'
import { drop, enqueueAgain, type NewWork, type Queue, release } from '../../src/work/queue.ts'
import { setUpWork, type WorkSetUp } from './setup.ts'

let work: WorkSetUp
let queue: Queue<number>
beforeAll(async () => {
  work = await setUpWork()
})
afterAll(() => work.close())
beforeEach(() => {
  queue = { name: crypto.randomUUID() }
})

const doneOf = (claim: Claim) => ({ ...claim, settlement: settlementOf({ kind: 'done' }, { attempts: 1, maybeTwice: false }, 0) })
const claim = async (count = 10, priority = 0) => (await settleAndClaim(work.db, queue, [], { count, priority })).claimed
const claimOne = async () => (await claim(1))[0] ?? expect.unreachable('nothing was due')
const again = (item: NewWork<number>) => work.db.transaction().execute((trx) => enqueueAgain(trx, queue, [item]))
const keys = (rows: { key: string }[]) => rows.map(({ key }) => key)

it('claims each key once, although it was queued repeatedly', async () => {
  const works = Array.from({ length: 1_000 }, (_, n) => ({ key: `k${n}`, payload: n }))
  await work.queue(queue, works)
  await work.queue(queue, works.slice(0, 10))
  expect(await work.rows(queue)).toHaveLength(1_000)
  const claimed = await claim(2_000)
  expect(claimed.map(({ payload }) => payload).sort((a, b) => a - b)).toEqual(works.map(({ payload }) => payload))
})

it('claims by priority, then by due time, and nothing before it is due', async () => {
  await work.queue(queue, [{ key: 'old', payload: 1 }])
  await work.queue(queue, [{ key: 'new', payload: 1 }])
  await work.queue(queue, [
    { key: 'urgent', payload: 1, priority: 1 },
    { key: 'later', payload: 1, priority: 1, delayMs: 60_000 },
  ])
  expect(keys(await claim(1))).toEqual(['urgent'])
  expect(await claim(1, 1)).toEqual([])
  expect(keys(await claim(1))).toEqual(['old'])
  await work.db.transaction().execute((trx) => release(trx, queue, ['later', 'old']))
  expect(keys(await claim())).toEqual(expect.arrayContaining(['later', 'new']))
})

it('a claim is exclusive until its lease expires; then another worker may claim the row', async () => {
  await work.queue(queue, [{ key: 'a', payload: 1 }])
  const first = await claimOne()
  expect(await claim()).toEqual([])
  await work.lapse(queue)
  expect((await renewLeases(work.db, [first])).size).toBe(1)
  expect((await work.rows(queue))[0]?.dueIn).toBeGreaterThan(LEASE_MS / 1_000 - 5)
  await work.lapse(queue)
  const second = await claimOne()
  expect(second.attempts).toBe(2)
  // The first worker continues although its lease has expired.
  expect((await renewLeases(work.db, [first])).size).toBe(0)
  expect(await recordIntent(work.db, first)).toBe(false)
  expect((await settleAndClaim(work.db, queue, [doneOf(first)], { count: 0, priority: 0 })).settled.size).toBe(0)
  expect(await work.rows(queue)).toMatchObject([{ state: 'running' }])
  expect((await settleAndClaim(work.db, queue, [doneOf(second)], { count: 0, priority: 0 })).settled.size).toBe(1)
  expect(await work.rows(queue)).toMatchObject([{ state: 'done' }])
})

it('settles a batch and claims the next in one statement', async () => {
  await work.queue(
    queue,
    Array.from({ length: 50 }, (_, n) => ({ key: `k${n}`, payload: n })),
  )
  const first = await claim(20)
  const { settled, claimed } = await settleAndClaim(work.db, queue, first.map(doneOf), { count: 20, priority: 0 })
  expect([settled.size, claimed.length]).toEqual([20, 20])
  expect(keys(claimed).some((key) => keys(first).includes(key))).toBe(false)
})

it('after an intent, work without an outcome is unknown for ten minutes and is then claimed as a repeat', async () => {
  await work.queue(queue, [{ key: 'a', payload: 1 }])
  const holder = await claimOne()
  expect(await recordIntent(work.db, holder)).toBe(true)
  const [row] = await work.rows(queue)
  expect(row).toMatchObject({ state: 'unknown' })
  expect(row?.dueIn).toBeGreaterThan(590)
  // The claim stays valid after the intent, until another worker claims the row.
  expect((await renewLeases(work.db, [holder])).size).toBe(1)
  await work.lapse(queue)
  expect(await claimOne()).toMatchObject({ attempts: 2, repeats: 1 })
  expect((await settleAndClaim(work.db, queue, [doneOf(holder)], { count: 0, priority: 0 })).settled.size).toBe(0)
})

it('corrects due times that are too far in the future after the clock was set back by an hour', async () => {
  await work.queue(queue, [
    { key: 'held', payload: 1 },
    { key: 'waits', payload: 1, delayMs: 60_000 },
    { key: 'due', payload: 1 },
  ])
  await sql`update work set due_at = due_at - interval '1 second' where queue = ${queue.name} and key = 'held'`.execute(work.db)
  expect(keys(await claim(1))).toEqual(['held'])
  await sql`update work set due_at = due_at + interval '1 hour' where queue = ${queue.name}`.execute(work.db)
  await correctDueTimes(work.db, queue)
  const [held, waits, due] = await work.rows(queue)
  expect(held?.dueIn).toBeLessThanOrEqual(LEASE_MS / 1_000)
  expect(held?.dueIn).toBeGreaterThan(1)
  expect(waits?.dueIn).toBeLessThanOrEqual(60)
  expect(due?.dueIn).toBeLessThanOrEqual(0)
})

it('gives up only work that is not claimed', async () => {
  await work.queue(queue, [
    { key: 'a', payload: 1 },
    { key: 'b', payload: 1 },
  ])
  const { key } = await claimOne()
  const dropped = await work.db.transaction().execute((trx) => drop(trx, queue, ['a', 'b'], 'not wanted'))
  expect([key, ...dropped].sort()).toEqual(['a', 'b'])
})

it('queues settled work again, but does not change work that waits or runs', async () => {
  await again({ key: 'a', payload: 1, delayMs: 60_000 })
  await again({ key: 'a', payload: 2 })
  expect(await claim()).toEqual([])
  await work.lapse(queue)
  const first = await claimOne()
  await again({ key: 'a', payload: 3 })
  expect(first).toMatchObject({ payload: 1, attempts: 1 })
  expect(await claim()).toEqual([])
  await settleAndClaim(work.db, queue, [doneOf(first)], { count: 0, priority: 0 })
  await again({ key: 'a', payload: 4 })
  const second = await claimOne()
  expect(second).toMatchObject({ id: first.id, payload: 4, attempts: 1, repeats: 0 })
  // A replica that was frozen in its first attempt cannot change the second one.
  expect((await renewLeases(work.db, [first])).size).toBe(0)
  expect((await settleAndClaim(work.db, queue, [doneOf(first)], { count: 0, priority: 0 })).settled.size).toBe(0)
})

it('work that is queued again while its outcome is stored runs once more', async () => {
  await again({ key: 'a', payload: 1 })
  const first = await claimOne()
  const queued = await work.db.transaction().execute(async (trx) => {
    await settleAndClaim(trx, queue, [doneOf(first)], { count: 0, priority: 0 })
    const waits = again({ key: 'a', payload: 2 })
    await expect.poll(() => lockWaits(work.db)).toBe(1)
    return { waits }
  })
  await queued.waits
  expect(await claimOne()).toMatchObject({ payload: 2 })
})
