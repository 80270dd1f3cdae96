import type { ConfirmChannel } from 'amqplib'
import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { openReconnecting } from './amqp-connection.ts'
import type { EventEnvelope } from './event.ts'
import { EXCHANGE, topology } from './topology.ts'
import type { PublishOutcome, Stoppable, Transport } from './transport.ts'

const CONFIRM_MS = 10_000

export interface Publisher extends Stoppable {
  publish: Transport['publish']
  ready(): boolean
}

/** Opens a publisher, which waits for the broker's confirms and reports events that were routed to no queue. */
export async function amqpPublisher({ url, log }: { url: string; log: Logger }): Promise<Publisher> {
  const topologyOf = topology(log)
  let channel: ConfirmChannel | undefined
  /** Ids of events that the broker returned because no queue is bound. The broker returns such an event before it confirms the event. */
  const returned = new Set<string>()

  const connection = await openReconnecting({
    url,
    log,
    async setUp(model, lost) {
      await topologyOf(model).exchange()
      const fresh = await model.createConfirmChannel()
      fresh.on('error', lost)
      fresh.on('close', () => {
        if (channel === fresh) channel = undefined
        lost()
      })
      fresh.on('return', ({ properties }) => void returned.add(String(properties.messageId)))
      returned.clear()
      channel = fresh
    },
  })

  function publishOne(through: ConfirmChannel, event: EventEnvelope): Promise<PublishOutcome> {
    const options = {
      persistent: true,
      mandatory: true,
      messageId: event.id,
      type: event.type,
      contentType: 'application/cloudevents+json',
    }
    return new Promise((resolve) => {
      through.publish(EXCHANGE, event.type, Buffer.from(JSON.stringify(event)), options, (error: unknown) => {
        const isUnroutable = returned.delete(event.id)
        if (error) resolve('failed')
        else resolve(isUnroutable ? 'unroutable' : 'delivered')
      })
    })
  }

  return {
    async publish(batch) {
      const through = channel
      if (!through) throw new Error('the broker is not connected')
      try {
        const outcomes = await withTimeout(CONFIRM_MS, 'Confirming', Promise.all(batch.map((event) => publishOne(through, event))))
        if (channel !== through) throw new Error('the connection to the broker was lost')
        return outcomes
      } catch (error) {
        connection.renew(error instanceof Error ? error : undefined)
        throw error
      }
    },
    ready: connection.ready,
    stop: connection.stop,
  }
}
