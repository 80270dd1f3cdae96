import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'amqplib'
import { freePort } from '../../../local/parts/ports.ts'
import { labels } from './left-overs.ts'
import { images } from './parts.ts'

const START_MS = 180_000
const STOP_SECONDS = 20

async function untilConnectable(url: string): Promise<void> {
  const giveUpAt = Date.now() + START_MS
  for (;;) {
    const connection = await connect(url, { timeout: 5_000 }).catch((error: unknown) => {
      if (Date.now() > giveUpAt) throw error
    })
    if (connection) return connection.close()
    await sleep(100)
  }
}

/** Starts RabbitMQ in a container. Its port and data stay the same after a restart. */
export async function startRabbitmqContainer() {
  // testcontainers is large, so it is imported only if it is used.
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers')
  const port = await freePort()
  const url = `amqp://test:test@127.0.0.1:${port}`
  const started = await new GenericContainer(images.rabbitmq)
    .withLabels(labels)
    // RabbitMQ stores its data under the node name, which contains the host name.
    .withHostname('broker')
    .withEnvironment({ RABBITMQ_DEFAULT_USER: 'test', RABBITMQ_DEFAULT_PASS: 'test' })
    .withExposedPorts({ container: 5672, host: port })
    .withWaitStrategy(Wait.forLogMessage('Server startup complete'))
    .withStartupTimeout(START_MS)
    .start()
  const { container: client } = await getContainerRuntimeClient()
  const container = client.getById(started.getId())
  await untilConnectable(url)
  return {
    url,
    canRestart: true,
    async start() {
      await container.start()
      await untilConnectable(url)
    },
    stop: () => container.stop({ t: STOP_SECONDS }),
    kill: () => container.kill(),
    remove: () => container.remove({ force: true, v: true }),
  }
}
