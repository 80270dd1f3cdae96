import { startSweeping } from '@app/chassis/storage/sweep.ts'
import type { CampaignsDeps } from './deps.ts'
import { attachmentSweep } from './files/attachment-files.ts'
import { type SenderDeps, startSender } from './sending/sender.ts'

/** Starts what runs beside requests and events. Answers how to stop it. */
export function startBackground(deps: Pick<CampaignsDeps, 'store'> & SenderDeps): () => Promise<void> {
  // Files are as old as the store says, by whatever date business is done.
  const stops = [startSweeping(attachmentSweep({ ...deps, now: () => new Date() })), startSender(deps)]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}
