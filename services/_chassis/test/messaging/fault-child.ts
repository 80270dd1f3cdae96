import { amqpTransport } from '@app/chassis/messaging/amqp.ts'
import { startConsumers } from '@app/chassis/messaging/consumer.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { startRelay } from '@app/chassis/messaging/relay.ts'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { counting, open, type Tables, testedEvent } from './tested.ts'

/** The point at which the process prints `arrived` and waits until the test kills it. */
export type FaultPoint = 'before the publish' | 'before the delete' | 'before the commit' | 'before the ack'

export interface FaultPlan {
  point?: FaultPoint
  poison?: number
  publisherUrl: string
  consumerUrl: string
  amqpUrl?: string
  mark: string
}

const { point, poison, publisherUrl, consumerUrl, amqpUrl, mark }: FaultPlan = JSON.parse(process.env.FAULT_PLAN ?? '{}')
const { log } = recordingLogger()

async function arriveAt(reached: FaultPoint): Promise<void> {
  if (reached !== point) return
  process.stdout.write('arrived\n')
  await new Promise(() => {})
}

function pausing(transport: Transport): Transport {
  return {
    ...transport,
    async publish(batch) {
      await arriveAt('before the publish')
      const outcomes = await transport.publish(batch)
      await arriveAt('before the delete')
      return outcomes
    },
    subscribe: (subscription) =>
      transport.subscribe({
        ...subscription,
        async receive(message, delivery) {
          await subscription.receive(message, delivery)
          await arriveAt('before the ack')
        },
      }),
  }
}

const bus = createBus()
const connect = async () => pausing(amqpUrl ? await amqpTransport({ url: amqpUrl, log }) : busTransport(bus))
const event = testedEvent(`tested-${mark}`)
const handle = async (_trx: unknown, n: number) => {
  if (n === poison) process.exit(1)
  await arriveAt('before the commit')
}
const consumer = { db: open(consumerUrl, 'notifications'), transport: await connect(), log }
await startConsumers<Tables>({
  ...consumer,
  service: `one-${mark}`,
  subscriptions: [counting(event, 'one', handle)],
  retryDelaysMs: [50, 100],
})
await startRelay({ db: open(publisherUrl, 'tasks'), databaseUrl: publisherUrl, transport: await connect(), log })
process.stdout.write('ready\n')
