import { afterAll, beforeAll } from 'vitest'
import { type Broker, canStartRabbitmq, startRabbitmq } from '../../../../deploy/test/rabbitmq.ts'

/**
 * A RabbitMQ for a test file. Where there is none its tests are reported as not run, or fail when CI asks for all of
 * them.
 */
export async function brokerForTests(): Promise<Broker | undefined> {
  const broker = canStartRabbitmq ? await startRabbitmq() : undefined
  beforeAll(() => {
    if (process.env.CI && !broker) throw new Error('No RabbitMQ on this machine: install rabbitmq-server or set AMQP_URL.')
  })
  afterAll(() => broker?.remove())
  return broker
}
