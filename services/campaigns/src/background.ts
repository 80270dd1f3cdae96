import { startSweeping } from '@app/chassis/storage/sweep.ts'
import { type SchedulerDeps, startScheduler } from './dispatches/scheduler.ts'
import { attachmentSweep } from './files/attachment-files.ts'
import { type SenderDeps, startSender } from './sending/sender.ts'

/** Starts what runs beside requests and events. Answers how to stop it. */
export function startBackground(deps: SchedulerDeps & SenderDeps): () => Promise<void> {
  // Files are as old as the store says, by whatever date business is done.
  const stops = [startSweeping(attachmentSweep({ ...deps, now: () => new Date() })), startScheduler(deps), startSender(deps)]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
