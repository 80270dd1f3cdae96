import type { Logger } from '../logger.ts'
import { amqpTransport } from './amqp.ts'
import { type Bus, busTransport } from './in-process.ts'
import type { Transport } from './transport.ts'

interface OpenTransport {
  url: string | undefined
  bus: Bus | undefined
  log: Logger
  /** Logged if there is neither a URL nor a bus: the consequence for this process. */
  without: string
}

/** Opens the RabbitMQ transport if there is a URL, otherwise returns the in-process bus, if there is one. */
export async function openTransport({ url, bus, log, without }: OpenTransport): Promise<Transport | undefined> {
  if (url) return amqpTransport({ url, log })
  if (bus) return busTransport(bus)
  log.warn(`AMQP_URL is not set: ${without}`)
  return undefined
}
