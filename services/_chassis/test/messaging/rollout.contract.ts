import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { declareBindings, removeBindings, withBroker } from '@app/chassis/messaging/bindings.ts'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { listDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import { republishSince } from '@app/chassis/messaging/republish.ts'
import { EXCHANGE, queueOf } from '@app/chassis/messaging/topology.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { expect, it, onTestFinished } from 'vitest'
import { onChannelAt, sendAt } from './broker.ts'
import { counting, envelopeOf, range, type Tables, type Tested, testedEvent } from './tested.ts'
import { eventually, type Stage } from './world.ts'

export function rolloutContract(stage: Stage, url: string): void {
  const another = (name: string) => testedEvent(`${name}-${stage.world.mark}`)
  const envelope = (event: Tested, data: unknown) =>
    JSON.stringify({ ...envelopeOf({ event }, data), subject: 'another aggregate, another partition' })

  it('keeps the bindings of a newer release, and stores their events for a replica of that release', async () => {
    const older = await stage.world.consume('one')
    const service = `one-${stage.world.mark}`
    const newer = another('newer')
    await onChannelAt(url, (channel) => channel.bindQueue(queueOf(service), EXCHANGE, newer.type))
    // The replica declares its queues and bindings again when it restarts.
    await older.stop()
    const restarted = await stage.world.consume('one')
    await sendAt(url, EXCHANGE, newer.type, envelope(newer, { n: 9 }))
    await eventually(async () => {
      const letters = await listDeadLetters(stage.databases.consumer)
      expect(letters).toMatchObject([{ error: `UnknownEvent: no handler for ${newer.type}`, retryAt: expect.any(String) }])
    })
    await restarted.stop()
    await startNewer(service, newer)
    await eventually(async () => expect(await stage.world.effects('newer')).toEqual([9]))
    expect(await listDeadLetters(stage.databases.consumer)).toEqual([])
  })

  async function startNewer(service: string, newer: Tested): Promise<void> {
    const { log } = recordingLogger()
    const subscriptions = [counting(stage.world.event, 'one'), counting(newer, 'newer')]
    const consumers = await startConsumers<Tables>({
      service,
      db: stage.databases.consumer,
      transport: await stage.world.transport(),
      log,
      subscriptions,
    })
    onTestFinished(() => consumers.stop())
  }

  it('stores events in queues that were declared before any replica ran', async () => {
    const service = `one-${stage.world.mark}`
    const { log } = recordingLogger()
    await withBroker(url, (model) => declareBindings(model, service, [stage.world.event.type], log))
    await stage.world.relay()
    await stage.world.add(1, 5)
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 5, unroutable: 0 }))
    await stage.world.consume('one')
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 5)))
  })

  it('removes only the bindings of the given types', async () => {
    const service = `one-${stage.world.mark}`
    const stale = another('stale')
    const { log } = recordingLogger()
    await withBroker(url, async (model) => {
      await declareBindings(model, service, [stage.world.event.type, stale.type], log)
      await removeBindings(model, service, [stale.type, another('never-bound').type])
    })
    const transport = await stage.world.transport()
    const outcomes = await transport.publish([envelopeOf(stage.world, { n: 1 }), envelopeOf({ event: stale }, { n: 2 })])
    expect(outcomes).toEqual(['delivered', 'unroutable'])
  })

  it('delivers republished events to a consumer whose queue was lost, for example with the data of the broker', async () => {
    const consumer = await stage.world.consume('one')
    await stage.world.relay()
    await stage.world.add(1, 5)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 5)))
    await consumer.stop()
    await stage.world.add(6, 10)
    await eventually(async () => expect(await stage.world.logged()).toEqual({ routed: 10, unroutable: 0 }))
    await onChannelAt(url, (channel) => channel.deleteQueue(queueOf(`one-${stage.world.mark}`)))
    await stage.world.consume('one')
    expect(await republishSince(stage.databases.publisher, new Date(Date.now() - 3_600_000).toISOString())).toBe(10)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 10)))
  })

  it('consumes a queue that was declared with other arguments, and logs the difference once', async () => {
    const queue = queueOf('other-arguments')
    await onChannelAt(url, (channel) =>
      channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 5 } }),
    )
    const { log, lines } = recordingLogger()
    const received: unknown[] = []
    const receive = async (message: unknown) => void received.push(message)
    const transport = await amqpTransport({ url, log })
    await transport.subscribe({ service: 'other-arguments', types: [stage.world.event.type], receive, receiveDead: receive })
    expect(transport.ready()).toBe(true)
    await sendAt(url, EXCHANGE, stage.world.event.type, '{}')
    await eventually(async () => expect(received).toEqual([{}]))
    expect(lines.filter((line) => line.includes(`${queue} exists at the broker with other arguments`))).toHaveLength(1)
    await transport.stop()
    await onChannelAt(url, (channel) => channel.deleteQueue(queue))
  })
}
