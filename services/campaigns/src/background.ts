import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { type BounceDeps, startBounceListener } from './bounces/listener.ts'
import { type SchedulerDeps, startScheduler } from './dispatches/scheduler.ts'
import { attachmentSweep } from './files/attachment-files.ts'
import { startPurging } from './purge.ts'
import { type SenderDeps, startSender } from './sending/sender.ts'

interface BackgroundDeps extends SchedulerDeps, SenderDeps, Omit<BounceDeps, 'port'> {
  /** When absent, no bounce listener is started. */
  bouncePort?: number
}

/** Returns a function that stops the background jobs and the bounce listener. */
export async function startBackground({ bouncePort: port, ...deps }: BackgroundDeps): Promise<() => Promise<void>> {
  const listeners = port === undefined ? [] : [await startBounceListener({ ...deps, port })]
  // The job that deletes unused images compares timestamps of the file store. So it needs the real clock and not `deps.now`.
  const stops = [
    startSweeping(attachmentSweep({ ...deps, now: () => new Date() })),
    startScheduler(deps),
    startSender(deps),
    startPurging(deps.db, deps.log),
  ]
  return async () => void (await Promise.all([...stops, ...listeners.map(({ stop }) => stop)].map((stop) => stop())))
}
