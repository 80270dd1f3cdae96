import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { type SchedulerDeps, startScheduler } from './dispatches/scheduler.ts'
import { attachmentSweep } from './files/attachment-files.ts'
import { startPurging } from './purge.ts'
import { type SenderDeps, startSender } from './sending/sender.ts'

interface BackgroundDeps extends SchedulerDeps, SenderDeps {}

/** Starts the background jobs. Returns a function that stops them. */
export function startBackground(deps: BackgroundDeps): () => Promise<void> {
  // The job that deletes unused images compares timestamps of the file store. So it needs the real clock and not `deps.now`.
  const stops = [
    startSweeping(attachmentSweep({ ...deps, now: () => new Date() })),
    startScheduler(deps),
    startSender(deps),
    startPurging(deps.db, deps.log),
  ]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
