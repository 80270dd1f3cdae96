import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, currentContext, runInContext } from '@app/chassis/context.ts'
import { listDeadLetters, replayDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { range } from './tested.ts'
import { type Databases, eventually, openDatabases, openWorld, type World } from './world.ts'

const envelopeOf = (world: World, data: unknown): EventEnvelope => ({
  specversion: '1.0',
  id: v7(),
  source: '/tasks',
  type: world.event.type,
  subject: 'a1',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  correlationid: 'c1',
  aggregateversion: 1,
  data,
})

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
    let failures = 0
    const handle = async (_: unknown, n: number) => {
      if (n === 5 && ++failures <= 2) throw new Error('not yet')
    }
    await world.consume('one', { handle, retryDelaysMs: [300, 300] })
    await world.relay()
    await world.add(1, 40)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 40).filter((n) => n !== 5)))
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

  it('gives an event that breaks its contract up at once', async () => {
    await world.consume('one')
    const transport = await world.transport()
    await transport.publish([envelopeOf(world, { n: 'seven' }), envelopeOf(world, { n: 8 })])
    await eventually(async () => expect(await world.effects('one')).toEqual([8]))
    await eventually(failedAs(`UnusableMessage: data of ${world.event.type} is not as its contract says: /n must be integer`))
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

  it('holds events that nobody asks for until services that start late are there', async () => {
    await world.relay()
    await world.add(1, 5)
    await eventually(async () => {
      const { rows } = await sql`select min(attempts) as tries from outbox`.execute(databases.publisher)
      expect(rows).toEqual([{ tries: 1 }])
    })
    await world.consume('late')
    await eventually(async () => expect(await world.effects('late')).toEqual(range(1, 5)))
  })

  it('lets an event go, and says so, when still nobody asks for it', async () => {
    await world.add(1, 1)
    await sql`update outbox set attempts = 6`.execute(databases.publisher)
    await world.relay()
    await eventually(async () => expect(await world.outboxSize()).toBe(0))
    expect(world.lines.join()).toContain('no consumer asks for their types')
  })

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
