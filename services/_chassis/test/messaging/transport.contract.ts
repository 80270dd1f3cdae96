import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, currentContext, runInContext } from '@app/chassis/logging/context.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { outboxOf } from '@app/chassis/testing/outbox.ts'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { eventLogContract } from './event-log.contract.ts'
import { failureContract } from './failures.contract.ts'
import { envelopeOf, range } from './tested.ts'
import { eventually, useStage } from './world.ts'

/** Tests of every transport. For each test, `connector` returns the function that connects a replica. */
export function transportContract(connector: () => () => Promise<Transport>): void {
  const stage = useStage(connector)

  it('delivers each event to each consumer once, and empties the outbox', async () => {
    await stage.world.consume('one')
    await stage.world.consume('two')
    await stage.world.relay()
    await stage.world.add(1, 300)
    await eventually(async () => {
      expect(await stage.world.effects('one')).toEqual(range(1, 300))
      expect(await stage.world.effects('two')).toEqual(range(1, 300))
      expect(await stage.world.outboxSize()).toBe(0)
    })
  })

  it('passes on the correlation id, and the id of the event as the cause', async () => {
    await stage.world.consume('one')
    await stage.world.relay()
    await runInContext({ correlationId: 'request-7' }, () => stage.world.add(1, 1))
    await eventually(async () => {
      const { rows } = await sql`
        select correlation, event_id = causation::uuid as caused from effect, inbox`.execute(stage.databases.consumer)
      expect(rows).toEqual([{ correlation: 'request-7', caused: true }])
    })
  })

  it('passes on the actor, also to events that a handler publishes', async () => {
    const contexts: Context[] = []
    await stage.world.consume('one', {
      async handle(trx, n) {
        contexts.push(currentContext())
        if (n === 1) await addEvent(trx, stage.world.event, { aggregateId: 'a1', version: 2, data: { n: 2 } })
      },
    })
    await stage.world.relay()
    const actor = { id: v7(), role: 'admin' } as const
    await runInContext({ correlationId: 'request-8', actor }, () => stage.world.add(1, 1))
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([1]))
    expect(contexts).toMatchObject([{ actor }])
    const [event] = await outboxOf(stage.databases.consumer as never, stage.world.event)
    expect(event).toMatchObject({ actorid: actor.id, actorrole: 'admin' })

    await stage.world.add(3, 3)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([1, 3]))
    expect(contexts[1]).not.toHaveProperty('actor')
  })

  it('handles an event once although it is published twice', async () => {
    await stage.world.consume('one')
    const transport = await stage.world.transport()
    const event = envelopeOf(stage.world, { n: 1 })
    expect(await transport.publish([event])).toEqual(['delivered'])
    expect(await transport.publish([event, event])).toEqual(['delivered', 'delivered'])
    await transport.publish([envelopeOf(stage.world, { n: 2 })])
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([1, 2]))
  })

  it('counts waiting, consumed and failed messages', async () => {
    const ended = Promise.withResolvers<void>()
    let failures = 0
    const handle = async (_trx: unknown, n: number) => {
      await ended.promise
      // The event fails twice: in a batch, and when the events of the batch are then handled one by one.
      if (n === 2 && failures < 2) throw new Error(`failure ${++failures}`)
    }
    const { figures } = await stage.world.consume('one', { handle })
    await stage.world.relay()
    await stage.world.add(1, 3)
    await eventually(async () => expect(await figures()).toMatch(/^events_waiting 3$/m))
    ended.resolve()
    await eventually(async () => expect(await figures()).toMatch(/^events_waiting 0$/m))
    await eventually(async () => expect(await figures()).toMatch(/^events_consumed_total\{type=".*"\} 3$/m))
    expect(await figures()).toMatch(/^events_failed_total [12]$/m)
    expect(await figures()).toMatch(/^events_batch_duration_seconds_count [1-9]/m)
  })

  it('shares an outbox between relays', async () => {
    await stage.world.consume('one')
    await stage.world.add(1, 1_000)
    await Promise.all([stage.world.relay(), stage.world.relay()])
    await stage.world.add(1_001, 1_200)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 1_200)))
    await eventually(async () => expect(await stage.world.outboxSize()).toBe(0))
  })

  async function untried(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from outbox where attempts = 0`.execute(
      stage.databases.publisher,
    )
    return rows[0]?.count ?? -1
  }

  it('keeps events for a consumer that is not running', async () => {
    const first = await stage.world.consume('one')
    await stage.world.relay()
    await stage.world.add(1, 30)
    await first.stop()
    await stage.world.add(31, 60)
    await eventually(async () => expect(await untried()).toBe(0))
    await stage.world.consume('one')
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 60)))
  })

  it('delivers only later events to a consumer that is added later', async () => {
    await stage.world.consume('one')
    await stage.world.relay()
    await stage.world.add(1, 10)
    await eventually(async () => expect(await stage.world.outboxSize()).toBe(0))
    await stage.world.consume('later')
    await stage.world.add(11, 20)
    await eventually(async () => expect(await stage.world.effects('later')).toEqual(range(11, 20)))
    // Consumers do not wait for each other, so the consumer `one` may be slower.
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 20)))
  })

  it('ignores invalid notifications on the channel of the relay', async () => {
    await stage.world.consume('one')
    await stage.world.relay()
    await sql`select pg_notify('outbox_tasks', '{broken')`.execute(stage.databases.consumer)
    await stage.world.add(1, 5)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 5)))
  })

  it('handles the remaining events after a restart', async () => {
    const relay = await stage.world.relay()
    // Handlers take some time, so that unhandled events remain when the consumer stops.
    const consumer = await stage.world.consume('one', { handle: () => sleep(2) })
    const adding = stage.world.add(1, 400)
    await eventually(async () => expect(await stage.world.effects('one')).not.toEqual([]))
    await consumer.stop()
    await relay.stop()
    await adding
    await stage.world.consume('one')
    await stage.world.relay()
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 400)))
  })

  it('handles other events while a slow handler runs', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const handle = async (_: unknown, n: number) => {
      if (n === 1) await released
    }
    await stage.world.consume('one', { handle })
    await stage.world.relay()
    await stage.world.add(1, 1)
    // These events belong to other aggregates and therefore to other partitions.
    await stage.world.add(2, 3)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([2, 3]))
    release()
    await eventually(async () => expect(await stage.world.effects('one')).toEqual([1, 2, 3]))
  })

  failureContract(stage)
  eventLogContract(stage)
}
