import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '@app/chassis/testing/database.ts'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consumeLimit, createRateLimitTable, type RateLimitTables } from '../../src/limits/limiter.ts'

const limit = { count: 3, seconds: 60 }
let database: TestDatabase
let db: Kysely<RateLimitTables>

beforeAll(async () => {
  database = await createTestDatabase('tasks', { '0001-rate-limits': { up: createRateLimitTable } })
  db = connect({ url: database.url, schema: 'tasks', max: 5, onIdleError: () => {} })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const taken = async (key: string, now: Date, uses = 1): Promise<number> => {
  const outcomes = await Promise.allSettled(Array.from({ length: uses }, () => consumeLimit(db, { key, limit, now })))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}
const after = (start: Date, seconds: number) => new Date(start.getTime() + seconds * 1000)

it('allows a burst, then one use per share of the period', async () => {
  const start = new Date()
  expect(await taken('burst', start, 10)).toBe(3)
  expect(await taken('burst', after(start, 19))).toBe(0)
  expect(await taken('burst', after(start, 21), 2)).toBe(1)
  expect(await taken('another', start, 10)).toBe(3)
})

it.each([3_600, 60, 40])('counts from zero after the clock was set back by %d s', async (seconds) => {
  const later = new Date()
  const key = `back ${seconds}`
  expect(await taken(key, later, 4)).toBe(3)
  expect(await taken(key, after(later, -seconds), 4)).toBe(3)
})

it('does not count from zero for a replica whose clock is 2 s behind', async () => {
  const start = new Date()
  expect(await taken('skew', start, 3)).toBe(3)
  expect(await taken('skew', after(start, -2), 3)).toBe(0)
})
