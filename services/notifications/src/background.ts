import type { Figures } from '@app/chassis/db/figures.ts'
import { type Listening, listen } from '@app/chassis/db/listen.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import type { Logger } from '@app/chassis/logging/logger.ts'
import type { MailTransport } from '@app/chassis/mail/smtp-transport.ts'
import type { PublicFiles } from '@app/chassis/storage/public-files.ts'
import type { Tracer } from '@app/chassis/tracing/tracer.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { workChannel } from '@app/chassis/work/queue.ts'
import type { Kysely } from 'kysely'
import type { Tables } from './db/tables.ts'
import { startDigestWorker } from './documents/digest-worker.ts'
import { feedChannel } from './feed/notification.repository.ts'
import type { FeedFollower } from './live/feed-follower.ts'
import type { Composer } from './mail/mail-queues.ts'
import { mailResults } from './mail/metrics.ts'
import type { RequestContent } from './mail/request-content.ts'
import type { ReviewAddresses } from './mail/review-addresses.ts'
import { startSender } from './mail/sender.ts'
import { startPurging } from './purge.ts'
import type { Settings } from './settings.ts'
import { startSheetSender } from './sheet/sender.ts'
import { contactSheet, type SheetAddress } from './sheet/sheet.ts'
import { startTaskDigests } from './task-emails/scheduler.ts'

interface BackgroundDeps {
  db: Kysely<Tables>
  databaseUrl: string
  settings: Settings
  relay: MailTransport
  requestContent: Readonly<Record<Composer, RequestContent>>
  /** Undefined if the product receives no replies and bounces of review emails. */
  reviewAddresses?: ReviewAddresses | undefined
  files: PublicFiles
  /** The spreadsheet for contact forms. Undefined if none is configured. */
  sheet: SheetAddress | undefined
  figures: Figures<Tables>
  feedFollower: FeedFollower
  tracer?: Tracer
  log: Logger
}

/**
 * Starts the workers of the queues, the scheduler of digests, the feed follower and the hourly purge. The returned function
 * stops them.
 */
export function startBackground(deps: BackgroundDeps): () => Promise<void> {
  const { db, databaseUrl, settings, relay, files, requestContent, reviewAddresses, sheet, figures, feedFollower, tracer, log } = deps
  const metrics = workMetrics(figures)
  const results = mailResults(figures.registry)
  const mails = startSender({ db, transport: relay, files, reviewAddresses, requestContent, metrics, results, tracer, log })
  const rows = sheet && startSheetSender({ db, sheet: contactSheet(sheet), metrics, tracer, log })
  const digests = startDigestWorker({ db, metrics, tracer, log })
  const stopPurging = startPurging(db, log)
  const stopTaskDigests = startTaskDigests({ db, settings, log })
  const wake = () => {
    mails.wake()
    rows?.wake()
    digests.wake()
  }
  const listening: Listening = listen({
    url: databaseUrl,
    log,
    channels: {
      [workChannel(schemaOf('notifications'))]: wake,
      [feedChannel]: feedFollower.wake,
    },
    onListening: () => {
      wake()
      feedFollower.wake()
    },
  })
  return async () => {
    await Promise.all([
      listening.stop().then(feedFollower.stop),
      stopPurging(),
      stopTaskDigests(),
      mails.stop(),
      rows?.stop(),
      digests.stop(),
    ])
  }
}
