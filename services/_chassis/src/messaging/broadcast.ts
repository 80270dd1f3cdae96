import type { EventContract } from '@app/contracts/define.ts'
import { allEvents } from '@app/contracts/surface.ts'
import type { Logger } from '../logging/logger.ts'
import { dataFault, type EventEnvelope, isEnvelope } from './event.ts'
import type { Stoppable, Transport } from './transport.ts'

interface BroadcastOptions {
  name: string
  types: readonly EventContract['type'][]
  handle: (event: EventEnvelope) => Promise<void> | void
  transport: Transport
  log: Logger
  /** Called after each connection, including reconnections. Events that were published during a disconnection were missed. */
  onConnected?: () => void
}

/**
 * Subscribes this replica to event types. The replica gets each event at least once, except events that are published while it is
 * disconnected.
 */
export function subscribeBroadcast({ name, types, handle, transport, log, onConnected }: BroadcastOptions): Promise<Stoppable> {
  async function receive(message: unknown): Promise<void> {
    if (!isEnvelope(message)) throw new Error('the message is not a CloudEvents 1.0 event of this product')
    const contract = allEvents.find(({ type }) => type === message.type)
    const fault = contract && dataFault(contract, message.data)
    if (fault) throw new Error(fault)
    await handle(message)
  }

  return transport.broadcast({
    types,
    receive: (message) =>
      void receive(message).catch((error: unknown) => log.error({ err: error, name }, 'a broadcast event was not handled')),
    connected: () => onConnected?.(),
  })
}
