import { type Context, currentContext, runInContext } from '@app/chassis/logging/context.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { lockWaits } from '../../src/testing/lock-waits.ts'
import { countWaiting } from '../../src/testing/run-due-work.ts'
import { ATTEMPTS_MAX, failed, hold, obsolete, retry, unknown, wait, waitAfter } from '../../src/work/outcome.ts'
import { enqueueAgain, type Queue, URGENT } from '../../src/work/queue.ts'
import { purgeWork } from '../../src/work/work-table.ts'
import { eventually, setUpWork, type WorkSetUp } from './setup.ts'

let work: WorkSetUp
let queue: Queue<string>
beforeAll(async () => {
  work = await setUpWork()
})
afterAll(() => work.close())
beforeEach(() => {
  queue = { name: crypto.randomUUID() }
})
afterEach(() => work.stopWorkers())

const some = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `k${n}`, payload: `p${n}` }))
const states = async () => (await work.rows(queue)).map(({ state }) => state)

it('several replicas process each item once', async () => {
  const did: string[] = []
  await work.queue(queue, some(200))
  for (const _ of [1, 2, 3]) {
    work.start(queue, async ({ payload }) => {
      did.push(payload)
      return undefined
    })
  }
  await eventually(async () => new Set(await states())).toEqual(new Set(['done']))
  expect(did).toHaveLength(200)
  expect(new Set(did).size).toBe(200)
})

it('continues the trace and the correlation id of the request that queued the work, also in log lines', async () => {
  const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: false }
  await runInContext({ correlationId: 'c1', trace }, () => work.queue(queue, some(1)))
  let context: Context | undefined
  work.start(queue, async () => {
    context = currentContext()
    return undefined
  })
  await eventually(states).toEqual(['done'])
  expect(context).toMatchObject({ correlationId: 'c1', trace })
  const line = () => work.lines.map((line) => JSON.parse(line)).find((line) => line.queue === queue.name)
  await eventually(line).toMatchObject({ msg: 'work done', correlationId: 'c1', traceId: trace.traceId })
})

it('stores each outcome', async () => {
  await work.queue(queue, some(5))
  const outcomes = [undefined, retry('busy'), retry('soon', 1_000), failed('never'), unknown('no answer')]
  work.start(queue, async ({ payload }) => outcomes[Number(payload.slice(1))])
  await eventually(states).toEqual(['done', 'queued', 'queued', 'failed', 'unknown'])
  const rows = await work.rows(queue)
  expect(rows.map(({ last_error }) => last_error)).toEqual([null, 'busy', 'soon', 'never', 'no answer'])
  expect(rows[1]?.dueIn).toBeGreaterThan(5)
  expect(rows[1]?.dueIn).toBeLessThanOrEqual(15)
  expect(rows[2]?.dueIn).toBeLessThanOrEqual(1)
  expect(rows[4]?.dueIn).toBeGreaterThan(590)
})

it('retries with growing delays for about two and a half days, then gives up', async () => {
  expect([1, 2, 3, 20].map(waitAfter)).toEqual([15_000, 30_000, 60_000, 86_400_000])
  const waits = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, n) => waitAfter(n + 1))
  expect(waits.reduce((sum, wait) => sum + wait) / 86_400_000).toBeCloseTo(2.4, 1)
  await work.queue(queue, some(1))
  await sql`update work set attempts = ${ATTEMPTS_MAX - 1} where queue = ${queue.name}`.execute(work.db)
  work.start(queue, async () => retry('busy'))
  await eventually(states).toEqual(['failed'])
})

it('work with an unknown outcome is retried once with maybeTwice, then never again', async () => {
  await work.queue(queue, some(1))
  const flags: boolean[] = []
  const worker = work.start(queue, async ({ maybeTwice, recordIntent }) => {
    flags.push(maybeTwice)
    await recordIntent()
    throw new Error('the connection was lost')
  })
  // `recordIntent` already stores the state `unknown`, but only the exception stores an error.
  await eventually(() => work.rows(queue)).toMatchObject([{ state: 'unknown', last_error: 'unforeseen' }])
  await work.lapse(queue)
  worker.wake()
  await eventually(states).toEqual(['failed'])
  expect(flags).toEqual([false, true])
})

it('stores outcomes when the database is writable again, and repeats no work in the meantime', async () => {
  await work.queue(queue, some(3))
  let calls = 0
  const begun = Promise.withResolvers<void>()
  const settle = Promise.withResolvers<void>()
  work.start(queue, async () => {
    calls += 1
    if (calls === 3) begun.resolve()
    await settle.promise
    return undefined
  })
  await begun.promise
  await sql`revoke update on work from tasks_service`.execute(work.admin)
  settle.resolve()
  await eventually(() => work.lines.join('')).toContain('cannot settle or claim work')
  await sql`grant update on work to tasks_service`.execute(work.admin)
  await eventually(states).toEqual(['done', 'done', 'done'])
  expect(calls).toBe(3)
})

it('an item whose ledger cannot be written does not block the others', { tags: 'nightly' }, async () => {
  await work.queue(queue, some(4))
  const ledger: string[] = []
  let fits = false
  work.start(queue, async () => undefined, {
    async onSettled(_trx, settled) {
      if (!fits && settled.some(({ key }) => key === 'k0')) throw new Error('does not fit')
      ledger.push(...settled.map(({ key }) => key))
    },
  })
  await eventually(() => ledger.length).toBe(3)
  expect(await states()).toEqual(['running', 'done', 'done', 'done'])
  fits = true
  await eventually(states).toEqual(['done', 'done', 'done', 'done'])
})

it('when work is queued again while it runs, its outcome is stored after that transaction, and onSettled sees its changes', async () => {
  const other: Queue<string> = { name: crypto.randomUUID() }
  const end = Promise.withResolvers<void>()
  const seen: number[] = []
  await work.queue(queue, some(1))
  work.start(
    queue,
    async () => {
      await end.promise
      return undefined
    },
    { onSettled: async (trx) => void seen.push(await countWaiting(trx, other)) },
  )
  await eventually(states).toEqual(['running'])
  await work.db.transaction().execute(async (trx) => {
    await enqueueAgain(trx, queue, some(1))
    await enqueueAgain(trx, other, some(1))
    end.resolve()
    await eventually(() => lockWaits(work.db)).toBeGreaterThan(0)
  })
  await eventually(states).toEqual(['done'])
  expect(seen).toEqual([1])
})

it('urgent work gets a reserved slot while all other slots are busy', async () => {
  const slow = Promise.withResolvers<void>()
  const did: string[] = []
  await work.queue(queue, some(30))
  const handle = async ({ key, payload }: { key: string; payload: string }) => {
    did.push(key)
    if (payload !== 'code') await slow.promise
    return undefined
  }
  const worker = work.start(queue, handle, { capacity: 4, reserved: 1 })
  await eventually(() => did.length).toBe(4)
  await work.queue(queue, [{ key: 'urgent', payload: 'code', priority: URGENT }])
  worker.wake()
  await eventually(() => did).toContain('urgent')
  expect(did).toHaveLength(5)
  slow.resolve()
})

it('hold opens the circuit breaker, and the attempt is not counted', async () => {
  await work.queue(queue, some(10))
  let tries = 0
  work.start(
    queue,
    async () => {
      tries += 1
      return hold('away')
    },
    { capacity: 1 },
  )
  await eventually(async () => (await work.rows(queue)).filter(({ last_error }) => last_error === 'away')).toHaveLength(1)
  expect(tries).toBe(1)
  expect((await work.rows(queue)).map(({ attempts }) => attempts)).toEqual(Array(10).fill(0))
})

it('wait makes work due again without counting the attempt, and obsolete ends it; neither closes the circuit breaker', async () => {
  await work.queue(queue, some(3))
  const outcomes = { k0: hold('away'), k1: wait('incomplete', 60_000), k2: obsolete }
  let tries = 0
  const worker = work.start(
    queue,
    async ({ key }) => {
      tries += 1
      return outcomes[key as keyof typeof outcomes]
    },
    { capacity: 3 },
  )
  await eventually(async () => (await work.rows(queue)).find(({ key }) => key === 'k2')?.state).toBe('done')
  const [held, waiting, ended] = await work.rows(queue)
  expect(held).toMatchObject({ state: 'queued', attempts: 0, last_error: 'away' })
  expect(waiting).toMatchObject({ state: 'queued', attempts: 0, last_error: 'incomplete' })
  expect(waiting?.dueIn).toBeGreaterThan(50)
  expect(ended).toMatchObject({ state: 'done', last_error: null })
  await work.queue(queue, [{ key: 'later', payload: '' }])
  worker.wake()
  await worker.stop()
  expect(tries).toBe(3)
})

it('work that waits for a short time is attempted again as soon as it is due', async () => {
  await work.queue(queue, some(1))
  let tries = 0
  work.start(queue, async () => {
    tries += 1
    return tries < 3 ? wait('incomplete', 100) : undefined
  })
  // Polling alone would take ten seconds.
  await expect.poll(states, { timeout: 4_000 }).toEqual(['done'])
})

it('a stop leaves work with an intent unknown, and makes other work due at once', { tags: 'nightly' }, async () => {
  await work.queue(queue, some(2))
  const begun: string[] = []
  const worker = work.start(queue, async ({ key, signal, recordIntent }) => {
    if (key === 'k0') await recordIntent()
    begun.push(key)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return key === 'k0' ? unknown('stopped') : retry('stopped')
  })
  await eventually(() => begun.length).toBe(2)
  await worker.stop()
  const [first, second] = await work.rows(queue)
  expect(first).toMatchObject({ state: 'unknown' })
  expect(second).toMatchObject({ state: 'queued', attempts: 0 })
  expect(second?.dueIn).toBeLessThanOrEqual(0)
})

it('purges all work that was settled more than 90 days ago, and nothing else', async () => {
  const settled = (days: number, count: number) => sql`
    insert into work (queue, key, payload, priority, state, settled_at)
    select ${queue.name}, ${String(days)} || '-' || n, '{}', 0, 'done', now() - ${days} * interval '1 day' from generate_series(1, ${count}) n`
  await settled(91, 12_000).execute(work.db)
  await settled(89, 1).execute(work.db)
  await work.queue(queue, some(1))
  expect(await purgeWork(work.db)).toBe(12_000)
  expect((await work.rows(queue)).map(({ key }) => key)).toEqual(['89-1', 'k0'])
})
