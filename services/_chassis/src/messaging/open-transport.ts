import type { Logger } from '../logging/logger.ts'
import { amqpTransport } from './amqp.ts'
import { type Bus, busTransport } from './in-process.ts'
import type { Transport } from './transport.ts'

interface OpenTransport {
  url: string | undefined
  bus: Bus | undefined
  log: Logger
  /** Text for the log: the consequence if there is neither a broker URL nor a bus. */
  without: string
}

export async function openTransport({ url, bus, log, without }: OpenTransport): Promise<Transport | undefined> {
  if (url) return amqpTransport({ url, log })
  if (bus) return busTransport(bus)
  log.warn(`AMQP_URL is not set: ${without}`)
  return undefined
}
