import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COUNT_MAX } from '../../src/db/figures.ts'
import { failed, hold, retry, unknown } from '../../src/work/outcome.ts'
import { eventually, setUpWork, type WorkSetUp } from './setup.ts'

let work: WorkSetUp
beforeAll(async () => {
  work = await setUpWork()
})
afterAll(async () => {
  await work.stopWorkers()
  await work.close()
})

async function figure(name: string, queue: string, labels = ''): Promise<number> {
  const text = await work.registry.metrics()
  return Number(text.split(`${name}{queue="${queue}"${labels}} `)[1]?.split('\n')[0])
}

it('counts attempts by outcome', async () => {
  const queue = { name: 'tried' }
  const outcomes = {
    done: undefined,
    retried: retry('busy', 60_000),
    failed: failed('never'),
    unknown: unknown('no answer'),
    held: hold('away'),
  }
  await work.queue(
    queue,
    Object.keys(outcomes).map((key) => ({ key, payload: null })),
  )
  work.start(queue, async ({ key }) => outcomes[key as keyof typeof outcomes])
  for (const outcome of Object.keys(outcomes))
    await eventually(() => figure('work_duration_seconds_count', 'tried', `,outcome="${outcome}"`)).toBe(1)
  await eventually(() => figure('work_waiting', 'tried')).toBe(3)
})

it('reports the amount and age of waiting work, and how long it is overdue', async () => {
  const queue = { name: 'waiting' }
  const ended = Promise.withResolvers<undefined>()
  await work.queue(queue, [
    { key: 'in hand', payload: null },
    { key: 'later', payload: null, delayMs: 60_000 },
  ])
  work.start(queue, () => ended.promise, { capacity: 1 })
  await eventually(() => figure('work_running', 'waiting')).toBe(1)
  expect(await figure('work_waiting', 'waiting')).toBe(1)
  expect(await figure('work_overdue_seconds', 'waiting')).toBe(0)

  await sql`update work set created_at = now() - interval '1 hour', due_at = now() - interval '10 minutes' where key = 'later'`.execute(
    work.db,
  )
  expect(await figure('work_oldest_seconds', 'waiting')).toBeCloseTo(3_600, -2)
  expect(await figure('work_overdue_seconds', 'waiting')).toBeCloseTo(600, -2)

  await sql`
    insert into work (queue, key, payload, priority)
    select 'waiting', n::text, 'null', 0 from generate_series(1, ${2 * COUNT_MAX}) as n`.execute(work.db)
  expect(await figure('work_waiting', 'waiting')).toBeGreaterThanOrEqual(COUNT_MAX - 1)
  expect(await figure('work_waiting', 'waiting')).toBeLessThanOrEqual(COUNT_MAX)
  await sql`delete from work where queue = 'waiting'`.execute(work.db)
  ended.resolve(undefined)
})
