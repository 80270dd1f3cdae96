import { holdSending } from '@app/campaigns/restored.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { emptyQueues } from '@app/chassis/messaging/bindings.ts'
import { declareAll, subscribed } from '../bindings.ts'
import { withConnection } from './database/connect.ts'
import { resendUnhandled } from './database/resend.ts'

interface RestoredSystem {
  databaseUrl: string
  amqpUrl?: string | undefined
}

/**
 * Completes a restore to an earlier time. Pauses all campaigns; otherwise emails that were sent after that time would be sent again.
 * Empties the broker's queues, because their events do not match the restored data. Puts events back into the outbox if a
 * subscriber had not handled them at the time of the backup. Returns the number of these events.
 */
export async function completeRestore({ databaseUrl, amqpUrl }: RestoredSystem): Promise<number> {
  await holdSending(databaseUrl, 'Sending was paused because the portal was restored from a backup.')
  if (amqpUrl) {
    await declareAll(databaseUrl, amqpUrl, createLogger({ level: 'warn' }))
    await emptyQueues(amqpUrl, Object.keys(subscribed))
  }
  return withConnection(databaseUrl, (client) => resendUnhandled(client, subscribed))
}
