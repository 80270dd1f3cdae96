import type { Figures } from '@app/chassis/db/figures.ts'
import { type Listening, listen } from '@app/chassis/db/listen.ts'
import { schemaOf } from '@app/chassis/db/migrate.ts'
import { workMetrics } from '@app/chassis/work/metrics.ts'
import { workChannel } from '@app/chassis/work/queue.ts'
import type { Tables } from './db/tables.ts'
import { startDigestWorker } from './documents/digest-worker.ts'
import { feedChannel } from './feed/notification.repository.ts'
import type { FeedFollower } from './live/feed-follower.ts'
import { type SenderOptions, startSender } from './mail/sender.ts'
import { type Retention, startPurging } from './purge.ts'
import type { Settings } from './settings.ts'
import { startSheetSender } from './sheet/sender.ts'
import { contactSheet, type SheetAddress } from './sheet/sheet.ts'
import { startTaskDigests } from './task-emails/scheduler.ts'

interface BackgroundDeps extends Omit<SenderOptions, 'metrics'> {
  databaseUrl: string
  settings: Settings
  retention: Retention
  /** The spreadsheet for contact forms. Undefined if none is configured. */
  sheet: SheetAddress | undefined
  figures: Figures<Tables>
  feedFollower: FeedFollower
}

/** Starts the workers, the scheduler of digests, the feed follower and the hourly purge. Returns a function that stops them. */
export function startBackground({
  databaseUrl,
  settings,
  retention,
  sheet,
  figures,
  feedFollower,
  ...deps
}: BackgroundDeps): () => Promise<void> {
  const { db, tracer, log } = deps
  const workerDeps = { db, tracer, log, metrics: workMetrics(figures) }
  const mails = startSender({ ...deps, ...workerDeps })
  const rows = sheet && startSheetSender(workerDeps, contactSheet(sheet))
  const digests = startDigestWorker(workerDeps)
  const stopPurging = startPurging(db, log, retention)
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
