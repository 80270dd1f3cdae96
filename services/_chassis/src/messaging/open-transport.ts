import type { Logger } from '../logger.ts'
import { amqpTransport } from './amqp.ts'
import { type Bus, busTransport } from './in-process.ts'
import type { Transport } from './transport.ts'

interface OpenTransport {
  url: string | undefined
  bus: Bus | undefined
  log: Logger
  /** What it means for this process to have neither, for the log. */
  without: string
}

/** RabbitMQ where there is an address, otherwise the bus that the services of this process share, if they do. */
export async function openTransport({ url, bus, log, without }: OpenTransport): Promise<Transport | undefined> {
  if (url) return amqpTransport({ url, log })
  if (bus) return busTransport(bus)
  log.warn(`AMQP_URL is not set: ${without}`)
  return undefined
}
