import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { type BounceDeps, startBounceListener } from './bounces/listener.ts'
import { type SchedulerDeps, startScheduler } from './dispatches/scheduler.ts'
import { attachmentSweep } from './files/attachment-files.ts'
import { startPurging } from './purge.ts'
import { type SenderDeps, startSender } from './sending/sender.ts'

interface BackgroundDeps extends SchedulerDeps, SenderDeps, Omit<BounceDeps, 'port'> {
  /** Where bounces come in; none do without. */
  bouncePort?: number
}

/** Starts what runs beside requests and events. Answers how to stop it. */
export async function startBackground({ bouncePort: port, ...deps }: BackgroundDeps): Promise<() => Promise<void>> {
  const listeners = port === undefined ? [] : [await startBounceListener({ ...deps, port })]
  // Files are as old as the store says, by whatever date business is done.
  const stops = [
    startSweeping(attachmentSweep({ ...deps, now: () => new Date() })),
    startScheduler(deps),
    startSender(deps),
    startPurging(deps.db, deps.log),
  ]
  return async () => void (await Promise.all([...stops, ...listeners.map(({ stop }) => stop)].map((stop) => stop())))
}
