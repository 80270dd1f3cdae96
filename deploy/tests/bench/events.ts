import { imageMalloc, imageV8Flags } from '../../docker/image-settings.ts'
import { canStartRabbitmq, startRabbitmq } from '../support/rabbitmq.ts'
import { measureLatency } from './event-latency.ts'
import { measureThroughput } from './event-throughput.ts'
import { type Open, withParts } from './open.ts'
import { startInOneProcess } from './product.ts'
import { type Measure, say } from './report.ts'
import { startServers } from './servers.ts'

const measure = async (open: Open, settings: Readonly<Record<string, string>>, flags?: readonly string[]): Promise<Measure[]> => {
  const servers = await startServers(open)
  const { url } = await open(startInOneProcess({ ...servers.env, ...settings }, flags))
  return [...(await measureLatency(open, servers, url, settings.AMQP_URL)), ...(await measureThroughput(open, servers, settings.AMQP_URL))]
}

async function overRabbitmq(open: Open): Promise<Measure[]> {
  const broker = await startRabbitmq()
  await open(Promise.resolve({ stop: () => broker.remove() }))
  // Uses the memory settings of production. With `--optimize-for-size`, the flag of `npm start`, V8 collects garbage more often. Then the
  // p99 latency of events is 24 ms instead of 10 ms.
  return measure(open, { ...imageMalloc, AMQP_URL: broker.url }, imageV8Flags)
}

/** Measures latency and throughput of events inside a process and, if it is installed, over RabbitMQ. */
export async function benchEvents(): Promise<Measure[]> {
  const measures = await withParts((open) => measure(open, {}))
  if (canStartRabbitmq) return [...measures, ...(await withParts(overRabbitmq))]
  say('Skipping the RabbitMQ benches: RabbitMQ is not installed (Debian: rabbitmq-server) and AMQP_URL is not set')
  return measures
}
