import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, currentContext, runInContext } from '@app/chassis/context.ts'
import { listDeadLetters, replayDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { purgeMessages } from '@app/chassis/messaging/purge.ts'
import { republishStates, resendSince } from '@app/chassis/messaging/republish.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { PasswordResetRequested } from '@app/contracts/events/identity.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { envelopeOf, range } from './tested.ts'
import { type Databases, eventually, openDatabases, openWorld, type World } from './world.ts'

/** What holds of every transport. `connector` answers, for each test, how a replica connects. */
export function transportContract(connector: () => () => Promise<Transport>): void {
  let databases: Databases
  let world: World

  beforeAll(async () => {
    databases = await openDatabases()
  })
  afterAll(() => databases.drop())
  beforeEach(async () => {
    world = await openWorld(databases, connector())
  })
  afterEach(() => world.close())

  const failedAs = (text: string) => async () => {
    const letters = await listDeadLetters(databases.consumer)
    expect(letters.map(({ error, retryAt }) => [error, retryAt])).toEqual([[text, null]])
  }

  async function receivedAt(): Promise<string | undefined> {
    const { rows } = await sql<{ at: string }>`select received_at as at from dead_letter`.execute(databases.consumer)
    return rows[0]?.at
  }

  /** What that release writes; it knows nothing of the columns that came later. */
  async function giveUpAsReleaseBefore(): Promise<void> {
    const event = envelopeOf(world, { n: 1 })
    await sql`
      insert into dead_letter (id, event, error, attempts, retry_at)
      values (${event.id}, ${JSON.stringify(event)}, 'Error: no admin is known yet', 5, null)`.execute(databases.consumer)
  }

  const age = (n: number, by: string) =>
    sql`update event_log set logged_at = now() - ${by}::interval where event->'data'->>'n' = ${String(n)}`.execute(databases.publisher)

  it('brings each event to each consumer once, and empties the outbox', async () => {
    await world.consume('one')
    await world.consume('two')
    await world.relay()
    await world.add(1, 300)
    await eventually(async () => {
      expect(await world.effects('one')).toEqual(range(1, 300))
      expect(await world.effects('two')).toEqual(range(1, 300))
      expect(await world.outboxSize()).toBe(0)
    })
  })

  it('hands on the correlation id, and the event as the cause', async () => {
    await world.consume('one')
    await world.relay()
    await runInContext({ correlationId: 'request-7' }, () => world.add(1, 1))
    await eventually(async () => {
      const { rows } = await sql`
        select correlation, event_id = causation::uuid as caused from effect, inbox`.execute(databases.consumer)
      expect(rows).toEqual([{ correlation: 'request-7', caused: true }])
    })
  })

  it('hands on who brought it about, to what a handler publishes too', async () => {
    const contexts: Context[] = []
    await world.consume('one', {
      async handle(trx, n) {
        contexts.push(currentContext())
        if (n === 1) await addEvent(trx, world.event, { aggregateId: 'a1', version: 2, data: { n: 2 } })
      },
    })
    await world.relay()
    const actor = { id: v7(), role: 'admin' } as const
    await runInContext({ correlationId: 'request-8', actor }, () => world.add(1, 1))
    await eventually(async () => expect(await world.effects('one')).toEqual([1]))
    expect(contexts).toMatchObject([{ actor }])
    const [event] = await outboxOf(databases.consumer as never, world.event)
    expect(event).toMatchObject({ actorid: actor.id, actorrole: 'admin' })

    await world.add(3, 3)
    await eventually(async () => expect(await world.effects('one')).toEqual([1, 3]))
    expect(contexts[1]).not.toHaveProperty('actor')
  })

  it('has one effect of an event that is published twice', async () => {
    await world.consume('one')
    const transport = await world.transport()
    const event = envelopeOf(world, { n: 1 })
    expect(await transport.publish([event])).toEqual(['delivered'])
    expect(await transport.publish([event, event])).toEqual(['delivered', 'delivered'])
    await transport.publish([envelopeOf(world, { n: 2 })])
    await eventually(async () => expect(await world.effects('one')).toEqual([1, 2]))
  })

  it('rolls back and retries a handler that fails, while others go on', async () => {
    let isMended = false
    const handle = async (_: unknown, n: number) => {
      if (n === 5 && !isMended) throw new Error('not yet')
    }
    await world.consume('one', { handle, retryDelaysMs: Array(100).fill(300) })
    await world.relay()
    await world.add(1, 40)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 40).filter((n) => n !== 5)))
    isMended = true
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 40)))
    expect(await listDeadLetters(databases.consumer)).toEqual([])
  })

  it('gives a poison event up after its retries, and keeps it for a replay', async () => {
    let isMended = false
    const handle = async (_: unknown, n: number) => {
      if (n === 1 && !isMended) throw new Error('poison')
    }
    await world.consume('one', { handle })
    await world.relay()
    await world.add(1, 20)
    await eventually(failedAs('Error: poison'))
    await eventually(async () => {
      expect(await world.effects('one')).toEqual(range(2, 20))
      expect(await world.outboxSize()).toBe(0)
    })
    expect((await listDeadLetters(databases.consumer))[0]).toMatchObject({ attempts: 3, type: world.event.type, event: { data: { n: 1 } } })

    expect(await replayDeadLetters(databases.consumer)).toBe(1)
    await eventually(async () => expect((await listDeadLetters(databases.consumer))[0]).toMatchObject({ attempts: 4, retryAt: null }))
    isMended = true
    expect(await replayDeadLetters(databases.consumer)).toBe(1)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 20)))
    expect(await listDeadLetters(databases.consumer)).toEqual([])
  })

  it('ends a handler that never would, and what it still does later is not done', async () => {
    const late = Promise.withResolvers<void>()
    const handle = (_: unknown, n: number) => (n === 1 ? late.promise : Promise.resolve())
    await world.consume('one', { handle, handlerLimitMs: 100 })
    await world.relay()
    await world.add(1, 20)
    await eventually(failedAs(`Error: Handling ${world.event.type} took longer than 0.1 s`))
    late.resolve()
    await sleep(50)
    expect(await world.effects('one')).toEqual(range(2, 20))
  })

  it('keeps an event whose data it does not understand for a newer replica', async () => {
    const older = await world.consume('one')
    const transport = await world.transport()
    await transport.publish([envelopeOf(world, { n: 7, newer: 'seven' }), envelopeOf(world, { n: 'nine' }), envelopeOf(world, { n: 8 })])
    await eventually(async () => expect(await world.effects('one')).toEqual([7, 8]))
    const fault = `UnknownEvent: data of ${world.event.type} is not as its contract says: /n must be integer`
    // It is looked at again and again, and none of that counts as a try.
    await eventually(async () => {
      const [letter] = await listDeadLetters(databases.consumer)
      expect(letter).toMatchObject({ error: fault, retryAt: expect.any(String) })
      expect(Date.parse(letter?.failedAt ?? '')).toBeGreaterThan(Date.parse((await receivedAt()) ?? ''))
      expect(letter?.attempts).toBe(0)
    })
    await older.stop()
    const numbers: unknown[] = []
    await world.consumeNewer('one', async (data) => void numbers.push(data))
    await eventually(async () => expect(numbers).toEqual([{ n: 'nine' }]))
    await eventually(async () => expect(await listDeadLetters(databases.consumer)).toEqual([]))
  })

  it('gives what no version understands up after a day', async () => {
    const first = await world.consume('one')
    await (await world.transport()).publish([envelopeOf(world, { n: 'seven' })])
    await eventually(async () => expect(await listDeadLetters(databases.consumer)).toHaveLength(1))
    await first.stop()
    await sql`update dead_letter set received_at = now() - interval '25 hours', retry_at = now()`.execute(databases.consumer)
    await world.consume('one')
    await eventually(failedAs(`UnknownEvent: data of ${world.event.type} is not as its contract says: /n must be integer`))
  })

  it('takes over what a replica of the release before gave up after half a minute', async () => {
    await giveUpAsReleaseBefore()
    await world.consume('one')
    await eventually(async () => expect(await world.effects('one')).toEqual([1]))
  })

  it('lets what was given up before the tables knew when rest', async () => {
    await giveUpAsReleaseBefore()
    await sql`update dead_letter set given_up_at = failed_at`.execute(databases.consumer)
    const consumer = await world.consume('one')
    await (await world.transport()).publish([envelopeOf(world, { n: 2 })])
    await eventually(async () => expect(await world.effects('one')).toEqual([2]))
    await consumer.stop()
    expect(await world.effects('one')).toEqual([2])
  })

  it('holds nothing longer than its own wait when the clock goes back', async () => {
    const first = await world.consume('one', { handle: () => Promise.reject(new Error('not yet')), retryDelaysMs: [60_000] })
    const relay = await world.relay()
    await world.add(1, 1)
    await eventually(async () => expect(await listDeadLetters(databases.consumer)).toHaveLength(1))
    await first.stop()
    await relay.stop()
    // As rows look that were written an hour ahead of the clock.
    await world.add(2, 2)
    await sql`update outbox set available_at = available_at + interval '1 hour'`.execute(databases.publisher)
    await sql`update dead_letter set retry_at = retry_at + interval '1 hour'`.execute(databases.consumer)
    await world.consume('one')
    await world.relay()
    await eventually(async () => expect(await world.effects('one')).toEqual([1, 2]))
  })

  it('shares an outbox between relays', async () => {
    await world.consume('one')
    await world.add(1, 1_000)
    await Promise.all([world.relay(), world.relay()])
    await world.add(1_001, 1_200)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 1_200)))
    await eventually(async () => expect(await world.outboxSize()).toBe(0))
  })

  it('keeps events for a consumer that is away', async () => {
    const first = await world.consume('one')
    await world.relay()
    await world.add(1, 30)
    await first.stop()
    await world.add(31, 60)
    await sleep(100)
    await world.consume('one')
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 60)))
  })

  it('brings a consumer that is added later what happens from then on', async () => {
    await world.consume('one')
    await world.relay()
    await world.add(1, 10)
    await eventually(async () => expect(await world.outboxSize()).toBe(0))
    await world.consume('later')
    await world.add(11, 20)
    await eventually(async () => expect(await world.effects('later')).toEqual(range(11, 20)))
    // Consumers do not wait for each other.
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 20)))
  })

  it('keeps events that nobody asks for, however often they were offered, until somebody does', async () => {
    await world.add(1, 5)
    // As often as the release before this one tried.
    await sql`update outbox set attempts = 6`.execute(databases.publisher)
    await world.relay()
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 0, unroutable: 5 }))
    expect(await world.outboxSize()).toBe(0)
    await world.add(6, 250)
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 0, unroutable: 250 }))
    expect(world.lines.filter((line) => line.includes('no consumer asks for their types'))).toHaveLength(1)
    await world.consume('late')
    await eventually(async () => expect(await world.effects('late')).toEqual(range(1, 250)))
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 250, unroutable: 0 }))
  })

  it('keeps what went out for a week, and says what nobody asked for in that time', async () => {
    await world.relay()
    await world.consume('one')
    await world.add(1, 3)
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 3, unroutable: 0 }))
    await age(1, '6 days')
    await age(2, '8 days')
    await age(3, '8 days')
    await sql`update event_log set is_unroutable = true where event->'data'->>'n' = '3'`.execute(databases.publisher)
    const { log, lines } = recordingLogger()
    const expired: number[] = []
    const metrics = { published() {}, consumed() {}, deadLettered() {}, expired: (count: number) => void expired.push(count) }
    await purgeMessages({ db: databases.publisher, log, metrics })
    expect(await world.logged()).toEqual({ routed: 1, unroutable: 0 })
    expect(expired).toEqual([1])
    expect(lines.join()).toContain(`"types":["${world.event.type}"],"count":1`)
  })

  it('does not keep what holds a secret once it went out', async () => {
    const heard: unknown[] = []
    await (await world.transport()).subscribe({
      service: `resets-${world.mark}`,
      types: [PasswordResetRequested.type],
      receive: async (message) => void heard.push(message),
      receiveDead: async () => {},
    })
    await world.relay()
    const data = { userId: v7(), email: 'zoe@example.com', username: 'zoe', code: '481516', expiresAt: new Date().toISOString() }
    await databases.publisher.transaction().execute((trx) => addEvent(trx, PasswordResetRequested, { aggregateId: 'u1', version: 1, data }))
    await eventually(async () => expect(heard).toMatchObject([{ data }]))
    await eventually(async () => expect(await world.outboxSize()).toBe(0))
    expect(await world.logged()).toEqual({ routed: 0, unroutable: 0 })
  })

  it('goes on whatever somebody else shouts into the channel that wakes the relay', async () => {
    await world.consume('one')
    await world.relay()
    await sql`select pg_notify('outbox_tasks', '{broken')`.execute(databases.consumer)
    await world.add(1, 5)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 5)))
  })

  it('sends again what went out, for a consumer that lost it or came later; whoever has handled it does nothing', async () => {
    await world.consume('one')
    await world.relay()
    await world.add(1, 250)
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 250, unroutable: 0 }))
    await age(1, '2 days')
    await world.consume('later')
    expect(await resendSince(databases.publisher, new Date(Date.now() - 3_600_000).toISOString())).toBe(249)
    await eventually(async () => expect(await world.effects('later')).toEqual(range(2, 250)))
    await eventually(async () => expect(await world.outboxSize()).toBe(0))
    expect(await world.effects('one')).toEqual(range(1, 250))
  })

  it('publishes every state, page by page, through the outbox', async () => {
    await world.consume('one')
    await world.relay()
    const states = range(1, 450).map((n) => ({
      aggregateId: `00000000-0000-0000-0001-${String(n).padStart(12, '0')}`,
      version: 1,
      data: { n },
    }))
    const pages: number[] = []
    const count = await republishStates(databases.publisher, world.event, async (_trx, after, limit) => {
      const page = states.filter(({ aggregateId }) => aggregateId > after).slice(0, limit)
      pages.push(page.length)
      return page
    })
    expect(count).toBe(450)
    expect(pages).toEqual([200, 200, 50, 0])
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 450)), 50_000)
  }, 60_000)

  it('resumes what a stop left behind', async () => {
    const relay = await world.relay()
    const consumer = await world.consume('one', { handle: () => sleep(2) })
    const adding = world.add(1, 400)
    await sleep(50)
    await consumer.stop()
    await relay.stop()
    await adding
    await world.consume('one')
    await world.relay()
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 400)))
  })

  it('does not let a slow handler hold up other events', async () => {
    const handle = async (_: unknown, n: number) => {
      if (n === 1) await sleep(2_500)
    }
    await world.consume('one', { handle })
    await world.relay()
    await world.add(1, 1)
    // Another aggregate, another lane.
    await world.add(2, 3)
    await eventually(async () => expect(await world.effects('one')).toEqual([2, 3]), 2_400)
    await eventually(async () => expect(await world.effects('one')).toEqual([1, 2, 3]))
  })
}
