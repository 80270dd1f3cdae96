import type { Logger } from '@app/chassis/logging/logger.ts'
import { startInterval } from '@app/chassis/time/start-interval.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Settings } from '../settings.ts'
import { waitingDigests } from './digest-entry.repository.ts'
import { queueDigest } from './queue-digest.ts'
import { isDigestDue } from './schedule.ts'

const EVERY_MS = 10_000

interface SchedulerDeps {
  db: Kysely<Tables>
  settings: Pick<Settings, 'timeZone' | 'now'>
  log: Logger
}

/** Queues the due digests of all admins. If one digest fails, the others are still queued. */
export async function sendDueDigests({ db, settings, log }: SchedulerDeps): Promise<void> {
  const now = settings.now()
  const waiting = await waitingDigests(db, now)
  const due = waiting.filter(({ frequency, oldest }) => isDigestDue(frequency, new Date(oldest), now, settings.timeZone))
  for (const { userId } of due)
    await queueDigest(db, settings, userId).catch((err: unknown) => log.warn({ err, userId }, 'a digest about tasks was not queued'))
}

/** Looks for due digests every few seconds. Returns a function that stops the scheduler. */
export const startTaskDigests = (deps: SchedulerDeps): (() => Promise<void>) =>
  startInterval({ ms: EVERY_MS, name: 'queueing digests about tasks', log: deps.log, run: () => sendDueDigests(deps) })
