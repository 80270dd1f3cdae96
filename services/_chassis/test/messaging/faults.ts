import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { actingFromCli, dropDeadLetter, listDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { type Kysely, sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import type { FaultPlan, FaultPoint } from './fault-child.ts'
import { range, type Tables } from './tested.ts'
import { eventually, useStage } from './world.ts'

const child = fileURLToPath(new URL('fault-child.ts', import.meta.url))
const points: readonly FaultPoint[] = ['before the publish', 'before the delete', 'before the commit', 'before the ack']

const run = (plan: FaultPlan) =>
  spawn(process.execPath, [child], {
    env: { ...process.env, FAULT_PLAN: JSON.stringify(plan) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/**
 * Maximum number of starts of the process. The handler ends the process each time it gets the event `poison`, so each delivery of this
 * event needs one start. The event is given up after three retries, and its first delivery is not a retry.
 *
 * The relay runs in the same process. If the process ends before the relay's transaction commits, the next process publishes the event
 * again, and this delivery does not count as a retry either. On a busy machine, this can happen many times.
 */
const STARTS_MAX = 30
const RUN_LIMIT_MS = 60_000

/** Starts a process repeatedly until `isDone` returns true. Returns how often the process ended without being killed. */
async function runUntil(plan: FaultPlan, consumer: Kysely<Tables>, isDone: () => Promise<boolean>): Promise<number> {
  for (let ends = 0; ends < STARTS_MAX; ends += 1) {
    const running = run(plan)
    const ended = once(running, 'exit')
    await vi.waitUntil(async () => running.exitCode !== null || (await isDone()), { timeout: RUN_LIMIT_MS })
    const isOver = await isDone()
    running.kill('SIGKILL')
    await ended
    if (isOver) return ends
    // Makes the leases of the interrupted attempts expire.
    await sql`update dead_letter set retry_at = now(), claimed_until = now() where claimed_until = retry_at`.execute(consumer)
  }
  return STARTS_MAX
}

async function runAndKill(plan: FaultPlan, addEvents: () => Promise<void>): Promise<void> {
  const running = run(plan)
  const ended = once(running, 'exit')
  let printed = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await expect.poll(() => printed).toMatch(/^ready\n/)
  await addEvents()
  // The process prints `arrived` once for each event that reaches the fault point.
  await expect.poll(() => printed).toMatch(/^ready\n(arrived\n)+$/)
  running.kill('SIGKILL')
  await ended
}

/** These tests kill a process at each point where a crash could lose or duplicate an event. */
export function faultContract(amqpUrl: () => string | undefined, connector: () => () => Promise<Transport>): void {
  const stage = useStage(connector)

  it.for(points)('loses and duplicates no event when killed %s', async (point) => {
    const { world, databases } = stage
    const { publisherUrl, consumerUrl } = databases
    const plan = { point, publisherUrl, consumerUrl, amqpUrl: amqpUrl(), mark: world.mark }
    await runAndKill(plan, () => world.add(1, 30))
    if (point === 'before the ack') expect(await world.effects('one')).not.toEqual([])
    else if (point !== 'before the delete') expect(await world.effects('one')).toEqual([])
    await world.consume('one')
    await world.relay()
    await eventually(async () => {
      expect(await world.effects('one')).toEqual(range(1, 30))
      expect(await world.outboxSize()).toBe(0)
    })
  })

  it('gives up an event whose handler ends the process each time, and handles all others', async () => {
    const { world, databases } = stage
    const { publisherUrl, consumerUrl, consumer } = databases
    await world.add(1, 20)
    const isDone = async () => {
      const letters = await listDeadLetters(consumer)
      return letters.length === 1 && letters[0]?.retryAt === null && (await world.effects('one')).length === 19
    }
    const ends = await runUntil({ poison: 1, publisherUrl, consumerUrl, amqpUrl: amqpUrl(), mark: world.mark }, consumer, isDone)
    expect(ends).toBeLessThan(STARTS_MAX)
    expect(await listDeadLetters(consumer)).toMatchObject([
      { attempts: 3, retryAt: null, error: 'Error: The process ended while it handled this event', event: { data: { n: 1 } } },
    ])
    expect(await world.effects('one')).toEqual(range(2, 20))
  })

  it('an operator can drop an event whose handler ends the process', async () => {
    const { world, databases } = stage
    const { publisherUrl, consumerUrl, consumer } = databases
    await world.add(1, 1)
    const isClaimed = async () => (await listDeadLetters(consumer)).some(({ attempts }) => attempts > 0)
    await runUntil({ poison: 1, publisherUrl, consumerUrl, amqpUrl: amqpUrl(), mark: world.mark }, consumer, isClaimed)
    const [letter] = await listDeadLetters(consumer)
    expect(await dropDeadLetter(consumer, { service: `one-${world.mark}`, id: letter?._id ?? '', reason: 'poison' }, actingFromCli)).toBe(1)
    await world.consume('one')
    await world.relay()
    await world.add(2, 3)
    await eventually(async () => expect(await world.effects('one')).toEqual([2, 3]))
    expect(await listDeadLetters(consumer)).toEqual([])
  })
}
