import { type Listening, listen } from '@app/chassis/db/listen.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import { channels } from './db/channels.ts'
import type { Tables } from './db/tables.ts'
import type { Subscribers } from './live/subscribers.ts'
import type { Tail } from './live/tail.ts'
import type { MailMetrics } from './mail/metrics.ts'
import { startSender } from './mail/sender.ts'
import { smtpTransport } from './mail/smtp.ts'
import { startPurging } from './purge.ts'

interface BackgroundDeps {
  db: Kysely<Tables>
  databaseUrl: string
  smtpUrl: string
  metrics: MailMetrics
  subscribers: Subscribers
  tail: Tail
  log: Logger
}

/** Starts what runs beside requests and events: sending mails, hearing other replicas, purging. Answers how to stop it. */
export function startBackground({ db, databaseUrl, smtpUrl, metrics, subscribers, tail, log }: BackgroundDeps): () => Promise<void> {
  const sender = startSender({ db, transport: smtpTransport(smtpUrl), metrics, log })
  const stopPurging = startPurging(db, log)
  const listening: Listening = listen({
    url: databaseUrl,
    log,
    channels: {
      [channels.mail]: () => sender.wake(),
      [channels.feed]: (row) => tail.hear(JSON.parse(row)),
      [channels.sessions]: (ended) => subscribers.endSessions(JSON.parse(ended)),
    },
    onListening: () => {
      sender.wake()
      void tail.catchUp()
    },
  })
  return async () => {
    await Promise.all([listening.stop(), stopPurging(), sender.stop()])
  }
}
