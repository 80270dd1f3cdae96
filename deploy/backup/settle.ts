import { holdSending } from '@app/campaigns/restored.ts'
import { createLogger } from '@app/chassis/logger.ts'
import { emptyQueues } from '@app/chassis/messaging/bindings.ts'
import { declareAll, subscribed } from '../bindings.ts'
import { withConnection } from './database/connect.ts'
import { resendUnhandled } from './database/resend.ts'

interface Settled {
  /** An administrator's address. */
  databaseUrl: string
  amqpUrl?: string | undefined
}

/**
 * What has to follow once a database is of an earlier moment than the world around it: campaigns wait, since what they sent after that
 * moment would go out again; the broker forgets what it has of a time that never was; and what was on its way at that moment goes out
 * again. Answers how many events that are.
 */
export async function settle({ databaseUrl, amqpUrl }: Settled): Promise<number> {
  await holdSending(databaseUrl, 'Sending was stopped when the portal was brought back from a backup.')
  if (amqpUrl) {
    await declareAll(databaseUrl, amqpUrl, createLogger({ level: 'warn' }))
    await emptyQueues(amqpUrl, Object.keys(subscribed))
  }
  return withConnection(databaseUrl, (client) => resendUnhandled(client, subscribed))
}
