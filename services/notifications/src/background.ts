import { type Listening, listen } from '@app/chassis/db/listen.ts'
import type { Logger } from '@app/chassis/logger.ts'
import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import { channels } from './db/channels.ts'
import type { Tables } from './db/tables.ts'
import type { Subscribers } from './live/subscribers.ts'
import type { Tail } from './live/tail.ts'
import { mailMetrics } from './mail/metrics.ts'
import { startSender } from './mail/sender.ts'
import { smtpTransport } from './mail/smtp.ts'
import { startPurging } from './purge.ts'
import { sheetMetrics } from './sheet/metrics.ts'
import { startSheetSender } from './sheet/sender.ts'
import { contactSheet, type SheetAddress } from './sheet/sheet.ts'

interface BackgroundDeps {
  db: Kysely<Tables>
  databaseUrl: string
  smtpUrl: string
  /** Where contact forms are listed, if anywhere. */
  sheet: SheetAddress | undefined
  registry: Registry
  subscribers: Subscribers
  tail: Tail
  log: Logger
}

/** Starts what runs beside requests and events: sending mails and rows, hearing other replicas, purging. Answers how to stop it. */
export function startBackground({
  db,
  databaseUrl,
  smtpUrl,
  sheet,
  registry,
  subscribers,
  tail,
  log,
}: BackgroundDeps): () => Promise<void> {
  const mails = startSender({ db, transport: smtpTransport(smtpUrl), metrics: mailMetrics(db, registry), log })
  const rows = sheet && startSheetSender({ db, sheet: contactSheet(sheet), metrics: sheetMetrics(db, registry), log })
  const stopPurging = startPurging(db, log)
  const listening: Listening = listen({
    url: databaseUrl,
    log,
    channels: {
      [channels.mail]: () => mails.wake(),
      [channels.sheet]: () => rows?.wake(),
      [channels.feed]: (row) => tail.hear(JSON.parse(row)),
      [channels.sessions]: (ended) => subscribers.endSessions(JSON.parse(ended)),
    },
    onListening: () => {
      mails.wake()
      rows?.wake()
      void tail.catchUp()
    },
  })
  return async () => {
    await Promise.all([listening.stop(), stopPurging(), mails.stop(), rows?.stop()])
  }
}
