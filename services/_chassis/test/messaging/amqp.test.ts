import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { atBroker, declareBindings, removeBindings } from '@app/chassis/messaging/bindings.ts'
import { subscribeBroadcast } from '@app/chassis/messaging/broadcast.ts'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { listDeadLetters } from '@app/chassis/messaging/dead-letters.ts'
import { resendSince } from '@app/chassis/messaging/republish.ts'
import { deadQueueOf, EXCHANGE, queueOf } from '@app/chassis/messaging/topology.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { type Channel, connect } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { brokerForTests } from './broker.ts'
import { faultContract } from './faults.ts'
import { restartPostgresUnderLoad } from './postgres-restart.ts'
import { counting, envelopeOf, range, type Tables, type Tested, testedEvent } from './tested.ts'
import { transportContract } from './transport.contract.ts'
import { type Databases, eventually, openDatabases, openWorld, type World } from './world.ts'

const broker = await brokerForTests()
const url = broker?.url ?? ''
const connectTransport = () => amqpTransport({ url, log: recordingLogger().log })

describe.runIf(broker)('RabbitMQ', () => {
  transportContract(() => connectTransport)
  it('loses and doubles nothing when Postgres restarts under load', () => restartPostgresUnderLoad(() => connectTransport), 60_000)
  describe('with a process that is killed', () =>
    faultContract(
      () => url,
      () => connectTransport,
    ))
})

describe.runIf(broker)('RabbitMQ, and what only it does', () => {
  let databases: Databases
  let world: World

  beforeAll(async () => {
    databases = await openDatabases()
  })
  afterAll(() => databases.drop())
  beforeEach(async () => {
    world = await openWorld(databases, connectTransport)
  })
  afterEach(() => world.close())

  async function send(exchange: string, routingKey: string, text: string): Promise<void> {
    const connection = await connect(url)
    const channel = await connection.createConfirmChannel()
    channel.publish(exchange, routingKey, Buffer.from(text), { persistent: true })
    await channel.waitForConfirms()
    await connection.close()
  }

  it('puts what is no JSON into the dead letters, and goes on', async () => {
    await world.consume('one')
    await world.relay()
    await send(EXCHANGE, world.event.type, '{broken \u0000')
    await world.add(1, 5)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 5)))
    await eventually(async () => {
      const letters = await listDeadLetters(databases.consumer)
      expect(letters).toMatchObject([{ type: 'unknown', retryAt: null, event: '[no JSON, 9 characters]' }])
    })
  })

  it('drains what the broker gave up into the dead letters', async () => {
    await world.consume('one')
    const service = `one-${world.mark}`
    await send('events.dead', queueOf(service), JSON.stringify({ some: 'message' }))
    await eventually(async () => {
      const letters = await listDeadLetters(databases.consumer)
      expect(letters).toMatchObject([{ error: 'the broker gave it up after too many deliveries', event: { some: 'message' } }])
    })
    const connection = await connect(url)
    const channel = await connection.createChannel()
    expect((await channel.checkQueue(deadQueueOf(service))).messageCount).toBe(0)
    await connection.close()
  })

  it('keeps what cannot be settled, however long that lasts, and hands it on when it stops', async () => {
    const { log, lines } = recordingLogger()
    const dead: unknown[] = []
    let tries = 0
    let isAway = true
    const receive = async () => {
      tries += 1
      if (isAway) throw new Error('the database is away')
    }
    const subscription = { service: 'patient', types: [world.event.type], receive, receiveDead: async (m: unknown) => void dead.push(m) }
    const connectPatient = () => amqpTransport({ url, log, settleAgainMs: 5 })

    const first = await connectPatient()
    await first.subscribe(subscription)
    await send(EXCHANGE, world.event.type, '{}')
    await eventually(async () => expect(tries).toBeGreaterThan(50))
    await first.stop()
    expect(lines.filter((line) => line.includes('cannot be settled'))).toHaveLength(1)

    const second = await connectPatient()
    isAway = false
    tries = 0
    await second.subscribe(subscription)
    await eventually(async () => expect(tries).toBe(1))
    await second.stop()
    expect(dead).toEqual([])
  })

  it('comes back, and says why, when a queue is taken from under its consumer', async () => {
    const { log, lines } = recordingLogger()
    const received: unknown[] = []
    const receive = async (message: unknown) => void received.push(message)
    const transport = await amqpTransport({ url, log })
    await transport.subscribe({ service: 'bereft', types: [world.event.type], receive, receiveDead: receive })

    const connection = await connect(url)
    await (await connection.createChannel()).deleteQueue(queueOf('bereft'))
    await connection.close()
    await eventually(async () => expect(lines.join()).toContain('the broker is back'))
    expect(lines.join()).toContain('the broker has cancelled the consumer')
    await send(EXCHANGE, world.event.type, '{}')
    await eventually(async () => expect(received).toEqual([{}]))
    await transport.stop()
  })

  async function onChannel(work: (channel: Channel) => Promise<unknown>): Promise<void> {
    const connection = await connect(url)
    await work(await connection.createChannel())
    await connection.close()
  }

  const another = (name: string) => testedEvent(`${name}-${world.mark}`)
  const envelope = (event: Tested, data: unknown) =>
    JSON.stringify({ ...envelopeOf({ event }, data), subject: 'another aggregate, another lane' })

  it('binds its queue again when a replica of the first release, which unbinds, has connected', async () => {
    const { log } = recordingLogger()
    const received: unknown[] = []
    const receive = async (message: unknown) => void received.push(message)
    const transport = await amqpTransport({ url, log, bindAgainMs: 50 })
    await transport.subscribe({ service: 'steadfast', types: [world.event.type], receive, receiveDead: receive })
    await onChannel((channel) => channel.unbindQueue(queueOf('steadfast'), EXCHANGE, world.event.type))
    await eventually(async () => {
      await send(EXCHANGE, world.event.type, '{}')
      expect(received.length).toBeGreaterThan(0)
    })
    await transport.stop()
  })

  it('leaves what a newer version has bound, and keeps its events for a replica of that', async () => {
    const older = await world.consume('one')
    const service = `one-${world.mark}`
    const newer = another('newer')
    await onChannel((channel) => channel.bindQueue(queueOf(service), EXCHANGE, newer.type))
    // A restart asserts its topology again.
    await older.stop()
    const restarted = await world.consume('one')
    await send(EXCHANGE, newer.type, envelope(newer, { n: 9 }))
    await eventually(async () => {
      const letters = await listDeadLetters(databases.consumer)
      expect(letters).toMatchObject([{ error: `UnknownEvent: nothing here handles ${newer.type}`, retryAt: expect.any(String) }])
    })
    await restarted.stop()
    await startNewer(service, newer)
    await eventually(async () => expect(await world.effects('newer')).toEqual([9]))
    expect(await listDeadLetters(databases.consumer)).toEqual([])
  })

  async function startNewer(service: string, newer: Tested): Promise<void> {
    const { log } = recordingLogger()
    const subscriptions = [counting(world.event, 'one'), counting(newer, 'newer')]
    const consumers = await startConsumers<Tables>({
      service,
      db: databases.consumer,
      transport: await world.transport(),
      log,
      subscriptions,
    })
    onTestFinished(() => consumers.stop())
  }

  it('has events wait in queues that were declared before any replica ran', async () => {
    const service = `one-${world.mark}`
    const { log } = recordingLogger()
    await atBroker(url, (model) => declareBindings(model, service, [world.event.type], log))
    await world.relay()
    await world.add(1, 5)
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 5, unroutable: 0 }))
    await world.consume('one')
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 5)))
  })

  it('unbinds what is named as stale, and only that', async () => {
    const service = `one-${world.mark}`
    const stale = another('stale')
    const { log } = recordingLogger()
    await atBroker(url, async (model) => {
      await declareBindings(model, service, [world.event.type, stale.type], log)
      await removeBindings(model, service, [stale.type, another('never-bound').type])
    })
    const transport = await world.transport()
    const outcomes = await transport.publish([envelopeOf(world, { n: 1 }), envelopeOf({ event: stale }, { n: 2 })])
    expect(outcomes).toEqual(['delivered', 'unroutable'])
  })

  it('is sent again what was lost with its queue, as with a broker that was replaced without its data', async () => {
    const consumer = await world.consume('one')
    await world.relay()
    await world.add(1, 5)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 5)))
    await consumer.stop()
    await world.add(6, 10)
    await eventually(async () => expect(await world.logged()).toEqual({ routed: 10, unroutable: 0 }))
    await onChannel((channel) => channel.deleteQueue(queueOf(`one-${world.mark}`)))
    await world.consume('one')
    expect(await resendSince(databases.publisher, new Date(Date.now() - 3_600_000).toISOString())).toBe(10)
    await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 10)))
  })

  it('consumes a queue that was declared with other arguments as it is, and says so once', async () => {
    const queue = queueOf('other-arguments')
    await onChannel((channel) =>
      channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': 5 } }),
    )
    const { log, lines } = recordingLogger()
    const received: unknown[] = []
    const receive = async (message: unknown) => void received.push(message)
    const transport = await amqpTransport({ url, log })
    await transport.subscribe({ service: 'other-arguments', types: [world.event.type], receive, receiveDead: receive })
    expect(transport.ready()).toBe(true)
    await send(EXCHANGE, world.event.type, '{}')
    await eventually(async () => expect(received).toEqual([{}]))
    expect(lines.filter((line) => line.includes(`${queue} has other arguments`))).toHaveLength(1)
    await transport.stop()
    await onChannel((channel) => channel.deleteQueue(queue))
  })

  it('brings a broadcast to every replica, without anything that waits', async () => {
    const heard: string[] = []
    const listen = async (name: string) => {
      const { log } = recordingLogger()
      const handle = ({ subject }: { subject: string }) => void heard.push(`${name} ${subject}`)
      return subscribeBroadcast({ name, types: [world.event.type], handle, transport: await world.transport(), log })
    }
    await Promise.all([listen('a'), listen('b')])
    await world.relay()
    await world.add(3, 3)
    await eventually(async () => expect(heard.sort()).toEqual(['a a3', 'b a3']))
  })

  it.runIf(broker?.canRestart)(
    'loses and doubles nothing when the broker stops and starts under load',
    async () => {
      await world.consume('one')
      await world.relay()
      const transport = await world.transport()
      const adding = world.add(1, 600)
      await broker?.stop()
      await eventually(async () => expect(transport.ready()).toBe(false))
      await adding
      await world.add(601, 700)
      await broker?.start()
      await world.add(701, 800)
      await eventually(async () => expect(await world.effects('one')).toEqual(range(1, 800)), 30_000)
      expect(transport.ready()).toBe(true)
      expect(await world.outboxSize()).toBe(0)
      // Once an outage, however many events waited.
      expect(world.lines.filter((line) => line.includes('cannot go out'))).toHaveLength(1)
    },
    60_000,
  )
})
