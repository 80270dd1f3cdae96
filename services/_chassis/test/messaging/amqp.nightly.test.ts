import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { subscribeBroadcast } from '@app/chassis/messaging/broadcast.ts'
import { listDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import { republishSince } from '@app/chassis/messaging/republish.ts'
import { deadQueueOf, EXCHANGE, queueOf } from '@app/chassis/messaging/topology.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { connect } from 'amqplib'
import { describe, expect, it } from 'vitest'
import { brokerForTests, onChannelAt, sendAt } from './broker.ts'
import { faultContract } from './faults.ts'
import { restartPostgresUnderLoad } from './postgres-restart.ts'
import { rolloutContract } from './rollout.contract.ts'
import { range } from './tested.ts'
import { transportContract } from './transport.contract.ts'
import { eventually, useStage } from './world.ts'

const broker = await brokerForTests()
const url = broker?.url ?? ''
const connectTransport = () => amqpTransport({ url, log: recordingLogger().log })

describe.runIf(broker)('RabbitMQ', () => {
  transportContract(() => connectTransport)
  it('loses and duplicates no event when Postgres restarts under load', () => restartPostgresUnderLoad(() => connectTransport), 60_000)
  describe('with a process that is killed', () =>
    faultContract(
      () => url,
      () => connectTransport,
    ))
})

describe.runIf(broker)('features of the RabbitMQ transport', () => {
  const stage = useStage(() => connectTransport)
  const send = (exchange: string, routingKey: string, text: string) => sendAt(url, exchange, routingKey, text)

  it('stores a message that is not JSON as a dead letter, and continues', async () => {
    await stage.world.consume('one')
    await stage.world.relay()
    await send(EXCHANGE, stage.world.event.type, '{broken \u0000')
    await stage.world.add(1, 5)
    await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 5)))
    await eventually(async () => {
      const letters = await listDeadLetters(stage.databases.consumer)
      expect(letters).toMatchObject([{ type: 'unknown', retryAt: null, event: '{broken \u0000' }])
    })
  })

  it('stores messages of the dead-letter queue as dead letters', async () => {
    await stage.world.consume('one')
    const service = `one-${stage.world.mark}`
    await send('events.dead', queueOf(service), JSON.stringify({ some: 'message' }))
    await eventually(async () => {
      const letters = await listDeadLetters(stage.databases.consumer)
      expect(letters).toMatchObject([{ error: 'the broker stopped after too many deliveries', event: { some: 'message' } }])
    })
    const connection = await connect(url)
    const channel = await connection.createChannel()
    expect((await channel.checkQueue(deadQueueOf(service))).messageCount).toBe(0)
    await connection.close()
  })

  it('retries a message while its effects cannot be stored, and returns the message to the queue when it stops', async () => {
    const { log, lines } = recordingLogger()
    const dead: unknown[] = []
    let tries = 0
    let isAway = true
    const receive = async () => {
      tries += 1
      if (isAway) throw new Error('the database is away')
    }
    const subscription = {
      service: 'retrying',
      types: [stage.world.event.type],
      receive,
      receiveDead: async (m: unknown) => void dead.push(m),
    }
    const connectRetrying = () => amqpTransport({ url, log, settleAgainMs: 5 })

    const first = await connectRetrying()
    await first.subscribe(subscription)
    await send(EXCHANGE, stage.world.event.type, '{}')
    await eventually(async () => expect(tries).toBeGreaterThan(50))
    await first.stop()
    expect(lines.filter((line) => line.includes('cannot be stored'))).toHaveLength(1)

    const second = await connectRetrying()
    isAway = false
    tries = 0
    await second.subscribe(subscription)
    await eventually(async () => expect(tries).toBe(1))
    await second.stop()
    expect(dead).toEqual([])
  })

  it('reconnects and logs the reason when the queue of a consumer is deleted', async () => {
    const { log, lines } = recordingLogger()
    const received: unknown[] = []
    const receive = async (message: unknown) => void received.push(message)
    const transport = await amqpTransport({ url, log })
    await transport.subscribe({ service: 'deleted-queue', types: [stage.world.event.type], receive, receiveDead: receive })

    const connection = await connect(url)
    await (await connection.createChannel()).deleteQueue(queueOf('deleted-queue'))
    await connection.close()
    await eventually(async () => expect(lines.join()).toContain('the broker is back'))
    expect(lines.join()).toContain('the broker has canceled the consumer')
    await send(EXCHANGE, stage.world.event.type, '{}')
    await eventually(async () => expect(received).toEqual([{}]))
    await transport.stop()
  })

  it.runIf(broker?.canRestart)('recovers when the broker has lost all queues while services run: events are republished', async () => {
    const { world, databases } = stage
    await world.consume('one')
    const away = await world.consume('two')
    await world.relay()
    await world.add(1, 5)
    await eventually(async () => expect(await world.effects('two')).toEqual(range(1, 5)))
    await away.stop()
    await world.add(6, 10)
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 10, unroutable: 0 }))

    await onChannelAt(url, async (channel) => {
      const services = ['one', 'two'].map((name) => `${name}-${world.mark}`)
      for (const queue of services.flatMap((service) => [queueOf(service), deadQueueOf(service)])) await channel.deleteQueue(queue)
      for (const exchange of [EXCHANGE, 'events.dead']) await channel.deleteExchange(exchange)
    })
    await world.add(11, 15)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 15)))
    await world.consume('two')
    await republishSince(databases.publisher, new Date(Date.now() - 3_600_000).toISOString())
    await eventually(async () => expect(await world.effects('two')).toEqual(range(1, 15)))
    expect(await world.effects('one')).toEqual(range(1, 15))
  })

  rolloutContract(stage, url)

  it('delivers a broadcast to every connected replica', async () => {
    const heard: string[] = []
    const listen = async (name: string) => {
      const { log } = recordingLogger()
      const handle = ({ subject }: { subject: string }) => void heard.push(`${name} ${subject}`)
      return subscribeBroadcast({ name, types: [stage.world.event.type], handle, transport: await stage.world.transport(), log })
    }
    await Promise.all([listen('a'), listen('b')])
    await stage.world.relay()
    await stage.world.add(3, 3)
    await eventually(async () => expect(heard.sort()).toEqual(['a a3', 'b a3']))
  })

  it.runIf(broker?.canRestart)(
    'loses and duplicates no event when the broker restarts under load',
    async () => {
      await stage.world.consume('one')
      await stage.world.relay()
      const transport = await stage.world.transport()
      const adding = stage.world.add(1, 600)
      await broker?.stop()
      await eventually(async () => expect(transport.ready()).toBe(false))
      await adding
      await stage.world.add(601, 700)
      await broker?.start()
      await stage.world.add(701, 800)
      await eventually(async () => expect(await stage.world.effects('one')).toEqual(range(1, 800)), 30_000)
      expect(transport.ready()).toBe(true)
      expect(await stage.world.outboxSize()).toBe(0)
      expect(stage.world.lines.filter((line) => line.includes('cannot be published'))).toHaveLength(1)
    },
    120_000,
  )
})
